import {
  eurCents,
  formatUnits,
  fraction,
  monthEnd,
  parseMonth,
  toDecimalText,
} from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import { readClosings } from '../../business/months/closing.ts'
import { currentRates } from '../../business/rates/current-rates.ts'
import { isJump } from '../../business/rates/rate-jump.ts'
import { readSetting } from '../../business/settings/read-settings.ts'
import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import type { StoredDryRun } from './stored-dry-runs.ts'

const MOST_NAMED = 5

/**
 * What has changed since a dry run so that the month would be closed otherwise, in words. Orders of later months are no change.
 *
 * Source: D-158; requirements MON-008, MON-009.
 */
export async function changesSince(
  core: Core,
  db: Db,
  { period, closing, document }: StoredDryRun,
): Promise<string[]> {
  const changes = [
    await ordersSince(db, closing),
    await cancelledSince(db, closing),
    await blocksSince(db, closing),
    await plansSince(core, db, closing),
    await settingsSince(db, closing),
    await closingsSince(db, period, closing),
    ...(await ratesSince(db, document)),
  ]
  return changes.filter((change) => change !== null)
}

type Basis = StoredDryRun['closing']

type Counted = { readonly count: number; readonly cents: string; readonly first: number[] | null }

async function counted(db: Db, rows: RawBuilder<unknown>): Promise<Counted> {
  const { rows: found } = await sql<Counted>`
    select count(*) as count, coalesce(sum(cents), 0)::text as cents,
      (array_agg(id order by id))[1:${sql.lit(MOST_NAMED)}] as first
    from (${rows}) c`.execute(db)
  return found[0]!
}

const named = ({ count, first }: Counted): string =>
  `${(first ?? []).join(', ')}${count > MOST_NAMED ? ', …' : ''}`

const many = (count: number, one: string, more: string): string =>
  `${count} ${count === 1 ? one : more}`

const eurOf = ({ cents }: Counted): string => `${formatUnits(eurCents(BigInt(cents)), 2)} EUR`

async function ordersSince(db: Db, { period, upToFact }: Basis): Promise<string | null> {
  const found = await counted(
    db,
    sql`select id, amount_cents as cents from orders
      where fact > ${upToFact} and paid_at < ${endOf(period)}`,
  )
  if (found.count === 0) return null
  return `${many(found.count, 'order', 'orders')} that ${found.count === 1 ? 'counts' : 'count'}, ${eurOf(found)}: ${named(found)}`
}

async function cancelledSince(db: Db, { period, upToFact }: Basis): Promise<string | null> {
  const found = await counted(
    db,
    sql`select o.id, o.amount_cents as cents from cancellations c join orders o on o.id = c.order_id
      where c.fact > ${upToFact} and o.paid_at < ${endOf(period)}`,
  )
  if (found.count === 0) return null
  return `${many(found.count, 'cancelled order', 'cancelled orders')} of it, ${eurOf(found)}: ${named(found)}`
}

async function blocksSince(db: Db, { upToFact }: Basis): Promise<string | null> {
  const found = await counted(
    db,
    sql`select distinct partner_id as id, 0 as cents from partner_blocks where fact > ${upToFact}`,
  )
  if (found.count === 0) return null
  return `${many(found.count, 'partner', 'partners')} blocked or unblocked: ${named(found)}`
}

async function plansSince({ plans }: Core, db: Db, { planVersion }: Basis): Promise<string | null> {
  const latest = await plans.latest(db)
  return latest === planVersion ? null : `version ${latest} of the plan was loaded`
}

async function settingsSince(db: Db, { lateOrderCorrections }: Basis): Promise<string | null> {
  const now = await readSetting(db, 'lateOrderCorrections')
  if (now === lateOrderCorrections) return null
  return `lateOrderCorrections was ${lateOrderCorrections} and is ${now}`
}

async function closingsSince(db: Db, period: string, { id }: Basis): Promise<string | null> {
  const since = (await readClosings(db)).filter((each) => each.id >= id)
  if (since.length === 0) return null
  if (since.some((each) => each.period === period)) return 'its closing has begun'
  return `other months were closed: ${since.map((each) => each.period).join(', ')}`
}

/** A feed sets rates all day: only a large difference counts, since the close uses the rates of the dry run. */
async function ratesSince(db: Db, { rates }: StoredDryRun['document']): Promise<string[]> {
  const percent = await readSetting(db, 'rateJumpPercent')
  const current = await currentRates(db)
  return rates.flatMap(({ from, to, rate }) => {
    const newest = current.find(
      (each) => each.from === from && each.to === to && each.rateType === 'SELL',
    )
    const now = toDecimalText(newest?.rate ?? fraction(rate))
    return isJump(rate, now, percent) ? [`the rate ${from}/${to} was ${rate} and is ${now}`] : []
  })
}

const endOf = (period: string): number => monthEnd(parseMonth(period)!)
