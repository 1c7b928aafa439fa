import { ZERO } from '../../fraction.ts'
import { eurCents } from '../../money.ts'
import type { PoolRow } from '../../plan/plan.ts'
import type { PoolPart } from '../diamond-pools.ts'
import { groupsOf, type CreditGroup } from './credit-group.ts'
import type { MonthBasis } from './month-basis.ts'

/** A diamond pool in a month. Units: `members` are rows of the network. */
export type MonthPool = {
  readonly row: PoolRow
  readonly parts: readonly PoolPart[]
  readonly members: readonly number[]
}

/** The diamond pools of a month: what each collects and who shares it. Source: decisions C6. */
export function monthPools(basis: MonthBasis): MonthPool[] {
  const { diamondPools } = basis.version.plan.programmes
  if (diamondPools.from >= basis.end) return []
  return diamondPools.rows.map((row) => ({
    row,
    parts: collectedParts(basis, row.pool),
    members: membersOf(basis, row),
  }))
}

/** Credits every member of a diamond pool an equal share of what the pool collects. Source: decisions C6. */
export function closePools(basis: MonthBasis): CreditGroup[] {
  const { diamondPools } = basis.version.plan.programmes
  return monthPools(basis).flatMap(({ row: { pool, minimumRank }, parts, members: rows }) => {
    return groupsOf(basis, {
      type: 'DIAMOND_POOL',
      planVersion: basis.version.version,
      value: {
        kind: 'pool',
        pool,
        rankId: minimumRank.id,
        parts,
        achievers: rows.length,
      },
      currencies: diamondPools.currencies,
      rows,
      sources: rows.map(() => pool),
    })
  })
}

/** Partners who hold the pool's rank and achieve the diamond row of that rank. */
function membersOf(basis: MonthBasis, pool: PoolRow): number[] {
  const { diamond } = basis.version.plan.programmes
  const place = diamond.rows.findIndex((row) => row.minimumRank?.id === pool.minimumRank.id)
  if (place < 0) return []
  const { tests, top } = basis.legsOf(diamond)
  const members: number[] = []
  for (const [at, row] of top.rows.entries()) {
    if (basis.rankOf(row) < pool.minimumRank.id) continue
    if (tests[place]!.isReached(top.totals[at]!, top.legs, at * top.kept)) members.push(row)
  }
  return members
}

/** What a pool collects: a percent of each order, by the plan version in force when it was paid. */
function collectedParts({ segments, turnovers }: MonthBasis, pool: number): PoolPart[] {
  return segments.map(({ version, start, end }) => {
    const { from, rows } = version.plan.programmes.diamondPools
    const { company } = turnovers.between(Math.max(from, start), end)
    const percent = rows.find((row) => row.pool === pool)?.percent ?? ZERO
    return { planVersion: version.version, turnover: eurCents(company), percent }
  })
}
