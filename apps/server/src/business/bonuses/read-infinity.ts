import type {
  BonusRecord,
  CallInput,
  CallReply,
  getInfinityHistory,
  InfinityAccrual,
} from '@partner-office/contracts'
import {
  eurCents,
  formatUnits,
  fraction,
  type Fraction,
  infinityStanding,
  isActiveAt,
  MonthInfinity,
  orderPercent,
  type PercentRow,
  ZERO,
} from '@partner-office/domain'
import { sql } from 'kysely'

import type { PartnerCard } from '../partners/partner-book.ts'
import { centsText } from '../ranks/rank-view.ts'
import { askedMonth } from './asked-period.ts'
import {
  amountsOf,
  type CoinAmount,
  coinTexts,
  creditedAmounts,
  creditedRecords,
  provisional,
  readQuotes,
} from './bonus-amounts.ts'
import { type CallerContext, openCallerContext } from './bonus-context.ts'
import type { BonusSources } from './bonus-sources.ts'
import { numberOf, ofOne } from './bonus-texts.ts'
import { firstRow, readStanding, recordBase, shownLegs } from './period-standing.ts'
import { percentWorth, type RequirementTable } from './read-checkpoints.ts'
import { readTeamMonth, type TeamMonth } from './team-month.ts'

export const INFINITY: RequirementTable<PercentRow> = {
  of: ({ programmes }) => programmes.infinity,
  requirement: percentWorth,
}

/**
 * Reads how infinity stands in a month.
 *
 * Costs as `readStanding`; if a row is reached in a month that is not closed, also all orders of the team in it.
 *
 * Refuses: `validation_error`, `data_not_ready`.
 * Source: api.md, "Ranks and bonuses"; decisions C4, D-053, D-055; INF-029.
 */
export async function readInfinity(
  { core, people }: BonusSources,
  partnerId: number,
  asked: number | undefined,
): Promise<BonusRecord> {
  const context = await openCallerContext(core, partnerId, askedMonth(asked, core.clock()))
  const { infinity } = context.version.plan.programmes
  const standing = await readStanding(context, infinity)
  const { terms, rank, turnover, month } = standing
  const { row, shown, progress, effective } = infinityStanding(terms, rank.id, turnover)
  const legs = await shownLegs(people, standing, progress)
  const lines = new Map(standing.legs.map((leg) => [leg.partnerId, leg]))
  const isPaid = effective !== null || context.isSealed
  const amounts = isPaid ? await paidAmounts(context, month) : []
  return {
    ...recordBase(context, standing, progress),
    topPartners: legs.map(({ leg, shown: partner }) => ({
      ...partner,
      counting_turnover: centsText(leg.turnoverQualified),
      fl_turnover: formatUnits(eurCents(lines.get(leg.userId)!.line2), 2),
      sl_turnover: formatUnits(eurCents(lines.get(leg.userId)!.line3), 2),
      rule: leg.percent === null ? null : numberOf(leg.percent),
    })),
    checkpoints: [],
    achievedCheckpoints: [],
    enabled: row !== null && infinity.from < context.end && isActiveNow(context),
    firstInfinity: firstRow(infinity),
    percent: numberOf(ofOne(shown?.percent ?? ZERO)),
    bonusPercent: numberOf(ofOne(effective?.percent ?? ZERO)),
    bonusAmounts: coinTexts(amounts, infinity.currencies),
  }
}

/** Source: decisions D-055, C11.18. */
const isActiveNow = ({ engine, row, now }: CallerContext): boolean =>
  isActiveAt(engine.activeUntil(row, now), now)

async function paidAmounts(context: CallerContext, month: TeamMonth): Promise<CoinAmount[]> {
  if (context.isSealed) return creditedAmounts(context, 'UCHAIN_INFINITY')
  return (await openAccruals(context, month)).flatMap(({ amounts }) => amounts)
}

/** What infinity gives the caller of one order. Units: percent; EUR cents; smallest of each currency. */
type Accrual = Pick<InfinityAccrual, 'orderId' | 'accruedAt' | 'level'> & {
  readonly buyerId: number
  readonly percent: Fraction
  readonly cents: number
  readonly amounts: readonly CoinAmount[]
  readonly cancelledAt: number | null
}

