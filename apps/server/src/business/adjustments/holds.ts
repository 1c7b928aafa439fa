import type { CallInput, postHold } from '@partner-office/contracts'
import {
  type AccountCurrency,
  compare,
  fraction,
  parseCoinAmount,
  type Rate,
  Refusal,
} from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Db, Tx } from '../../db/database.ts'
import { oweBalanceNotice } from '../../passport/accounts/balance-notices.ts'
import { coinText } from '../bonuses/bonus-texts.ts'
import { currencyOfAccount } from '../ledger/read-balances.ts'
import { requirePartner } from '../partners/require-partner.ts'
import { lockGuard } from '../payouts/confirm/payout-guard.ts'
import { currentRates } from '../rates/current-rates.ts'
import { eurWorth } from '../rates/eur-worth.ts'
import { readSetting } from '../settings/read-settings.ts'
import { isOpenHold } from './is-open-hold.ts'

type Asked = CallInput<typeof postHold>['body']

/**
 * Holds an amount of a partner's balance, or that of a credited line: it stays in the balance and cannot be paid out.
 *
 * Locks the partner's guard, which changes by it: a payout that was decided on before is decided again.
 *
 * Refuses, with the field: `not_found`; `wallet_not_found`; `validation_error`; `required`; `not_unique`, for a line that is held.
 * Source: D-164; requirements ADJ-010.
 */
export async function placeHold(
  core: Core,
  tx: Tx,
  { partnerId, ...asked }: Asked,
  operatorId: number,
): Promise<number> {
  const now = core.clock()
  const { recordId, reason, internalReason, until } = asked
  if (until !== null && until <= now) throw invalid('until', 'the end is not in the future')
  if (internalReason.trim() === '') throw new Refusal('required', { field: 'internalReason' })
  await requirePartner(tx, partnerId)
  await lockGuard(tx, partnerId)
  const held =
    recordId === undefined ? amountOf(asked) : await recordOf(tx, { partnerId, recordId, now })
  const { id } = await tx
    .insertInto('holds')
    .values({
      ...held,
      partnerId,
      recordId: recordId ?? null,
      reason,
      internalReason,
      placedBy: operatorId,
      placedAt: now,
      until,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { amount, currency } = held
  const facts = { amount: `${coinText(BigInt(amount), currency)} ${currency}` }
  await oweBalanceNotice(core, tx, { userId: partnerId, kind: 'balanceHeld', facts })
  return id
}

type Held = {
  readonly account: string
  readonly currency: AccountCurrency
  readonly amount: string
}

function amountOf({ account, amount }: Pick<Asked, 'account' | 'amount'>): Held {
  const currency = currencyOfAccount(account, 'account')
  const units = parseCoinAmount(amount ?? '', currency)
  if (units === null) throw invalid('amount', 'invalid_format')
  return { account, currency, amount: String(units) }
}

type OfRecord = { readonly partnerId: number; readonly recordId: number; readonly now: number }

/**
 * The amount of a credited line.
 *
 * Refuses: `not_found`, also for another partner's; `validation_error`, for one that was taken back; `not_unique`, for one that is held.
 */
async function recordOf(tx: Tx, { partnerId, recordId, now }: OfRecord): Promise<Held> {
  const { rows } = await sql<Held & { readonly isGone: boolean; readonly isHeld: boolean }>`
    select a.name as account, b.currency, b.amount::text as amount,
      b.amount < 0 or exists (select from bonus_records r where r.reverses_id = b.id) as is_gone,
      exists (select from holds h where h.record_id = b.id and ${isOpenHold('h', now)}) as is_held
    from bonus_records b join transfers t on t.id = b.transfer_id join accounts a on a.id = t.partner_account_id
    where b.id = ${recordId} and b.partner_id = ${partnerId}`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Refusal('not_found', { field: 'recordId' })
  if (row.isGone) throw invalid('recordId', 'this line credits nothing any more')
  if (row.isHeld) throw new Refusal('not_unique', { field: 'recordId' })
  const { account, currency, amount } = row
  return { account, currency, amount }
}

const invalid = (field: string, reason: string): Refusal =>
  new Refusal('validation_error', { field, reason })

/** A hold that can be ended. Units: `amount` smallest of the currency. */
export type OpenHold = {
  readonly id: number
  readonly partnerId: number
  readonly account: string
  readonly currency: AccountCurrency
  readonly amount: bigint
  readonly version: number
}

/** Locks a hold that holds back, and its partner's guard before it. Refuses: `not_found`; `changed_meanwhile`, for one that has ended. */
export async function lockHold(core: Core, tx: Tx, id: number): Promise<OpenHold> {
  const hold = await tx.selectFrom('holds').selectAll().where('id', '=', id).executeTakeFirst()
  if (hold === undefined) throw new Refusal('not_found')
  await lockGuard(tx, hold.partnerId)
  const { rows } = await sql<{ version: number }>`
    select version from holds h where id = ${id} and ${isOpenHold('h', core.clock())} for update`.execute(
    tx,
  )
  if (rows[0] === undefined) throw new Refusal('changed_meanwhile', { field: 'state' })
  const { partnerId, account, amount } = hold
  const currency = hold.currency as AccountCurrency
  return { id, partnerId, account, currency, amount: BigInt(amount), version: rows[0].version }
}

type Ending = { readonly as: 'RELEASED' | 'DEBITED'; readonly by: number }

/** Ends a hold that the transaction has locked. */
export async function endHold(
  core: Core,
  tx: Tx,
  { id, version }: Pick<OpenHold, 'id' | 'version'>,
  { as, by }: Ending,
): Promise<void> {
  await tx
    .updateTable('holds')
    .set({ endedAt: core.clock(), endedAs: as, endedBy: by, version: version + 1 })
    .where('id', '=', id)
    .execute()
}

/** Releases a hold: its amount can be paid out again. Refuses: as `lockHold`. Source: requirements ADJ-012. */
export async function releaseHold(core: Core, tx: Tx, id: number, by: number): Promise<void> {
  const hold = await lockHold(core, tx, id)
  await endHold(core, tx, hold, { as: 'RELEASED', by })
  const { partnerId, amount, currency } = hold
  const facts = { amount: `${coinText(amount, currency)} ${currency}` }
  await oweBalanceNotice(core, tx, { userId: partnerId, kind: 'holdReleased', facts })
}

/**
 * Whether the release of a hold needs a second operator: from `fourEyesPayoutEur` on, and where no rate leads to EUR.
 *
 * Units: `amount` smallest of the currency. Source: D-157.
 */
export function needsSecondForRelease(
  rates: readonly Rate[],
  limit: string,
  { currency, amount }: Pick<OpenHold, 'currency' | 'amount'>,
): boolean {
  const worth = eurWorth(rates, currency, amount)
  return worth === null || compare(worth, fraction(limit)) >= 0
}

/** What a release is decided on besides the hold: the rates and the limit. */
export const releaseLimits = async (db: Db) => ({
  rates: await currentRates(db),
  limit: await readSetting(db, 'fourEyesPayoutEur'),
})
