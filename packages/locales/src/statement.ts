import type en from './en/statement.json'
import type { Language } from './languages.ts'
import { languageOf, textsWithEnglish } from './read-texts.ts'

export type StatementTexts = Readonly<Record<keyof typeof en, string>>

/** Texts of statements for a language such as `de` or `de-AT`, and that language; English for an unknown one. */
export function statementTexts(asked: string): {
  readonly language: Language
  readonly texts: StatementTexts
} {
  const language = languageOf(asked)
  return { language, texts: textsWithEnglish(language, 'statement') as StatementTexts }
}
