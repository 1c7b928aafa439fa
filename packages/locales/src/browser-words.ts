const known = new Map<string, Readonly<Record<string, string>>>()

/**
 * Keeps the texts of a language for `browserWord`, if words for browsers came with them. What the browser says that it
 * supports does not count: Chrome names Kazakh and writes its months as M01.
 */
export function keepBrowserWords(language: string, texts: Readonly<Record<string, string>>): void {
  if ('intl.date' in texts) known.set(language, texts)
}

/** A word that browsers do not have in a language, such as `month.11`; null where they have it. */
export const browserWord = (language: string, key: string): string | null =>
  known.get(language)?.[`intl.${key}`] ?? null

/** "A, B and C" in a language; without "and" where browsers do not know the word. */
export const listText = (items: readonly string[], language: string): string =>
  new Intl.ListFormat(known.has(language) ? 'en' : language, {
    type: known.has(language) ? 'unit' : 'conjunction',
  }).format(items)

/** How numbers are written in languages that browsers do not know: as in one that writes them alike. */
const WRITTEN_LIKE: Readonly<Record<string, string>> = { kk: 'ru', mn: 'en' }

/** The language in whose form a browser writes numbers of a language. */
export const numberLanguage = (language: string): string =>
  known.has(language) ? (WRITTEN_LIKE[language] ?? language) : language
