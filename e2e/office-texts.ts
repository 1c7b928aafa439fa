import ar from '../packages/locales/src/ar/office.json' with { type: 'json' }
import arShared from '../packages/locales/src/ar/shared.json' with { type: 'json' }
import en from '../packages/locales/src/en/office.json' with { type: 'json' }
import enShared from '../packages/locales/src/en/shared.json' with { type: 'json' }

/** The languages in which states are tested: one left to right, one right to left. */
export const LANGUAGES = ['en', 'ar'] as const

const TEXTS = { en: { ...en, ...enShared }, ar: { ...ar, ...arShared } }

/** The translated texts of the back office. */
export const officeText = (language: 'en' | 'ar', key: keyof typeof TEXTS.en): string =>
  TEXTS[language][key]
