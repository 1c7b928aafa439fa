import {
  compare,
  fraction,
  formatUnits,
  eurCents,
  type Fraction,
  latestQuote,
  monthEnd,
  parseMonth,
  type ProgrammeTotal,
  ratio,
  toDecimalText,
} from '@partner-office/domain'
import { sql } from 'kysely'

import { coinText } from '../../business/bonuses/bonus-texts.ts'
import { quotedAt, readRates } from '../../business/rates/current-rates.ts'
import { isJump } from '../../business/rates/rate-jump.ts'
import { lastBackupAt } from '../../core/backups.ts'
import { type Finding, line, listed, NOTHING, percentFromMean } from './finding.ts'
import type { Ground } from './ground.ts'
import { readThreshold } from './thresholds.ts'

const HOUR_MS = 3_600_000
const SLOW_HOURS = 48

/** Programmes that are further from the mean of the months closed last than the threshold. Units: percent. */
export async function findTotals(ground: Ground): Promise<Finding> {
  const threshold = await readThreshold(ground.core.database.read, 'totals')
  const { totals, before } = ground
  if (before.length === 0) return { ...NOTHING, threshold }
  const all = [totals, ...before.map((each) => each.totals)]
  const types = [...new Set(all.flatMap((each) => each.map(({ type }) => type)))].toSorted()
  const lines = types.flatMap((type) => {
    const [now = 0n, ...earlier] = all.map((each) => worthOf(each, type))
    if (!isApart(now, earlier, fraction(threshold))) return []
    const percent = percentFromMean(now, earlier) ?? 'new'
    return [line('programme', type, { percent })]
  })
  return listed(lines, { threshold })
}

/** What a programme credits, in EUR, or in coins if they have no value in EUR. */
function worthOf(totals: readonly ProgrammeTotal[], type: string): bigint {
  const own = totals.filter((each) => each.type === type)
  return own.reduce((sum, { eur, units }) => sum + (eur ?? units), 0n)
}

function isApart(now: bigint, before: readonly bigint[], percent: Fraction): boolean {
  const sum = before.reduce((all, each) => all + each, 0n)
  if (sum <= 0n) return now > 0n
  const difference = now * BigInt(before.length) - sum
  const apart = difference < 0n ? -difference : difference
  return compare(ratio(apart * 100n, sum), percent) > 0
}

/** Accounts of partners that are below 0 now. */
export async function findNegative(ground: Ground): Promise<Finding> {
  const threshold = await readThreshold(ground.core.database.read, 'negative')
  const { rows } = await sql<{ partnerId: number; currency: string; balance: string }>`
    select partner_id, currency, balance::text from accounts
    where partner_id is not null and balance < 0 order by partner_id, currency collate "C"`.execute(
    ground.core.database.read,
  )
  const lines = rows.map(({ partnerId, currency, balance }) =>
    line('partner', partnerId, { currency, balance: coinText(BigInt(balance), currency as 'EUR') }),
  )
  return listed(lines, { threshold, from: Number(threshold) })
}

/** Orders that make the close correct earlier months. */
export async function findLate(ground: Ground): Promise<Finding> {
  const threshold = await readThreshold(ground.core.database.read, 'late')
  const { late, closing } = ground
  return listed(
    late.orderIds.map((id) => line('order', id)),
    {
      count: late.orders,
      from: Number(threshold),
      threshold,
      numbers: {
        orders: String(late.orders),
        eur: formatUnits(eurCents(BigInt(late.cents)), 2),
        months: closing.latePeriods.join(', '),
      },
    },
  )
}

/** Orders of the month that were recorded long after their payment. Units: percent of its orders. */
export async function findSlowOrders(ground: Ground): Promise<Finding> {
  const threshold = await readThreshold(ground.core.database.read, 'slowOrders')
  const { core, closing } = ground
  const start = parseMonth(closing.period)!
  const { rows } = await sql<{ orders: number; slow: number; first: number[] | null }>`
    select count(*) as orders, count(*) filter (where is_slow) as slow,
      (array_agg(id order by id) filter (where is_slow))[1:100] as first
    from (select id, recorded_at - paid_at > ${SLOW_HOURS * HOUR_MS} as is_slow from orders
      where paid_at >= ${start} and paid_at < ${monthEnd(start)} and fact <= ${closing.upToFact}) o`.execute(
    core.database.read,
  )
  const { orders, slow, first } = rows[0]!
  const isFound = slow > 0 && slow * 100 >= Number(threshold) * orders
  const lines = (first ?? []).map((id) => line('order', id))
  const numbers = { slow: String(slow), orders: String(orders) }
  return { ...listed(lines, { threshold, count: slow, numbers }), isFound }
}

