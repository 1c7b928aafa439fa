import type { HeldAmount } from '@partner-office/contracts'
import type { AccountCurrency } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Db } from '../../db/database.ts'
import { coinText } from '../bonuses/bonus-texts.ts'
import { isOpenHold } from './is-open-hold.ts'

/** What operators hold of a partner's balances now, the oldest first. Source: requirements ADJ-011. */
export async function readHeld(db: Db, partnerId: number, now: number): Promise<HeldAmount[]> {
  const { rows } = await sql<HeldAmount & { readonly currency: AccountCurrency }>`
    select account, currency, amount::text as amount, record_id, placed_at as since, until, reason from holds h
    where partner_id = ${partnerId} and ${isOpenHold('h', now)} order by id`.execute(db)
  return rows.map(({ currency, ...row }) => ({
    ...row,
    amount: coinText(BigInt(row.amount), currency),
  }))
}
