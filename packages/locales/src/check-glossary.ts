/** How a language writes one term of the trade. */
export type Term = {
  readonly word: string
  /** Lower-case pieces of words; a text whose English holds the term holds one of them. */
  readonly forms: readonly string[]
  /** Words that are not used for the term. */
  readonly not: readonly string[]
  /** Keys of texts that say it without the term. */
  readonly except?: readonly string[]
  /** Why this word, where others are in use, too. */
  readonly why?: string
}

/** The words of a language, by term. */
export type Glossary = Readonly<Record<string, Term>>

/** The terms, as English texts write them. */
export const TERMS: Readonly<Record<string, RegExp>> = {
  authenticator: /\bauthenticators?\b/i,
  balance: /\bbalances?\b/i,
  bonus: /\bbonus(es)?\b/i,
  downline: /\bdownlines?\b/i,
  leg: /\blegs?\b/i,
  level: /\blevels?\b/i,
  line: /\b(first )?lines?\b/i,
  order: /\borders?\b/i,
  partner: /\bpartners?\b/i,
  payout: /\bpayouts?\b/i,
  rank: /\branks?\b/i,
  rate: /\brates?\b/i,
  sponsor: /\bsponsors?\b/i,
  statement: /\bstatements?\b/i,
  team: /\bteams?\b/i,
  turnover: /\bturnovers?\b/i,
  verification: /\bverifications?\b/i,
  wallet: /\bwallets?\b/i,
}

/** The product's own name holds a term and stays as it is. */
const NAME = /Partner Office/g

/** Each term of the English text is said with the language's own word, and no other word stands for it. */
export function glossaryFindings(
  glossary: Glossary,
  key: string,
  text: string,
  source: string,
): readonly string[] {
  const own = wordsOf(text).toLocaleLowerCase()
  const english = wordsOf(source)
  return Object.entries(glossary).flatMap(([term, { word, forms, not, except = [] }]) => {
    const wrong = not.filter((other) => holdsWord(own, other.toLocaleLowerCase()))
    const problems = wrong.map((other) => `says "${other}" for ${term}, which is "${word}"`)
    const isSaid = !TERMS[term]?.test(english) || forms.some((form) => own.includes(form))
    return isSaid || except.includes(key)
      ? problems
      : [...problems, `does not say "${word}" (${term})`]
  })
}

/** A text without its placeholders and the product's name. */
const wordsOf = (text: string): string => text.replaceAll(NAME, '').replaceAll(/\{\{.*?\}\}/g, '')

/** Whether a text holds a word by itself; in scripts without spaces, at all. */
function holdsWord(text: string, word: string): boolean {
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word))
    return text.includes(word)
  const at = text.search(new RegExp(`(?<![\\p{L}\\p{M}])${escaped(word)}(?![\\p{L}\\p{M}])`, 'u'))
  return at >= 0
}

const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** What is wrong with a glossary itself. */
export function brokenTerms(glossary: Glossary): readonly string[] {
  const missing = Object.keys(TERMS).filter((term) => glossary[term] === undefined)
  const unknown = Object.keys(glossary).filter((term) => TERMS[term] === undefined)
  const empty = Object.entries(glossary)
    .filter(([, { word, forms }]) => word.trim() === '' || forms.length === 0)
    .map(([term]) => term)
  return [
    ...missing.map((term) => `${term} is missing`),
    ...unknown.map((term) => `${term} is not a term`),
    ...empty.map((term) => `${term} has no word or no forms`),
  ]
}
