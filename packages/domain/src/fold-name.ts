const ASCII = /^[\0-\x7f]*$/

/** Letters that Unicode does not decompose, and the letters that people type for them. */
const BASE_LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  // Then the final sigma, and what Persian and Urdu keyboards write for the same Arabic letters.
  'ł:l đ:d ð:d ø:o ß:ss æ:ae œ:oe þ:th ı:i ħ:h ŧ:t ŋ:n ɓ:b ɗ:d ɖ:d ƙ:k ƴ:y ɲ:n ɛ:e ɔ:o ə:e ς:σ ی:ي ى:ي ک:ك ٱ:ا'
    .split(' ')
    .map((pair) => pair.split(':')),
)
const UNDECOMPOSED = new RegExp(`[${Object.keys(BASE_LETTERS).join('')}]`, 'gu')

/** Number of this way to fold names: saved foldings of another one are not used. Grows with each change of `foldName`. */
export const NAME_FOLDING = 3

/** What stands for an apostrophe. Unicode takes some of it for a space with an accent, and makes it of other signs. */
const APOSTROPHE = "'`´‘’‛‚ʹʻʼʽʾʿˈꞌ′‵＇՚׳"
const APOSTROPHES = new RegExp(`[${APOSTROPHE}]`, 'gu')
/** Marks, apostrophes, hyphens and dashes, the dots between parts of a name, the Arabic stretcher, what is not seen. */
const BETWEEN = new RegExp(String.raw`[${APOSTROPHE}\p{M}\p{Pd}\p{Cf}−·•‧・ـ]`, 'gu')

const EAST_ASIAN = String.raw`(?=[\p{L}\p{Nl}])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]`
const SPACES_BETWEEN = new RegExp(String.raw`(${EAST_ASIAN})\s+(?=${EAST_ASIAN})`, 'gu')
const EAST_ASIAN_WORD = new RegExp(`^(?:${EAST_ASIAN})+$`, 'u')
const EAST_ASIAN_LETTERS = new RegExp(EAST_ASIAN, 'gu')

/**
 * Normalizes a name for comparison, the same for every language: in lower case, without marks, apostrophes, hyphens and
 * spaces between Chinese, Japanese or Korean letters; letters that Unicode does not decompose as their base letters.
 *
 * Source: decisions C11.29.
 */
export function foldName(name: string): string {
  if (ASCII.test(name)) return name.toLowerCase().replaceAll(/['`-]/g, '')
  return name
    .replaceAll(APOSTROPHES, '')
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(BETWEEN, '')
    .replaceAll(UNDECOMPOSED, (letter) => BASE_LETTERS[letter]!)
    .replaceAll(SPACES_BETWEEN, '$1')
}

/**
 * Whether a word has Chinese, Japanese or Korean letters only. Such names are written with or without a space between
 * family name and given name, and in both orders.
 */
export const isEastAsianWord = (word: string): boolean => EAST_ASIAN_WORD.test(word)

const FEWEST_LETTERS = 3
const FEWEST_EAST_ASIAN_LETTERS = 2

/**
 * Whether a name filter is long enough: three characters, or two Chinese, Japanese or Korean letters. A Korean syllable is
 * one letter.
 *
 * Source: requirements TEA-023; decisions C11.29.
 */
export function isLongEnough(name: string): boolean {
  const composed = name.normalize('NFC').trim()
  if ([...composed].length >= FEWEST_LETTERS) return true
  return (composed.match(EAST_ASIAN_LETTERS)?.length ?? 0) >= FEWEST_EAST_ASIAN_LETTERS
}
