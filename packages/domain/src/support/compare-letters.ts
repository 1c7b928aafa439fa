import { foldName } from '../fold-name.ts'

/** A run of letters that stands in both texts, or in one of them only. */
export type LetterRun = { readonly text: string; readonly isSame: boolean }

/** How alike two values are: letter by letter, or but for case, accents, hyphens and spaces. */
export type Likeness = 'same' | 'similar' | 'different'

/** Two texts as runs of equal and different letters. */
export type ComparedLetters = {
  readonly one: readonly LetterRun[]
  readonly other: readonly LetterRun[]
}

/**
 * Compares two texts letter by letter: marks the fewest letters whose removal makes both texts equal.
 *
 * The longest common subsequence, by the usual table: `common[i][j]` letters are common to the texts from places i and j on. At equal
 * letters both places go on; else the place goes on that keeps more.
 *
 * Units: a letter is a code point; texts of up to 256 letters.
 * Source: requirements DOC-002.
 */
export function compareLetters(one: string, other: string): ComparedLetters {
  const [a, b] = [[...one], [...other]]
  const common = commonOf(a, b)
  const marks = { one: a.map(() => false), other: b.map(() => false) }
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) {
      marks.one[i] = true
      marks.other[j] = true
      i += 1
      j += 1
    } else if (common[i + 1]![j]! >= common[i]![j + 1]!) i += 1
    else j += 1
  }
  return { one: runsOf(a, marks.one), other: runsOf(b, marks.other) }
}

function commonOf(a: readonly string[], b: readonly string[]): number[][] {
  const common = Array.from({ length: a.length + 1 }, () => Array<number>(b.length + 1).fill(0))
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      common[i]![j] =
        a[i] === b[j]
          ? common[i + 1]![j + 1]! + 1
          : Math.max(common[i + 1]![j]!, common[i]![j + 1]!)
    }
  }
  return common
}

function runsOf(letters: readonly string[], isSame: readonly boolean[]): LetterRun[] {
  const runs: { text: string; isSame: boolean }[] = []
  for (const [at, letter] of letters.entries()) {
    const last = runs.at(-1)
    if (last !== undefined && last.isSame === isSame[at]) last.text += letter
    else runs.push({ text: letter, isSame: isSame[at]! })
  }
  return runs
}

/** How alike two values are. */
export function likenessOf(one: string, other: string): Likeness {
  if (one === other) return 'same'
  const folded = (text: string) => foldName(text).replaceAll(/\s+/gu, '')
  return folded(one) === folded(other) ? 'similar' : 'different'
}
