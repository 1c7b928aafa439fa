/** The rows [from, to); only those with a set bit unless `bits` is null. */
export type RowSet = {
  readonly from: number
  readonly to: number
  readonly bits: Uint32Array | null
}

/** Visits the rows of a set in ascending order. */
export function eachRowOf({ from, to, bits }: RowSet, visit: (row: number) => void): void {
  if (bits !== null) return eachRow(bits, from, to, visit)
  for (let row = from; row < to; row += 1) visit(row)
}

/** Visits the rows of [from, to) with set bits in ascending order. */
export function eachRow(
  bits: Uint32Array,
  from: number,
  to: number,
  visit: (row: number) => void,
): void {
  const lastWord = (to - 1) >> 5
  for (let word = from >> 5; word <= lastWord; word += 1) {
    if (bits[word] === 0) continue
    let rest = wordWithin(bits, word, from, to)
    while (rest !== 0) {
      const bit = rest & -rest
      visit((word << 5) + 31 - Math.clz32(bit))
      rest ^= bit
    }
  }
}

/** Returns the rows of [from, to) with set bits. */
export function rowsOf(bits: Uint32Array, from: number, to: number): Int32Array {
  const rows = new Int32Array(countRows(bits, from, to))
  let count = 0
  for (let word = from >> 5; count < rows.length; word += 1) {
    if (bits[word] === 0) continue
    for (let rest = wordWithin(bits, word, from, to); rest !== 0; rest &= rest - 1) {
      rows[count++] = (word << 5) + 31 - Math.clz32(rest & -rest)
    }
  }
  return rows
}

/** One word of bits, with the bits outside [from, to) cleared. */
function wordWithin(bits: Uint32Array, word: number, from: number, to: number): number {
  let rest = bits[word]! | 0
  const start = word << 5
  if (start < from) rest &= -1 << (from - start)
  if (start + 32 > to) rest &= -1 >>> (start + 32 - to)
  return rest
}

/** Counts the set bits of [from, to). */
export function countRows(bits: Uint32Array, from: number, to: number): number {
  let count = 0
  const lastWord = (to - 1) >> 5
  for (let word = from >> 5; word <= lastWord; word += 1) {
    count += ones(wordWithin(bits, word, from, to))
  }
  return count
}

/** Counts the set bits of a word: sums of 2, then 4, then 8 bits, then all bytes by one multiplication. */
function ones(word: number): number {
  let count = word - ((word >>> 1) & 0x55555555)
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333)
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