/** Used rates that nobody has set or confirmed for long. Units: hours. */
export async function findRateAge(ground: Ground): Promise<Finding> {
  const threshold = await readThreshold(ground.core.database.read, 'rateAge')
  const { core, rates } = ground
  const { read } = core.database
  const oldest = core.clock() - Number(threshold) * HOUR_MS
  const lines = []
  for (const { id, from, to, rate } of rates) {
    const at = await quotedAt(read, await readRates(read, [id]))
    if (at < oldest) lines.push(line('rate', `${from}/${to}`, { rate, at }))
  }
  return listed(lines, { threshold })
}

/** Used rates that differ much from those of the last close. Units: percent. */
export async function findRateJump(ground: Ground): Promise<Finding> {
  const threshold = await readThreshold(ground.core.database.read, 'rateJump')
  const { core, rates, before } = ground
  const closed = before.at(-1)
  if (closed === undefined) return { ...NOTHING, threshold }
  const quotes = await readRates(core.database.read, closed.closing.rateIds)
  const lines = rates.flatMap(({ from, to, rate }) => {
    const quote = latestQuote(quotes, to)
    if (quote === null) return []
    const last = toDecimalText(quote.rate)
    return isJump(last, rate, threshold) ? [line('rate', `${from}/${to}`, { last, rate })] : []
  })
  return listed(lines, { threshold })
}

/**
 * Open disputes about the month: about an order paid in it, a rank reached in it, or its programmes. What was asked about a correction
 * belongs to the month of the order that was corrected.
 */
export async function findDisputes(ground: Ground): Promise<Finding> {
  const threshold = await readThreshold(ground.core.database.read, 'disputes')
  const { core, closing } = ground
  const start = parseMonth(closing.period)!
  const isInMonth = (at: string) =>
    sql`(${sql.ref(at)} >= ${start} and ${sql.ref(at)} < ${monthEnd(start)})`
  const { rows } = await sql<{ id: number; partnerId: number; kind: string }>`
    select d.id, d.partner_id, d.kind from console.disputes d where d.ended_at is null and (
      d.month = ${closing.period}
      or exists (select from orders o where o.id = d.order_id and ${isInMonth('o.paid_at')})
      or exists (select from rank_reaches r where d.kind = 'rank' and r.partner_id = d.partner_id and r.rank_id = d.rank_id
        and r.ladder = 'ordinary' and ${isInMonth('r.reached_at')}))
    order by d.id`.execute(core.database.read)
  const lines = rows.map(({ id, partnerId, kind }) => line('dispute', id, { partnerId, kind }))
  return listed(lines, { threshold, from: Number(threshold) })
}

/** Versions of the plan that start in the month. */
export async function findPlan(ground: Ground): Promise<Finding> {
  const threshold = await readThreshold(ground.core.database.read, 'plan')
  const { core, closing } = ground
  const start = parseMonth(closing.period)!
  const versions = await core.plans.versions(core.database.read)
  const lines = versions
    .filter(({ version, plan: { validFrom } }) => {
      return version <= closing.planVersion && validFrom >= start && validFrom < monthEnd(start)
    })
    .map(({ version, plan: { validFrom } }) => line('plan', version, { validFrom }))
  return listed(lines, { threshold, from: Number(threshold) })
}

/** Units: hours since the last backup. */
export async function findBackup(ground: Ground): Promise<Finding> {
  const threshold = await readThreshold(ground.core.database.read, 'backup')
  const at = await lastBackupAt(ground.core.database.read)
  return tooOld(ground, { at, threshold })
}

/** Units: hours since the last verification without a difference. */
export async function findVerifyAge(ground: Ground): Promise<Finding> {
  const threshold = await readThreshold(ground.core.database.read, 'verifyAge')
  const { rows } = await sql<{ at: number | null }>`
    select max(ended_at) as at from console.jobs
    where kind = 'verify' and state = 'DONE' and (result ->> 'found')::integer = 0`.execute(
    ground.core.database.read,
  )
  return tooOld(ground, { at: rows[0]!.at ?? 0, threshold })
}

type Dated = { readonly at: number; readonly threshold: string }

/** `at` 0: never. */
function tooOld({ core }: Pick<Ground, 'core'>, { at, threshold }: Dated): Finding {
  const isFound = core.clock() - at > Number(threshold) * HOUR_MS
  return { isFound, count: isFound ? 1 : 0, numbers: { at: String(at) }, lines: [], threshold }
}
