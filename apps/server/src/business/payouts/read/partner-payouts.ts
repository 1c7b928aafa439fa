import type { CallReply, getPartnerPayouts, PartnerPayout } from '@partner-office/contracts'
import type { AccountCurrency } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Db } from '../../../db/database.ts'
import { coinText } from '../../bonuses/bonus-texts.ts'

const PAGE = 50

type Row = PartnerPayout & { readonly currency: AccountCurrency }

/** Reads payouts of a partner, the newest first. Source: requirements PTR-007. */
export async function readPartnerPayouts(
  db: Db,
  partnerId: number,
  before: number | null,
): Promise<CallReply<typeof getPartnerPayouts>> {
  const { rows } = await sql<Row>`
    select id, created_at as at, currency, amount::text as amount, fee::text as fee, status from payouts
    where partner_id = ${partnerId} and id < ${before ?? Number.MAX_SAFE_INTEGER}
    order by id desc limit ${PAGE + 1}`.execute(db)
  const content = rows.slice(0, PAGE).map(({ amount, fee, ...row }) => ({
    ...row,
    amount: coinText(BigInt(amount), row.currency),
    fee: coinText(BigInt(fee), row.currency),
  }))
  return rows.length > PAGE ? { content, next: String(content.at(-1)!.id) } : { content }
}
