import { foldName, isEastAsianWord } from '@partner-office/domain'

const encoder = new TextEncoder()

/** A longer word is searched within the given name and within the family name only. */
const MOST_JOINED_LETTERS = 16

/** A word of a search text, in UTF-8. */
export type NameWord = {
  readonly bytes: Uint8Array
  /**
   * The ways to cut a word of East Asian letters in two: its first part may end one name of a partner and its second part
   * begin the other, because people write such names without a space, in both orders. Empty for other words.
   */
  readonly cuts: readonly (readonly [end: Uint8Array, start: Uint8Array])[]
}

/**
 * Splits a search text into words that must all occur in a name, in any order, longest first. Omits words that are part of
 * another word. Returns null when the text has no letters: nothing then matches.
 */
export function wordsOf(name: string): NameWord[] | null {
  const words = foldedWords(name).sort((a, b) => b.length - a.length)
  const needed = words.filter(
    (word, at) => !words.some((other, by) => by < at && other.includes(word)),
  )
  return needed.length === 0 ? null : needed.map(nameWord)
}

/** The distinct words of a search text; split first, because folding removes spaces between East Asian letters. */
export const foldedWords = (name: string): string[] => {
  const words = name.split(/\s+/u).flatMap((word) => foldName(word).split(/\s+/u))
  return [...new Set(words)].filter((word) => word !== '')
}

/** Whether a folded word may be cut between the two names of a partner. */
export const mayBeCut = (word: string): boolean =>
  isEastAsianWord(word) && [...word].length <= MOST_JOINED_LETTERS

/** A folded word, ready for the search. */
export function nameWord(word: string): NameWord {
  const letters = mayBeCut(word) ? [...word] : []
  return {
    bytes: encoder.encode(word),
    cuts: letters
      .slice(1)
      .map((_, at) => [
        encoder.encode(letters.slice(0, at + 1).join('')),
        encoder.encode(letters.slice(at + 1).join('')),
      ]),
  }
}
