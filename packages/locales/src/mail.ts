import type en from './en/mail.json'
import type { Language } from './languages.ts'
import { languageOf, readTexts, textsWithEnglish } from './read-texts.ts'

/** The product's name, the same in every language. */
export const PRODUCT_NAME = 'Partner Office'

type MailTexts = Readonly<Record<keyof typeof en, string>>

/**
 * Mail texts for a language such as `de` or `de-AT`, and the language they are written in; English for an unknown language.
 * `{{link}}` is a paragraph of its own.
 */
export function mailTexts(asked: string): {
  readonly language: Language
  readonly texts: MailTexts
} {
  const language = languageOf(asked)
  return { language, texts: textsWithEnglish(language, 'mail') as MailTexts }
}

/** The name of a rank as the screens show it; a rank that they do not know is shown by its code. */
export const rankName = (language: Language, code: string): string =>
  screenText(language, `ranks.${code}`) ?? code

/** The name of a kind of mail as the page of the settings shows it. */
export const settingName = (language: Language, key: string): string =>
  screenText(language, `mails.${key}`) ?? key

const screenText = (language: Language, key: string): string | undefined =>
  readTexts(language, 'office')[key] ?? readTexts(language, 'shared')[key]
