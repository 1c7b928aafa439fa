import { add, compare, fraction, multiply, ONE, toDecimalText, ZERO } from '../fraction.ts'
import type { Fraction } from '../fraction.ts'
import type { EurCents } from '../money.ts'
import { inside, report, type Place } from './document-reader.ts'
import type { CurrencyShare, Rank, UnilevelRow } from './plan.ts'

/** A row as far as it could be read: every part may be missing. */
type Draft<Row> = Partial<Row> | undefined

/**
 * Checks that a list of ranks is a ladder. Returns the ranks and reports each problem.
 *
 * Source: decisions B1, C1.
 */
export function checkRanks(ranks: readonly Rank[], place: Place): readonly Rank[] {
  if (ranks.length === 0) report(place, 'must hold at least one rank')
  else checkEntryRank(ranks[0], inside(place, 0))

  checkAscending(idsOf(ranks), { place, field: 'id', equal: 'refused' })
  checkAscending(turnoversOf(ranks), { place, field: 'turnover', equal: 'allowed' })
  checkUnique(codesOf(ranks), { place, field: 'code' })
  return ranks
}

const idsOf = (ranks: readonly Draft<Rank>[]) => ranks.map((rank) => rank?.id)
const codesOf = (ranks: readonly Draft<Rank>[]) => ranks.map((rank) => rank?.code)
const turnoversOf = (ranks: readonly Draft<Rank>[]) => ranks.map((rank) => rank?.turnover)

function checkEntryRank(entry: Draft<Rank>, place: Place): void {
  if (entry?.turnover) {
    report(inside(place, 'turnover'), 'must be 0: everybody holds the first rank')
  }
  if (entry?.bonus) {
    report(inside(place, 'bonus'), 'must be 0: a rank everybody holds cannot carry a bonus')
  }
}

type Column = { place: Place; field: string }

function checkAscending(
  column: readonly (number | bigint | undefined)[],
  { place, field, equal }: Column & { equal: 'allowed' | 'refused' },
): void {
  for (const [index, value] of column.entries()) {
    const before = column.slice(0, index).findLast((earlier) => earlier !== undefined)
    if (value === undefined || before === undefined) continue
    const where = inside(inside(place, index), field)
    if (value < before) report(where, `must not be below the ${field} of the row before`)
    if (value === before && equal === 'refused') {
      report(where, `must be above the ${field} of the row before`)
    }
  }
}

function checkUnique(
  column: readonly (string | number | undefined)[],
  { place, field }: Column,
): void {
  for (const [index, value] of column.entries()) {
    const first = column.indexOf(value)
    if (value === undefined || first === index) continue
    report(
      inside(inside(place, index), field),
      `must be unique; ${inside(place, first).path} has it`,
    )
  }
}

/**
 * Checks that the rows of each `validFrom` are one table: depths do not overlap, and no order pays
 * more than its own amount. Returns the rows and reports each problem.
 *
 * Source: decisions B2.
 */
export function checkUnilevel(rows: readonly UnilevelRow[], place: Place): readonly UnilevelRow[] {
  for (const index of rows.keys()) checkDepths(rows, index, place)

  for (const [validFrom, table] of Map.groupBy(rows.filter(isComplete), (row) => row.validFrom)) {
    const sum = table.map(paidByRow).reduce(add, ZERO)
    if (compare(sum, fraction(100)) <= 0) continue
    report(
      place,
      `one order may pay at most 100 percent; from ${validFrom} on it pays ${toDecimalText(sum)}`,
    )
  }
  return rows
}

function checkDepths(rows: readonly Draft<UnilevelRow>[], index: number, place: Place): void {
  const row = rows[index]
  if (!isComplete(row)) return
  if (row.depthTo < row.depthFrom) {
    report(inside(inside(place, index), 'depthTo'), 'must not be below depthFrom')
    return
  }
  const other = rows
    .slice(0, index)
    .findIndex((earlier) => isComplete(earlier) && overlap(earlier, row))
  if (other < 0) return
  const where = inside(inside(place, index), 'depthFrom')
  report(
    where,
    `depths overlap those of ${inside(place, other).path}, which has the same validFrom`,
  )
}

function isComplete(row: Draft<UnilevelRow>): row is UnilevelRow {
  const { validFrom, depthFrom, depthTo, percent } = row ?? {}
  return [validFrom, depthFrom, depthTo, percent].every((value) => value !== undefined)
}

