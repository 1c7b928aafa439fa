import type { AccountCurrency, BonusType } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Tx } from '../../../db/database.ts'
import { coins, type NewEvent } from './new-event.ts'

const PARTNERS_A_STEP = 500

type Credit = {
  readonly partnerId: number
  readonly credits: readonly {
    readonly type: BonusType
    readonly currency: AccountCurrency
    readonly units: string
  }[]
}

/** A sealed closing: its number, month, and when it was sealed. */
export type Sealed = { readonly closing: number; readonly month: string; readonly at: number }

/**
 * What a closing credited to the next partners, corrections of earlier months too, one event for each partner; `last` is null after the
 * last partner.
 */
export async function closingEvents(
  tx: Tx,
  { closing, month, at }: Sealed,
  after: number,
): Promise<{ readonly events: NewEvent[]; readonly last: number | null }> {
  const { rows } = await sql<Credit>`
    with months as (select unnest(late_periods || period) as period from closings where id = ${closing}),
    next as (
      select distinct b.partner_id from months m join bonus_records b on b.period = m.period
      where b.closing_id = ${closing} and b.partner_id > ${after}
      order by b.partner_id limit ${sql.lit(PARTNERS_A_STEP)})
    select n.partner_id,
      jsonb_agg(jsonb_build_object('type', b.type, 'currency', b.currency, 'units', b.units) order by b.type, b.currency) as credits
    from next n join lateral (
      select b.type, b.currency, sum(b.amount)::text as units from months m join bonus_records b on b.period = m.period
      where b.partner_id = n.partner_id and b.closing_id = ${closing}
      group by b.type, b.currency) b on true
    group by n.partner_id order by n.partner_id`.execute(tx)
  const events = rows.map(({ partnerId, credits }): NewEvent => ({
    type: 'bonus.credited',
    key: `closing.${closing}.${partnerId}`,
    cause: { closing },
    partnerId,
    at,
    data: {
      orderId: null,
      month,
      credits: credits.map(({ type, currency, units }) => ({
        type,
        currency,
        amount: coins(units, currency),
      })),
    },
  }))
  return { events, last: rows.length < PARTNERS_A_STEP ? null : rows.at(-1)!.partnerId }
}
