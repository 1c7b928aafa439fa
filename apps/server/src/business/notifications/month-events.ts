import {
  DAY_MS,
  type AccountCurrency,
  decimalsOf,
  formatUnits,
  monthEnd,
  monthText,
  parseMonth,
  planAt,
} from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { NO_ROW } from '../../network/columns.ts'
import type { MailEvent } from './mail-event.ts'

/** The next partners of a source that is read partner by partner; `last` is null after the last partner. */
export type PartnerEvents = { readonly events: MailEvent[]; readonly last: number | null }

const PARTNERS_A_STEP = 1_000

/** A closing that is sealed later than this after its month is history. */
const LATEST_CLOSING_MS = 31 * DAY_MS

/** A sealed closing. */
export type Sealed = {
  readonly closingId: number
  readonly period: string
  readonly latePeriods: string[]
  readonly sealedAt: number
}

/** The first sealed closing after another one. */
export async function nextSealed(tx: Tx, after: number): Promise<Sealed | undefined> {
  return tx
    .selectFrom('periodSeals as s')
    .innerJoin('closings as c', 'c.id', 's.closingId')
    .select(['s.closingId', 'c.period', 'c.latePeriods', 's.sealedAt'])
    .where('s.closingId', '>', after)
    .orderBy('s.closingId')
    .limit(1)
    .executeTakeFirst()
}

type Sum = {
  readonly partnerId: number
  readonly type: string
  readonly currency: AccountCurrency
  readonly units: string
}

/** What a closing adds to the balances of the next partners. Months that are closed long after their end are history. */
export async function closingEvents(
  tx: Tx,
  { closingId, period, latePeriods, sealedAt }: Sealed,
  after: number,
): Promise<PartnerEvents> {
  if (sealedAt > monthEnd(parseMonth(period)!) + LATEST_CLOSING_MS)
    return { events: [], last: null }
  const periods = [period, ...latePeriods]
  const { rows: sums } = await sql<Sum>`
    with next as (
      select distinct partner_id from bonus_records
      where period = any(${periods}::text[]) and closing_id = ${closingId} and partner_id > ${after}
      order by partner_id limit ${sql.lit(PARTNERS_A_STEP)})
    select b.partner_id, b.type, b.currency, sum(b.amount)::text as units
    from next join bonus_records b on b.partner_id = next.partner_id
      and b.period = any(${periods}::text[]) and b.closing_id = ${closingId}
    group by b.partner_id, b.type, b.currency
    order by b.partner_id, b.type, b.currency`.execute(tx)
  return {
    events: sums.flatMap((sum) => eventsOfSum(sum, period)),
    last: sums.at(-1)?.partnerId ?? null,
  }
}

const OWN_SETTINGS: Readonly<Record<string, 'turboBonus' | 'diamondBonus'>> = {
  CYCLED_TURBO: 'turboBonus',
  DIAMOND: 'diamondBonus',
  DIAMOND_POOL: 'diamondBonus',
}

/** A correction that takes something back adds nothing to a balance. */
function eventsOfSum({ partnerId, type, currency, units }: Sum, month: string): MailEvent[] {
  const sum = { currency, units: BigInt(units) }
  if (sum.units <= 0n) return []
  const amount = `${formatUnits(sum.units, decimalsOf(currency))} ${currency}`
  const event = { partnerId, item: { month, amount }, sum }
  const own = OWN_SETTINGS[type]
  return [
    { ...event, key: 'creditingMoney' },
    ...(own === undefined ? [] : [{ ...event, key: own }]),
  ]
}

/** The status of the next partners at the beginning of a month. */
export async function statusEvents(
  { network, plans }: Core,
  tx: Tx,
  { month, after }: { readonly month: number; readonly after: number },
): Promise<PartnerEvents> {
  const partners = await tx
    .selectFrom('partners')
    .select(['id', 'registeredAt', 'erasedAt'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(PARTNERS_A_STEP)
    .execute()
  const { ranks } = planAt(await plans.versions(tx), month).plan
  const { engine } = network
  const events = partners.flatMap(({ id, registeredAt, erasedAt }): MailEvent[] => {
    const row = engine.rowOf(id)
    if (row === NO_ROW || registeredAt >= month || erasedAt !== null) return []
    const figures = engine.figuresAt(row)
    const held = engine.heldRankAt(row).ordinary
    const item = {
      month: monthText(month),
      rank: (ranks.find((rank) => rank.id === held) ?? ranks[0]!).code,
      own: inEur(figures.ownTurnover),
      turnover: inEur(figures.teamTurnover),
      size: figures.teamSize,
      until: figures.activeUntil,
    }
    return [{ partnerId: id, key: 'statusPerMonth', item }]
  })
  return { events, last: partners.at(-1)?.id ?? null }
}

const inEur = (cents: number): string => `${formatUnits(BigInt(cents), 2)} EUR`
