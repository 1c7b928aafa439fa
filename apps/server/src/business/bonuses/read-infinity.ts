import type {
  BonusRecord,
  CallInput,
  CallReply,
  getInfinityHistory,
  InfinityAccrual,
} from '@partner-office/contracts'
import {
  type AccountCurrency,
  eurCents,
  formatUnits,
  infinityStanding,
  monthText,
  ZERO,
} from '@partner-office/domain'
import { sql } from 'kysely'

import { centsText } from '../ranks/rank-view.ts'
import { askedMonth } from './asked-period.ts'
import {
  coinTexts,
  creditedAmounts,
  noAmounts,
  provisionalAmounts,
  readRateBook,
} from './bonus-amounts.ts'
import { openOwnDesk, type OwnDesk } from './bonus-desk.ts'
import type { BonusSources } from './bonus-sources.ts'
import { coinText, numberOf, ofOne } from './bonus-texts.ts'
import { readTeamOrders } from './bought.ts'
import { periodTurnover } from './bought-legs.ts'
import { firstRow, legTerms, readPeriodStanding, recordBase, shownLegs } from './period-standing.ts'
import { type RankOf, readRanksThen } from './read-ranks-then.ts'
import { type Accrual, standingNow, TeamInfinity } from './team-infinity.ts'

/**
 * How infinity stands in a month.
 *
 * Costs as `readPeriodStanding`; where a row is reached in a month that is not closed, all orders of the team in it, too.
 *
 * Refuses: `validation_error`, `data_not_ready`.
 * Source: api.md, "Ranks and bonuses"; decisions C4, D-053, D-055; INF-029.
 */
export async function readInfinity(
  { core, people }: BonusSources,
  partnerId: number,
  asked: number | undefined,
): Promise<BonusRecord> {
  const desk = await openOwnDesk(core, partnerId, askedMonth(asked, core.clock()))
  const { plan } = desk.version
  const { infinity } = plan.programmes
  const standing = await readPeriodStanding(desk, infinity)
  const terms = { rows: infinity.rows, ...legTerms(plan, infinity) }
  const turnover = periodTurnover(standing.legs)
  const { row, shown, progress, effective } = infinityStanding(terms, standing.rank.id, turnover)
  const legs = await shownLegs(people, plan, infinity, standing, progress)
  const lines = new Map(
    standing.bought.map((leg) => [desk.engine.ids[leg.row]!, leg.lines] as const),
  )
  const isPaid = effective !== null || desk.sealed !== null
  const amounts = isPaid ? await amountsOf(desk, standing.ranksThen) : new Map()
  return {
    ...recordBase(desk, infinity, standing, progress),
    topPartners: legs.map(({ leg, card: { avatar, firstName, lastName } }) => ({
      avatar,
      firstName,
      lastName,
      turnover: formatUnits(leg.turnover, 2),
      counting_turnover: centsText(leg.turnoverQualified),
      fl_turnover: formatUnits(eurCents(lines.get(leg.userId)![1]!), 2),
      sl_turnover: formatUnits(eurCents(lines.get(leg.userId)![2]!), 2),
      rule: leg.percent === null ? null : numberOf(leg.percent),
    })),
    checkpoints: [],
    achievedCheckpoints: [],
    enabled: row !== null && infinity.from < desk.end && isActiveNow(desk),
    firstInfinity: firstRow(infinity),
    percent: numberOf(ofOne(shown?.percent ?? ZERO)),
    bonusPercent: numberOf(ofOne(effective?.percent ?? ZERO)),
    bonusAmounts: coinTexts(new Map([...noAmounts(infinity.currencies), ...amounts])),
  }
}

/** Source: decisions D-055, C11.18. */
const isActiveNow = ({ engine, row, now }: OwnDesk): boolean =>
  standingNow(engine).isActiveAt(row, now)

async function amountsOf(desk: OwnDesk, ranksThen: RankOf) {
  if (desk.sealed !== null) return creditedAmounts(desk, 'UCHAIN_INFINITY')
  const sums = new Map<AccountCurrency, bigint>()
  for (const { amounts } of await provisionalAccruals(desk, ranksThen)) {
    for (const [currency, units] of amounts) {
      sums.set(currency, (sums.get(currency) ?? 0n) + units)
    }
  }
  return sums
}

/** What the orders of an open month give by now, newest first; an amount that is cut to 0 is none. */
async function provisionalAccruals(desk: OwnDesk, ranksThen: RankOf) {
  const orders = await readTeamOrders(desk, desk.row)
  const standing = standingNow(desk.engine)
  const team = new TeamInfinity(desk, { top: desk.row, orders, ranksThen, standing })
  const rateFor = await readRateBook(desk)
  return [...team.accruals()].map((accrual) => {
    const { value, order, version } = accrual
    const { currencies } = version.plan.programmes.infinity
    const amounts = provisionalAmounts({ rateFor, currencies }, value, eurCents(order.cents))
    return { accrual, amounts }
  })
}

