import { ZERO } from '../../fraction.ts'
import { eurCents } from '../../money.ts'
import type { PoolRow } from '../../plan/plan.ts'
import { poolCheckpoint, type PoolPart } from '../diamond-pools.ts'
import { groupsOf, type CreditGroup } from './credit-group.ts'
import type { MonthBasis } from './month-basis.ts'

/**
 * Everybody in a diamond pool gets an equal share of what it collects of the company's orders.
 *
 * Source: decisions C6.
 */
export function closePools(basis: MonthBasis): CreditGroup[] {
  const { diamondPools } = basis.version.plan.programmes
  if (diamondPools.from >= basis.end) return []
  return diamondPools.rows.flatMap((pool) => {
    const rows = membersOf(basis, pool)
    return groupsOf(basis, {
      type: 'DIAMOND_POOL',
      planVersion: basis.version.version,
      value: {
        kind: 'pool',
        pool: pool.pool,
        rankId: pool.minimumRank.id,
        parts: collectedParts(basis, pool.pool),
        achievers: rows.length,
      },
      currencies: diamondPools.currencies,
      rows,
      sources: rows.map(() => pool.pool),
    })
  })
}

/** Who holds the pool's rank and achieved the diamond row of that rank. */
function membersOf(basis: MonthBasis, pool: PoolRow): number[] {
  const { plan } = basis.version
  const { diamond } = plan.programmes
  const checkpoint = poolCheckpoint(plan, pool)
  if (checkpoint === null || diamond.from >= basis.end) return []
  const { tests, top } = basis.legsOf(diamond)
  const test = tests[diamond.rows.indexOf(checkpoint)]!
  const members: number[] = []
  for (const [at, row] of top.rows.entries()) {
    if (basis.ranks[row]! < pool.minimumRank.id) continue
    if (test.isReached(top.totals[at]!, top.legs, at * top.kept)) members.push(row)
  }
  return members
}

/** What a pool collects: of each order the percent of the version in force when it was paid. */
function collectedParts({ segments, turnovers }: MonthBasis, pool: number): PoolPart[] {
  return segments.map(({ version, start, end }) => {
    const { from, rows } = version.plan.programmes.diamondPools
    const { company } = turnovers.between(Math.max(from, start), end)
    const percent = rows.find((row) => row.pool === pool)?.percent ?? ZERO
    return { planVersion: version.version, turnover: eurCents(company), percent }
  })
}
