import ar from './ar/mail.json' with { type: 'json' }
import arOffice from './ar/office.json' with { type: 'json' }
import arShared from './ar/shared.json' with { type: 'json' }
import de from './de/mail.json' with { type: 'json' }
import deOffice from './de/office.json' with { type: 'json' }
import deShared from './de/shared.json' with { type: 'json' }
import en from './en/mail.json' with { type: 'json' }
import enOffice from './en/office.json' with { type: 'json' }
import enShared from './en/shared.json' with { type: 'json' }
import { DEFAULT_LANGUAGE, type Language } from './languages.ts'
import { textsIn, type WrittenTexts } from './texts-in.ts'

/** The product's name, the same in every language. */
export const PRODUCT_NAME = 'Partner Office'

type MailTexts = Readonly<Record<keyof typeof en, string>>

const TEXTS: Partial<Readonly<Record<Language, MailTexts>>> = { ar, de }

/**
 * Mail texts for a language such as `de` or `de-AT`, and the language they are written in. Languages without texts fall
 * back to English. `{{link}}` is a paragraph of its own.
 */
export const mailTexts = (asked: string): WrittenTexts<MailTexts> =>
  textsIn(TEXTS, asked, { language: DEFAULT_LANGUAGE, texts: en })

type Names = Readonly<Record<string, string>>

/** The texts of the screens that mails repeat: names of ranks and of settings. */
const NAMES: Partial<Readonly<Record<Language, Names>>> = {
  ar: { ...arOffice, ...arShared },
  de: { ...deOffice, ...deShared },
  en: { ...enOffice, ...enShared },
}

/** The name of a rank as the screens show it; a rank that they do not know is shown by its code. */
export const rankName = (language: Language, code: string): string =>
  NAMES[language]?.[`ranks.${code}`] ?? code

/** The name of a kind of mail as the page of the settings shows it. */
export const settingName = (language: Language, key: string): string =>
  NAMES[language]?.[`mails.${key}`] ?? key
