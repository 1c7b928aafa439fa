const ENGLISH = 'en'

/**
 * The language of the feed for a page: that of the page if it has a feed of its own, else English.
 *
 * `setting`: the property `newsLanguages`, a comma list.
 * Source: requirements NEW-005; decisions D-108.
 */
export function feedLanguage(locale: string, setting: string): string {
  const own = setting.split(',').map((language) => language.trim())
  return own.includes(locale) ? locale : ENGLISH
}