/** What the orders of an open month give by now, newest first. `month` is used if it has the whole team. */
async function openAccruals(
  context: CallerContext,
  month: TeamMonth | null = null,
): Promise<Accrual[]> {
  const { row: top } = context
  const whole = month?.isWhole ? month : await readTeamMonth(context, { top, lines: Infinity })
  const { orders, partners } = whole.facts
  const rateFor = await readQuotes(context)
  const accruals = new MonthInfinity(whole.basis).accrualsOf(whole.rowOf(top))
  return accruals
    .map(({ order, level, version, value }) => {
      const { currencies } = version.plan.programmes.infinity
      const cents = orders.cents[order]!
      return {
        orderId: orders.ids[order]!,
        buyerId: partners.ids[orders.buyer[order]!]!,
        accruedAt: orders.paidAt[order]!,
        level,
        percent: orderPercent(value),
        cents,
        amounts: amountsOf(provisional(rateFor, currencies, value), eurCents(cents)),
        cancelledAt: null,
      }
    })
    .toSorted((a, b) => b.accruedAt - a.accruedAt || b.orderId - a.orderId)
}

/** The accrual that a page of the history begins after. */
type Place = Pick<InfinityAccrual, 'accruedAt' | 'orderId'>

const BEFORE_ALL: Place = { accruedAt: Number.MAX_SAFE_INTEGER, orderId: 0 }

/**
 * Reads what infinity gives from each order of a month, newest first. An open month has no cancelled orders; a closed
 * month keeps those cancelled since it was closed, with the time.
 *
 * Costs as `readInfinity`; in a closed month a page of stored records.
 *
 * Refuses: `validation_error`, `data_not_ready`.
 * Source: api.md, "Ranks and bonuses"; ENT-008; INF-019, INF-020; decisions C11.22.
 */
export async function readInfinityHistory(
  { core, people }: BonusSources,
  partnerId: number,
  { size, pagingState, bonusPeriod }: CallInput<typeof getInfinityHistory>['query'],
): Promise<CallReply<typeof getInfinityHistory>> {
  const context = await openCallerContext(core, partnerId, askedMonth(bonusPeriod, core.clock()))
  const after = pagingState === undefined ? BEFORE_ALL : placeOf(pagingState)
  const read = context.isSealed ? closedPage : openPage
  const found = await read(context, after, size + 1)
  const shown = found.slice(0, size)
  const cards = await people.cards(shown.map(({ buyerId }) => buyerId))
  const content = shown.map((accrual) => shownAccrual(accrual, cards.get(accrual.buyerId)!))
  if (found.length <= size) return { content }
  const { accruedAt, orderId } = shown.at(-1)!
  return { content, next: `${accruedAt}-${orderId}` }
}

function placeOf(pagingState: string): Place {
  const [accruedAt, orderId] = pagingState.split('-').map(Number) as [number, number]
  return { accruedAt, orderId }
}

const shownAccrual = (
  { orderId, accruedAt, level, percent, cents, amounts, cancelledAt }: Accrual,
  { firstName, lastName }: PartnerCard,
): InfinityAccrual => ({
  orderId,
  accruedAt,
  referralFirstName: firstName,
  referralLastName: lastName,
  level,
  bonusPercent: numberOf(ofOne(percent)),
  orderAmount: formatUnits(eurCents(cents), 2),
  orderCurrency: 'EUR',
  bonusAmounts: coinTexts(amounts),
  ...(cancelledAt !== null && { cancelledAt }),
})

async function openPage(context: CallerContext, after: Place, most: number): Promise<Accrual[]> {
  const isAfter = ({ accruedAt, orderId }: Accrual) =>
    accruedAt < after.accruedAt || (accruedAt === after.accruedAt && orderId < after.orderId)
  return (await openAccruals(context)).filter(isAfter).slice(0, most)
}

async function closedPage(context: CallerContext, after: Place, most: number): Promise<Accrual[]> {
  const { rows } = await sql<
    Omit<Accrual, 'percent' | 'amounts'> & {
      readonly percent: string
      readonly amounts: readonly (readonly [CoinAmount[0], string])[]
    }
  >`
    select a.order_id, o.partner_id as buyer_id, o.paid_at as accrued_at, o.amount_cents as cents,
      max(a.level) as level, max(a.percent) as percent, max(c.cancelled_at) as cancelled_at,
      jsonb_agg(jsonb_build_array(a.currency, a.units) order by a.currency) as amounts
    from (
      select order_id, currency, max(level) as level, max(percent) as percent, sum(amount)::text as units
      from ${creditedRecords(context, 'UCHAIN_INFINITY')}
      group by order_id, currency having sum(amount) <> 0) a
    join orders o on o.id = a.order_id left join cancellations c on c.order_id = o.id
    where (o.paid_at, o.id) < (${after.accruedAt}, ${after.orderId})
    group by a.order_id, o.id order by o.paid_at desc, o.id desc limit ${most}`.execute(context.db)
  return rows.map(({ percent, amounts, ...accrual }) => ({
    ...accrual,
    percent: fraction(percent),
    amounts: amounts.map(([currency, units]): CoinAmount => [currency, BigInt(units)]),
  }))
}
