import type { BonusRecord, CallReply, getDiamondPoolsRequirements } from '@partner-office/contracts'
import {
  coinUnits,
  creditedAmount,
  eurCents,
  type Fraction,
  formatUnits,
  isInPool,
  poolCheckpoint,
  type PoolRow,
  poolShare,
  rowProgress,
  truncateToUnits,
  ZERO,
} from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import { askedMonth } from './asked-period.ts'
import { creditedRecords, readQuotes } from './bonus-amounts.ts'
import { type CallerContext, openCallerContext } from './bonus-context.ts'
import type { BonusSources } from './bonus-sources.ts'
import { coinText, numberOf, ofOne } from './bonus-texts.ts'
import { readStanding, recordBase, shownLegs } from './period-standing.ts'
import type { OpenPool } from './pool-cache.ts'
import { diamondState } from './read-checkpoints.ts'

/** What pools are paid in. Source: XBO-003. */
const POOL_CURRENCY = 'ULTIMA'

/** The caller's share of a pool. Units: smallest of ULTIMA, EUR exact; 0 without a share. */
type PoolAmount = { readonly pool: number; readonly units: bigint; readonly eur: Fraction }

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
  const standing = await readStanding(context, diamond)
  const { rank, terms, turnover } = standing
  const offered = diamondPools.rows.filter((row) => row.minimumRank.id <= rank.id)
  const achieved = offered.filter((row) => isInPool(plan, row, rank.id, turnover))
  const next = offered.find((row) => !achieved.includes(row)) ?? offered.at(-1)
  const checkpoint = next === undefined ? null : poolCheckpoint(plan, next)
  const progress = rowProgress(checkpoint, terms, turnover)
  const legs = await shownLegs(people, standing, progress)
  const amounts = context.isSealed
    ? await creditedShares(context)
    : await openAmounts(context, achieved, await pools.pools(context))
  const amountOf = (pool: number) => amounts.find((each) => each.pool === pool)
  const shareText = (pool: number) => coinText(amountOf(pool)?.units ?? 0n, POOL_CURRENCY)
  return {
    ...recordBase(context, standing, progress),
    ...diamondState(plan, standing),
    topPartners: legs.map(({ shown }) => shown),
    checkpoints: offered.map((row) => ({
      id: row.pool,
      targetTurnover: formatUnits(poolCheckpoint(plan, row)?.target ?? 0n, 2),
      value: formatUnits(truncateToUnits(amountOf(row.pool)?.eur ?? ZERO, 2), 2),
    })),
    achievedCheckpoints: achieved.map(({ pool }) => pool),
    poolAmounts: { '1': shareText(1), '2': shareText(2), '3': shareText(3) },
    enabled: diamondPools.from < context.end && offered.length > 0,
    percent: numberOf(ofOne(next?.percent ?? ZERO)),
    bonusPercent: numberOf(ofOne(achieved.at(-1)?.percent ?? ZERO)),
    bonusAmounts: {
      [POOL_CURRENCY]: coinText(
        coinUnits(amounts.reduce((sum, { units }) => sum + units, 0n)),
        POOL_CURRENCY,
      ),
    },
  }
}

async function openAmounts(
  context: CallerContext,
  achieved: readonly PoolRow[],
  pools: readonly OpenPool[],
): Promise<PoolAmount[]> {
  const rate = (await readQuotes(context))(POOL_CURRENCY)
  return pools
    .filter(({ row }) => achieved.some(({ pool }) => pool === row.pool))
    .map(({ row: { pool }, volume, achievers }) => {
      const eur = poolShare(volume, achievers)
      const units = rate === null ? 0n : creditedAmount(eur, rate.rate, POOL_CURRENCY).units
      return { pool, units, eur }
    })
}

async function creditedShares(context: CallerContext): Promise<PoolAmount[]> {
  const { rows } = await sql<{ pool: number; units: string; eurCents: string }>`
    select pool, sum(amount)::text as units,
      trunc(sum(amount / 10 ^ 6::numeric / rate) * 100)::text as eur_cents
    from ${creditedRecords(context, 'DIAMOND_POOL')}
    group by pool order by pool`.execute(context.db)
  return rows.map(({ pool, units, eurCents: cents }) => ({
    pool,
    units: BigInt(units),
    eur: { num: eurCents(BigInt(cents)), den: 100n },
  }))
}

/**
 * The pools in force at an instant; none before the programme begins.
 *
 * Source: api.md, "Ranks and bonuses"; API-021, API-059.
 */
export async function readPoolRequirements(
  core: Core,
  timestamp: number | undefined,
): Promise<CallReply<typeof getDiamondPoolsRequirements>> {
  const at = timestamp ?? core.clock()
  const { plan } = await core.plans.at(core.database.read, at)
  const { diamondPools, diamond } = plan.programmes
  if (at < diamondPools.from) return []
  return diamondPools.rows.map((row) => ({
    pool: row.pool,
    rang: row.minimumRank.code,
    targetTurnover: formatUnits(poolCheckpoint(plan, row)?.target ?? 0n, 2),
    topLegPercents: diamond.legPercents.map(numberOf),
    percent: numberOf(ofOne(row.percent)),
    amount: null,
    currency: POOL_CURRENCY,
  }))
}