/** A place in the history of a month: the order that was shown last. */
type HistoryPlace = { readonly paidAt: number; readonly orderId: number }

/**
 * What infinity gives from each order of a month, newest first, cancelled orders left out.
 *
 * Costs as `readInfinity`; in a closed month a page of what is stored.
 *
 * Refuses: `validation_error`, `data_not_ready`.
 * Source: api.md, "Ranks and bonuses"; ENT-008; INF-019, INF-020.
 */
export async function readInfinityHistory(
  { core, people }: BonusSources,
  partnerId: number,
  { size, pagingState, bonusPeriod }: CallInput<typeof getInfinityHistory>['query'],
): Promise<CallReply<typeof getInfinityHistory>> {
  const desk = await openOwnDesk(core, partnerId, askedMonth(bonusPeriod, core.clock()))
  const after = pagingState === undefined ? null : placeOf(pagingState)
  const found =
    desk.sealed === null
      ? await openAccruals(desk, after, size + 1)
      : await closedAccruals(desk, after, size + 1)
  const shown = found.slice(0, size)
  const cards = await people.cards(shown.map(({ buyerId }) => buyerId))
  const content = shown.map(({ buyerId, ...accrual }) => {
    const { firstName, lastName } = cards.get(buyerId)!
    return { ...accrual, referralFirstName: firstName, referralLastName: lastName }
  })
  if (found.length <= size) return { content }
  const { accruedAt, orderId } = shown.at(-1)!
  return { content, next: `${accruedAt}-${orderId}` }
}

function placeOf(pagingState: string): HistoryPlace {
  const [paidAt, orderId] = pagingState.split('-').map(Number) as [number, number]
  return { paidAt, orderId }
}

type FoundAccrual = Omit<InfinityAccrual, 'referralFirstName' | 'referralLastName'> & {
  readonly buyerId: number
}

async function openAccruals(
  desk: OwnDesk,
  after: HistoryPlace | null,
  most: number,
): Promise<FoundAccrual[]> {
  const ranksThen = await readRanksThen(desk, desk.row)
  const accruals = await provisionalAccruals(desk, ranksThen)
  const from = after === null ? 0 : accruals.findIndex(({ accrual }) => isAfter(accrual, after))
  if (from < 0) return []
  return accruals.slice(from, from + most).map(({ accrual: { order, level, share }, amounts }) => ({
    orderId: order.orderId,
    buyerId: desk.engine.ids[order.row]!,
    accruedAt: order.paidAt,
    level,
    bonusPercent: numberOf(ofOne(share)),
    orderAmount: formatUnits(eurCents(order.cents), 2),
    orderCurrency: 'EUR',
    bonusAmounts: coinTexts(amounts),
  }))
}

/** Newest first: what is older comes after. */
const isAfter = ({ order }: Accrual, { paidAt, orderId }: HistoryPlace): boolean =>
  order.paidAt < paidAt || (order.paidAt === paidAt && order.orderId < orderId)

type CreditedAccrual = {
  readonly orderId: number
  readonly buyerId: number
  readonly accruedAt: number
  readonly level: number
  readonly percent: string
  readonly cents: number
  readonly amounts: Readonly<Partial<Record<AccountCurrency, string>>>
}

async function closedAccruals(
  { db, partnerId, end }: OwnDesk,
  after: HistoryPlace | null,
  most: number,
): Promise<FoundAccrual[]> {
  const older =
    after === null ? sql`true` : sql`(o.paid_at, o.id) < (${after.paidAt}, ${after.orderId})`
  const { rows } = await sql<CreditedAccrual>`
    select a.order_id, o.partner_id as buyer_id, o.paid_at as accrued_at, o.amount_cents as cents,
      max(a.level) as level, (max(a.percent) / 100)::text as percent,
      jsonb_object_agg(a.currency, a.units order by a.currency) as amounts
    from (
      select order_id, currency, max(level) as level, max(percent) as percent, sum(amount)::text as units
      from bonus_records
      where partner_id = ${partnerId} and period = ${monthText(end - 1)} and type = 'UCHAIN_INFINITY'
      group by order_id, currency having sum(amount) <> 0) a
    join orders o on o.id = a.order_id
    where ${older}
    group by a.order_id, o.id order by o.paid_at desc, o.id desc limit ${most}`.execute(db)
  return rows.map(({ cents, percent, amounts, ...accrual }) => ({
    ...accrual,
    bonusPercent: Number(percent),
    orderAmount: formatUnits(eurCents(cents), 2),
    orderCurrency: 'EUR',
    bonusAmounts: Object.fromEntries(
      (Object.entries(amounts) as [AccountCurrency, string][]).map(([currency, units]) => [
        currency,
        coinText(BigInt(units), currency),
      ]),
    ),
  }))
}
