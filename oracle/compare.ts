/** Comparing an expected export with one of the product, row by row. */

export type Difference = {
  /** Line of the expected text, from 1 (the header); for an extra row, where it would stand. */
  line: number
  /** null: the actual text has a row that is not expected. */
  expected: string | null
  /** null: an expected row is missing. */
  actual: string | null
}

/**
 * The first differences, none when the texts are the same to the byte. A missing or an extra row
 * is one difference, the rows behind it are compared as if it were in place.
 */
export function compareCsv(expected: string, actual: string, limit = 10): Difference[] {
  const differences: Difference[] = []
  if (expected === actual) return differences
  const wanted = expected.split('\n')
  const given = actual.split('\n')
  const wantedLeft = counted(wanted)
  const givenLeft = counted(given)
  let i = 0
  let j = 0
  while ((i < wanted.length || j < given.length) && differences.length < limit) {
    const want = wanted[i] ?? null
    const have = given[j] ?? null
    // A row that the other text still holds further down is no match for the row it meets here.
    const wantElsewhere = want !== null && (givenLeft.get(want) ?? 0) > 0
    const haveElsewhere = have !== null && (wantedLeft.get(have) ?? 0) > 0
    let takeWant = want !== null
    let takeHave = have !== null
    if (want !== have) {
      if (want !== null && have !== null && wantElsewhere !== haveElsewhere) {
        takeWant = haveElsewhere
        takeHave = wantElsewhere
      }
      differences.push({
        line: i + 1,
        expected: takeWant ? want : null,
        actual: takeHave ? have : null,
      })
    }
    if (takeWant) {
      wantedLeft.set(want!, wantedLeft.get(want!)! - 1)
      i += 1
    }
    if (takeHave) {
      givenLeft.set(have!, givenLeft.get(have!)! - 1)
      j += 1
    }
  }
  return differences
}

function counted(rows: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(row, (counts.get(row) ?? 0) + 1)
  return counts
}

/**
 * The export `bonuses` without what the clock decides: the instant of cancelling in reversing
 * records (negative amounts) becomes the word `cancelled`, and the record stands right behind
 * the one it reverses. Apply it to both texts before comparing them.
 */
export function maskCancelInstants(bonuses: string): string {
  const lines = bonuses.split('\n')
  const result: string[] = []
  let reversals: string[] = []
  let group = ''
  for (const line of lines) {
    const cells = line.split(',')
    const [partnerId, type, orderId, level, currency, amount, , period] = cells
    const key = [partnerId, type, orderId, level, currency, period].join(',')
    if (key !== group) {
      result.push(...reversals)
      reversals = []
      group = key
    }
    if (amount !== undefined && amount.startsWith('-')) {
      reversals.push([...cells.slice(0, 6), 'cancelled', ...cells.slice(7)].join(','))
    } else {
      result.push(line)
    }
  }
  return [...result, ...reversals].join('\n')
}
