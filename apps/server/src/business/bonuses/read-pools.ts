import type { BonusRecord, CallReply, getDiamondPoolsRequirements } from '@partner-office/contracts'
import {
  coinUnits,
  creditedAmount,
  eurCents,
  type Fraction,
  formatUnits,
  isInPool,
  monthText,
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
import { readRateBook } from './bonus-amounts.ts'
import { openOwnDesk, type OwnDesk } from './bonus-desk.ts'
import type { BonusSources } from './bonus-sources.ts'
import { coinText, numberOf, ofOne } from './bonus-texts.ts'
import { periodTurnover } from './bought-legs.ts'
import { legTerms, readPeriodStanding, recordBase, shownLegs } from './period-standing.ts'
import { diamondState } from './read-checkpoints.ts'

/** What pools are paid in. Source: XBO-003. */
const POOL_CURRENCY = 'ULTIMA'

/** A partner's share of a pool. Units: smallest of ULTIMA, EUR exact; 0 for who has none. */
type PoolAmount = { readonly pool: number; readonly units: bigint; readonly eur: Fraction }

/**
 * How the diamond pools of a month stand: each pool is a checkpoint, the diamond target of its rank; its value is the
 * caller's share.
 *
 * Costs as `readPeriodStanding` for the whole team; how many share a pool of an open month, `PoolBook` knows.
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
  const desk = await openOwnDesk(core, partnerId, month)
  const { plan } = desk.version
  const { diamond, diamondPools } = plan.programmes
  const standing = await readPeriodStanding(desk, diamond)
  const turnover = periodTurnover(standing.legs)
  const offered = diamondPools.rows.filter((row) => row.minimumRank.id <= standing.rank.id)
  const achieved = offered.filter((row) => isInPool(plan, row, standing.rank.id, turnover))
  const next = offered.find((row) => !achieved.includes(row)) ?? offered.at(-1)
  const checkpoint = next === undefined ? null : poolCheckpoint(plan, next)
  const progress = rowProgress(checkpoint, legTerms(plan, diamond), turnover)
  const legs = await shownLegs(people, plan, diamond, standing, progress)
  const amounts =
    desk.sealed === null
      ? await openAmounts(desk, achieved, await pools.pools(desk))
      : await creditedShares(desk)
  const amountOf = (pool: number) => amounts.find((each) => each.pool === pool)
  const shareText = (pool: number) => coinText(amountOf(pool)?.units ?? 0n, POOL_CURRENCY)
  return {
    ...recordBase(desk, diamond, standing, progress),
    ...diamondState(plan, standing),
    topPartners: legs.map(({ leg, card: { avatar, firstName, lastName } }) => ({
      avatar,
      firstName,
      lastName,
      turnover: formatUnits(leg.turnover, 2),
    })),
    checkpoints: offered.map((row) => ({
      id: row.pool,
      targetTurnover: formatUnits(poolCheckpoint(plan, row)?.target ?? 0n, 2),
      value: formatUnits(truncateToUnits(amountOf(row.pool)?.eur ?? ZERO, 2), 2),
    })),
    achievedCheckpoints: achieved.map(({ pool }) => pool),
    poolAmounts: { '1': shareText(1), '2': shareText(2), '3': shareText(3) },
    enabled: diamondPools.from < desk.end && offered.length > 0,
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
  desk: OwnDesk,
  achieved: readonly PoolRow[],
  pools: readonly { row: PoolRow; volume: Fraction; achievers: number }[],
): Promise<PoolAmount[]> {
  const rate = (await readRateBook(desk))(POOL_CURRENCY)
  return pools
    .filter(({ row }) => achieved.some(({ pool }) => pool === row.pool))
    .map(({ row: { pool }, volume, achievers }) => {
      const eur = poolShare(volume, achievers)
      const units = rate === null ? 0n : creditedAmount(eur, rate.rate, POOL_CURRENCY).units
      return { pool, units, eur }
    })
}

async function creditedShares({ db, partnerId, end }: OwnDesk): Promise<PoolAmount[]> {
  const { rows } = await sql<{ pool: number; units: string; eurCents: string }>`
    select pool, sum(amount)::text as units,
      trunc(sum(amount / 10 ^ 6::numeric / rate) * 100)::text as eur_cents
    from bonus_records
    where partner_id = ${partnerId} and period = ${monthText(end - 1)} and type = 'DIAMOND_POOL'
    group by pool order by pool`.execute(db)
  return rows.map(({ pool, units, eurCents: cents }) => ({
    pool,
    units: BigInt(units),
    eur: { num: eurCents(BigInt(cents)), den: 100n },
  }))
}

/**
 * The pools in force at an instant, none where they do not run yet.
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
