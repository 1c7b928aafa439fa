import { foldName } from '../fold-name.ts'

const encoder = new TextEncoder()

/**
 * Splits a search text into words that must all occur in a name, in any order, longest first. Omits words that are part of
 * another word. Returns null when the text has no letters: nothing then matches.
 */
export function wordsOf(name: string): Uint8Array[] | null {
  const words = [...new Set(foldName(name).split(/\s+/u))]
    .filter((word) => word !== '')
    .sort((a, b) => b.length - a.length)
  const needed = words.filter(
    (word, at) => !words.some((other, by) => by < at && other.includes(word)),
  )
  return needed.length === 0 ? null : needed.map((word) => encoder.encode(word))
}
