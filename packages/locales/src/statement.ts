import ar from './ar/statement.json' with { type: 'json' }
import de from './de/statement.json' with { type: 'json' }
import en from './en/statement.json' with { type: 'json' }
import { DEFAULT_LANGUAGE, type Language } from './languages.ts'
import { textsIn } from './texts-in.ts'

export type StatementTexts = Readonly<Record<keyof typeof en, string>>

const TEXTS: Partial<Readonly<Record<Language, StatementTexts>>> = { ar, de }

/** Texts of statements for a language such as `de` or `de-AT`, and the language they are written in. */
export const statementTexts = (asked: string) =>
  textsIn(TEXTS, asked, { language: DEFAULT_LANGUAGE, texts: en })
