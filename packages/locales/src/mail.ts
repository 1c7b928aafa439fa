import ar from './ar/mail.json' with { type: 'json' }
import de from './de/mail.json' with { type: 'json' }
import en from './en/mail.json' with { type: 'json' }
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
