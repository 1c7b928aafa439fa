import { type AccountCurrency, Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Tx } from '../../db/database.ts'
import { coinText } from '../bonuses/bonus-texts.ts'

/** What somebody has confirmed before an erasure: pending payouts by their ids, and accounts by their names. */
export type ConfirmedErasure = {
  readonly payouts: readonly number[]
  readonly accounts: readonly string[]
}

/** An amount that stays when the data are erased. Units: `amount` with the decimals of its currency. */
type Staying = { readonly amount: string; readonly currency: AccountCurrency }

/** What an erasure meets: what is removed or replaced, and what stays. */
export type ErasureOutlook = {
  readonly payouts: readonly (Staying & { readonly id: number })[]
  readonly accounts: readonly (Staying & { readonly account: string })[]
  readonly counts: {
    readonly documents: number
    readonly tickets: number
    readonly disputes: number
    readonly notes: number
    readonly sessions: number
    readonly orders: number
    readonly transfers: number
    readonly below: number
  }
}

/**
 * Looks at what the erasure of a partner meets, and holds the partner until the transaction ends.
 *
 * Refuses: `not_found`; `changed_meanwhile`, for a partner who is erased; `confirmation_required`, with each pending payout and each
 * balance that is not 0 and was not confirmed.
 * Source: requirements PTR-013; decisions D-148.
 */
export async function lookAtErasure(
  tx: Tx,
  partnerId: number,
  confirmed: ConfirmedErasure,
): Promise<ErasureOutlook> {
  const partner = await tx
    .selectFrom('partners')
    .select('erasedAt')
    .where('id', '=', partnerId)
    .forUpdate()
    .executeTakeFirst()
  if (partner === undefined) throw new Refusal('not_found', { field: 'object' })
  if (partner.erasedAt !== null) {
    throw new Refusal('changed_meanwhile', { field: 'object', reason: 'the data are erased' })
  }
  const payouts = await pendingPayouts(tx, partnerId)
  const accounts = await accountsInUse(tx, partnerId)
  const open = [
    ...payouts
      .filter(({ id }) => !confirmed.payouts.includes(id))
      .map(({ id, amount, currency }) => `Payout ${id} of ${amount} ${currency} is pending.`),
    ...accounts
      .filter(({ account }) => !confirmed.accounts.includes(account))
      .map(
        ({ account, amount, currency }) => `The balance of ${account} is ${amount} ${currency}.`,
      ),
  ]
  if (open.length > 0) throw new Refusal('confirmation_required', { field: 'values' }, open)
  return { payouts, accounts, counts: await countsOf(tx, partnerId) }
}

type Units = { readonly currency: AccountCurrency; readonly units: string }

const amountIn = ({ units, currency }: Units): Staying => ({
  amount: coinText(BigInt(units), currency),
  currency,
})

async function pendingPayouts(tx: Tx, partnerId: number) {
  const { rows } = await sql<Units & { id: number }>`
    select id, currency, amount::text as units from payouts
    where partner_id = ${partnerId} and status = 'PENDING' order by id`.execute(tx)
  return rows.map(({ id, ...units }) => ({ id, ...amountIn(units) }))
}

async function accountsInUse(tx: Tx, partnerId: number) {
  const { rows } = await sql<Units & { account: string }>`
    select name as account, currency, balance::text as units from accounts
    where partner_id = ${partnerId} and balance <> 0 order by name`.execute(tx)
  return rows.map(({ account, ...units }) => ({ account, ...amountIn(units) }))
}

async function countsOf(tx: Tx, partnerId: number): Promise<ErasureOutlook['counts']> {
  const { rows } = await sql<ErasureOutlook['counts']>`
    select
      (select count(*) from passport.verifications where user_id = ${partnerId}) as documents,
      (select count(*) from tickets where partner_id = ${partnerId}) as tickets,
      (select count(*) from console.disputes where partner_id = ${partnerId}) as disputes,
      (select count(*) from console.partner_notes where partner_id = ${partnerId}) as notes,
      (select count(*) from passport.sessions where user_id = ${partnerId}) as sessions,
      (select count(*) from orders where partner_id = ${partnerId}) as orders,
      (select count(*) from transfers t join accounts a on a.id = t.partner_account_id
        where a.partner_id = ${partnerId}) as transfers,
      (select count(*) from partners where sponsor_id = ${partnerId}) as below`.execute(tx)
  return rows[0]!
}
