import { sql } from 'kysely'

import type { Tx } from '../../../db/database.ts'
import type { Sealed } from '../../notifications/month-events.ts'
import { creditOf, type NewEvent, type StoredCredit } from './new-event.ts'

const PARTNERS_A_STEP = 500

type Credited = { readonly partnerId: number; readonly credits: readonly StoredCredit[] }

/**
 * What a closing credited to the next partners, corrections of earlier months too, one event for each partner; `last` is null after the
 * last partner.
 */
export async function closingEvents(
  tx: Tx,
  { closingId: closing, period: month, latePeriods, sealedAt: at }: Sealed,
  after: number,
): Promise<{ readonly events: NewEvent[]; readonly last: number | null }> {
  const months = [month, ...latePeriods]
  const { rows } = await sql<Credited>`
    with next as (
      select distinct partner_id from bonus_records
      where period = any(${months}::text[]) and closing_id = ${closing} and partner_id > ${after}
      order by partner_id limit ${sql.lit(PARTNERS_A_STEP)})
    select n.partner_id,
      jsonb_agg(jsonb_build_object('type', b.type, 'currency', b.currency, 'units', b.units) order by b.type, b.currency) as credits
    from next n join lateral (
      select type, currency, sum(amount)::text as units from bonus_records
      where period = any(${months}::text[]) and partner_id = n.partner_id and closing_id = ${closing}
      group by type, currency) b on true
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
      credits: credits.map(creditOf),
    },
  }))
  return { events, last: rows.length < PARTNERS_A_STEP ? null : rows.at(-1)!.partnerId }
}
