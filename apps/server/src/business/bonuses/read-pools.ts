import type { BonusRecord, Requirement } from '@partner-office/contracts'
import {
  checkpointStanding,
  creditedAmount,
  type Fraction,
  formatUnits,
  fraction,
  type PoolRow,
  poolRows,
  poolShare,
  type TargetRow,
  truncateToUnits,
  ZERO,
} from '@partner-office/domain'
import { sql } from 'kysely'

import { askedMonth } from './asked-period.ts'
import { creditedRecords, readQuotes } from './bonus-amounts.ts'
import { type CallerContext, openCallerContext } from './bonus-context.ts'
import type { BonusSources } from './bonus-sources.ts'
import { coinText, numberOf, ofOne } from './bonus-texts.ts'
import { readStanding, recordBase, shownLegs } from './period-standing.ts'
import type { OpenPool } from './pool-cache.ts'
import { diamondState, type RequirementTable } from './read-checkpoints.ts'

/** What pools are paid in. Source: XBO-003. */
const POOL_CURRENCY = 'ULTIMA'

type PoolWorth = Partial<Requirement> & Pick<PoolRow, 'pool'>

/** The table of the pools. Source: api.md, "Ranks and bonuses"; API-021. */
export const POOLS: RequirementTable<PoolRow & TargetRow, PoolWorth> = {
  of: (plan) => {
    const { diamond, diamondPools } = plan.programmes
    return { ...diamondPools, legPercents: diamond.legPercents, rows: poolRows(plan) }
  },
  requirement: ({ pool, percent }) => ({
    pool,
    percent: numberOf(ofOne(percent)),
    currency: POOL_CURRENCY,
  }),
}

/** The caller's shares, by pool. Units: smallest of ULTIMA, EUR exact. */
type PoolShares = ReadonlyMap<number, { readonly units: bigint; readonly eur: Fraction }>

/**
 * Reads how the diamond pools of a month stand. Each pool is a checkpoint: its target is the diamond target of its rank,
 * its value the caller's share.
 *
 * Costs as `readStanding` for the whole team; `PoolCache` counts the members of the pools of an open month.
 *
 * Refuses: `validation_error`, `data_not_ready`.
 * Source: api.md, "Ranks and bonuses"; decisions C6; XBO-003.
 */
export async function readPools(
  { core, people, pools }: BonusSources,
  partnerId: number,
  asked: number | undefined,
): Promise<BonusRecord> {
  const month = askedMonth(asked, core.clock(), 'poolsStartedAt')
  const context = await openCallerContext(core, partnerId, month)
  const { plan } = context.version
  const { diamond, diamondPools } = plan.programmes
  const standing = await readStanding(context, { ...diamond, rows: poolRows(plan) })
  const { terms, rank, turnover } = standing
  const { checkpoints, progress, shown, achieved } = checkpointStanding(terms, rank.id, turnover)
  const legs = await shownLegs(people, standing, progress)
  const shares = context.isSealed
    ? await creditedShares(context)
    : await openShares(context, achieved, await pools.pools(context))
  const shareText = (pool: number) => coinText(shares.get(pool)?.units ?? 0n, POOL_CURRENCY)
  const total = [...shares.values()].reduce((sum, { units }) => sum + units, 0n)
  return {
    ...recordBase(context, standing, progress),
    ...diamondState(plan, standing),
    topPartners: legs.map((leg) => leg.shown),
    checkpoints: checkpoints.map(({ pool, target }) => ({
      id: pool,
      targetTurnover: formatUnits(target, 2),
      value: formatUnits(truncateToUnits(shares.get(pool)?.eur ?? ZERO, 2), 2),
    })),
    achievedCheckpoints: achieved.map(({ pool }) => pool),
    poolAmounts: { '1': shareText(1), '2': shareText(2), '3': shareText(3) },
    enabled: diamondPools.from < context.end && checkpoints.length > 0,
    percent: numberOf(ofOne(shown?.percent ?? ZERO)),
    bonusPercent: numberOf(ofOne(achieved.at(-1)?.percent ?? ZERO)),
    bonusAmounts: { [POOL_CURRENCY]: coinText(total, POOL_CURRENCY) },
  }
}

async function openShares(
  context: CallerContext,
  achieved: readonly PoolRow[],
  pools: readonly OpenPool[],
): Promise<PoolShares> {
  const rate = (await readQuotes(context))(POOL_CURRENCY)
  const shared = pools.filter(({ row }) => achieved.some(({ pool }) => pool === row.pool))
  return new Map(
    shared.map(({ row, volume, achievers }) => {
      const eur = poolShare(volume, achievers)
      const units = rate === null ? 0n : creditedAmount(eur, rate.rate, POOL_CURRENCY).units
      return [row.pool, { units, eur }]
    }),
  )
}

async function creditedShares(context: CallerContext): Promise<PoolShares> {
  const { rows } = await sql<{ pool: number; units: string; eur: string }>`
    select pool, sum(amount)::text as units, trunc(sum(amount / 10 ^ 6::numeric / rate), 2)::text as eur
    from ${creditedRecords(context, 'DIAMOND_POOL')}
    group by pool order by pool`.execute(context.db)
  return new Map(
    rows.map(({ pool, units, eur }) => [pool, { units: BigInt(units), eur: fraction(eur) }]),
  )
}
