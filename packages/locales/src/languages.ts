/** Every shipped language, by its own name. Source: decisions D-001. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  ru: 'Русский',
  es: 'Español',
  it: 'Italiano',
  ko: '한국어',
  hi: 'हिन्दी',
  zh: '中文',
  fr: 'Français',
  ar: 'العربية',
  ja: '日本語',
  mn: 'Монгол',
  pt: 'Português',
  vi: 'Tiếng Việt',
  bn: 'বাংলা',
  id: 'Bahasa Indonesia',
  tr: 'Türkçe',
  cs: 'Čeština',
  kk: 'Қазақша',
  ms: 'Bahasa Melayu',
  th: 'ไทย',
} as const

export type Language = keyof typeof LANGUAGES

export const ALL_LANGUAGES = Object.keys(LANGUAGES) as readonly Language[]

/** The fallback for a language that is not offered. */
export const DEFAULT_LANGUAGE: Language = 'en'

const NOT_OFFERED: readonly Language[] = ['cs', 'kk', 'ms', 'th']

/**
 * Languages that an office offers, in menu order. `setting` is the property `languages`: `default`, `all`, or codes
 * with commas between them.
 *
 * Source: decisions D-001.
 */
export function offeredLanguages(setting: string): readonly Language[] {
  if (setting === 'all') return ALL_LANGUAGES
  const listed = setting.split(',').map((name) => name.trim())
  const offered = ALL_LANGUAGES.filter((language) => listed.includes(language))
  return offered.length > 0
    ? offered
    : ALL_LANGUAGES.filter((language) => !NOT_OFFERED.includes(language))
}

/** Writing direction of a language. Source: decisions D-014. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')
