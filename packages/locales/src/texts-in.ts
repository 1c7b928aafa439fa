import type { Language } from './languages.ts'

/** Texts and the language they are written in. */
export type WrittenTexts<Texts> = { readonly language: Language; readonly texts: Texts }

/** The texts for a language such as `de` or `de-AT`; languages without texts fall back. */
export function textsIn<Texts>(
  known: Partial<Readonly<Record<Language, Texts>>>,
  asked: string,
  fallback: WrittenTexts<Texts>,
): WrittenTexts<Texts> {
  const language = asked.split('-', 1)[0]!.toLowerCase() as Language
  const texts = Object.hasOwn(known, language) ? known[language] : undefined
  return texts === undefined ? fallback : { language, texts }
}
