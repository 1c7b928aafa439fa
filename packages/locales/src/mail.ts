import ar from './ar/mail.json' with { type: 'json' }
import de from './de/mail.json' with { type: 'json' }
import en from './en/mail.json' with { type: 'json' }
import { DEFAULT_LANGUAGE, type Language } from './languages.ts'

type MailTexts = Readonly<Record<keyof typeof en, string>>

const TEXTS: Partial<Readonly<Record<Language, MailTexts>>> = { ar, de, en }

/**
 * Mail texts for a language such as `de` or `de-AT`, and the language they are written in. Languages without texts fall
 * back to English. `{{link}}` is a paragraph of its own.
 */
export function mailTexts(asked: string): {
  readonly language: Language
  readonly texts: MailTexts
} {
  const language = asked.split('-', 1)[0]!.toLowerCase() as Language
  const texts = Object.hasOwn(TEXTS, language) ? TEXTS[language] : undefined
  return texts === undefined ? { language: DEFAULT_LANGUAGE, texts: en } : { language, texts }
}
