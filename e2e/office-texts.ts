import ar from '../packages/locales/src/ar/office.json' with { type: 'json' }
import arShared from '../packages/locales/src/ar/shared.json' with { type: 'json' }
import en from '../packages/locales/src/en/office.json' with { type: 'json' }
import enShared from '../packages/locales/src/en/shared.json' with { type: 'json' }

/** The languages in which states are looked at: one from left to right, one from right to left. */
export const LANGUAGES = ['en', 'ar'] as const

const TEXTS = { en: { ...en, ...enShared }, ar: { ...ar, ...arShared } }

/** What the back office says, in the words of the translators. */
export const officeText = (language: 'en' | 'ar', key: keyof typeof TEXTS.en): string =>
  TEXTS[language][key]
