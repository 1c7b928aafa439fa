import { foldName } from '@partner-office/domain'

const WORDS = /[\p{L}\p{N}]+/gu
/** Scripts that write no spaces between words. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}]/u
const LONGEST_WORD = 64

/**
 * The words of a text, each once, normalized for comparison. Where a script writes no spaces, a word is each letter and each pair of
 * neighbouring letters, so that a word within a sentence is found by its letters.
 *
 * Source: requirements INB-001; folding as decisions C11.29.
 */
export function wordsOfText(text: string): string[] {
  const folded = foldName(text).normalize('NFC')
  const words = [...folded.matchAll(WORDS)].flatMap(([word]) => partsOf(word))
  return [...new Set(words)]
}

function partsOf(word: string): string[] {
  if (!UNSPACED.test(word)) return [word.slice(0, LONGEST_WORD)]
  const letters = [...word]
  return letters.flatMap((letter, at) =>
    at + 1 < letters.length ? [letter, letter + letters[at + 1]!] : [letter],
  )
}