function overlap(a: UnilevelRow, b: UnilevelRow): boolean {
  return a.validFrom === b.validFrom && a.depthFrom <= b.depthTo && b.depthFrom <= a.depthTo
}

function paidByRow({ depthFrom, depthTo, percent }: UnilevelRow): Fraction {
  return multiply(percent, fraction(Math.max(0, depthTo - depthFrom + 1)))
}

/** A programme's row as far as the checks look at it. */
type RowWithTarget = { readonly target: EurCents; readonly minimumRank: Rank | null }

/**
 * Rows of a programme stand by target, so that the first one that is not achieved is the next aim.
 *
 * Source: decisions C5.
 */
export function checkTargets<Row extends RowWithTarget>(
  rows: readonly Row[],
  place: Place,
): readonly Row[] {
  const targets = rows.map((row: Draft<RowWithTarget>) => row?.target)
  checkAscending(targets, { place, field: 'target', equal: 'refused' })
  return rows
}

/**
 * Checks rows that ranks select: one row for each rank, and a higher target for a higher rank.
 *
 * Source: decisions C4, C7.
 */
export function checkRankedRows<Row extends RowWithTarget>(
  rows: readonly Row[],
  place: Place,
): readonly Row[] {
  const rankIds = rows.map((row: Draft<RowWithTarget>) => {
    return row?.minimumRank === null ? 0 : row?.minimumRank?.id
  })
  checkAscending(rankIds, { place, field: 'minimumRank', equal: 'refused' })
  return checkTargets(rows, place)
}

/**
 * Each pool is there once, and together they collect no more than there is.
 *
 * Source: decisions C6.
 */
export function checkPools<Row extends { readonly pool: number; readonly percent: Fraction }>(
  rows: readonly Row[],
  place: Place,
): readonly Row[] {
  const drafts: readonly Draft<{ pool: number; percent: Fraction }>[] = rows
  const pools = drafts.map((row) => row?.pool)
  checkUnique(pools, { place, field: 'pool' })
  const sum = drafts.map((row) => row?.percent ?? ZERO).reduce(add, ZERO)
  if (compare(sum, fraction(100)) > 0) {
    report(place, `the pools may collect at most 100 percent, not ${toDecimalText(sum)}`)
  }
  return rows
}

/** The parts of a plan that decide the members of a pool. */
type PoolTerms = {
  readonly diamond: { readonly rows: readonly RowWithTarget[] }
  readonly diamondPools: { readonly rows: readonly { readonly minimumRank: Rank }[] }
}

/**
 * Checks that the diamond programme has a row for the rank of each pool, since that row opens the pool.
 *
 * Source: decisions C6.
 */
export function checkPoolRanks<Terms extends PoolTerms>(programmes: Terms, place: Place): Terms {
  const { diamond, diamondPools } = programmes as { [K in keyof PoolTerms]: Draft<PoolTerms[K]> }
  const offered = diamond?.rows?.map((row: Draft<RowWithTarget>) => row?.minimumRank?.id)
  const pools: readonly Draft<{ minimumRank: Rank }>[] = diamondPools?.rows ?? []
  for (const [index, pool] of pools.entries()) {
    const rank = pool?.minimumRank
    if (offered === undefined || rank === undefined || offered.includes(rank.id)) continue
    const row = inside(inside(inside(place, 'diamondPools'), 'rows'), index)
    report(inside(row, 'minimumRank'), 'must be the minimumRank of a row of diamond')
  }
  return programmes
}

/** A programme's value is split without a rest, each currency once. Source: decisions B3. */
export function checkShares(
  shares: readonly CurrencyShare[],
  place: Place,
): readonly CurrencyShare[] {
  const drafts: readonly Draft<CurrencyShare>[] = shares
  checkUnique(
    drafts.map((part) => part?.currency),
    { place, field: 'currency' },
  )
  const parts = drafts.map((part) => part?.share)
  const sum = parts.reduce<Fraction>((total, part) => add(total, part ?? ZERO), ZERO)
  if (parts.every(Boolean) && compare(sum, ONE) !== 0) {
    report(place, `the shares must add up to 1, not ${toDecimalText(sum)}`)
  }
  return shares
}
