import { COUNTRY_CODES } from '@partner-office/domain'

/** The countries open for registration, sorted by their names in a language, else in English. */
export function registrationCountries(
  language = 'en',
): { readonly code: string; readonly label: string }[] {
  const locale = isKnown(language) ? language : 'en'
  const names = new Intl.DisplayNames([locale, 'en'], { type: 'region' })
  const order = new Intl.Collator([locale, 'en'])
  return COUNTRY_CODES.map((code) => ({ code, label: names.of(code) ?? code })).toSorted((a, b) =>
    order.compare(a.label, b.label),
  )
}

function isKnown(language: string): boolean {
  try {
    return Intl.DisplayNames.supportedLocalesOf(language).length > 0
  } catch {
    return false
  }
}
