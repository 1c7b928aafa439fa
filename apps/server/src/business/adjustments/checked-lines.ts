import type { AdjustmentLine } from '@partner-office/contracts'
import {
  type AccountCurrency,
  compare,
  type DisputeState,
  equivalentText,
  fraction,
  isOpenDispute,
  parseCoinAmount,
  type Rate,
  Refusal,
  type RefusalCode,
} from '@partner-office/domain'
import { sql } from 'kysely'

import type { Tx } from '../../db/database.ts'
import { coinText } from '../bonuses/bonus-texts.ts'
import { currencyOfAccount } from '../ledger/read-balances.ts'
import { currentRates } from '../rates/current-rates.ts'
import { eurWorth } from '../rates/eur-worth.ts'
import { readSetting } from '../settings/read-settings.ts'
import { isOpenHold } from './is-open-hold.ts'

/** A line that can be posted. Units: `units` smallest of the currency, negative for a debit. */
export type CheckedLine = AdjustmentLine & {
  readonly currency: AccountCurrency
  readonly units: bigint
  /** How the record that it is about stands now; null without one. */
  readonly record: string | null
  /** The version of the hold that it ends; null without one. */
  readonly holdVersion: number | null
  /** What the hold that it ends holds; 0 without one. */
  readonly heldUnits: bigint
}

/** What the rows say that a line names; null: the partner has no such row in this account. */
type Named = {
  readonly hasPartner: boolean
  readonly isOrder: boolean
  readonly isRank: boolean
  readonly recordUnits: string | null
  readonly isRecordTakenBack: boolean
  readonly takenBackUnits: string | null
  readonly isTakenBack: boolean
  readonly holdVersion: number | null
  readonly heldUnits: string | null
  readonly disputeState: DisputeState | null
}

type Field = keyof AdjustmentLine

const refused = (at: number, code: RefusalCode, field: Field, reason?: string): Refusal =>
  new Refusal(code, { field: fieldOf(at, field), ...(reason !== undefined && { reason }) })

/** How a refusal names the field of a line. */
const fieldOf = (at: number, field: Field): string => `lines.${at}.${field}`

/**
 * Checks the lines of a proposal.
 *
 * Refuses, with the field of the line: `not_found`; `wallet_not_found`; `validation_error`, for an amount that the account's currency
 * does not have, that is worth more than `adjustmentMaxEur` or cannot be valued, and for things that do not belong together;
 * `not_unique`, for an adjustment that would be undone twice.
 * Source: requirements ADJ-001, ADJ-003, ADJ-009.
 */
export async function checkLines(
  tx: Tx,
  lines: readonly AdjustmentLine[],
  now: number,
): Promise<CheckedLine[]> {
  const rates = await currentRates(tx)
  const most = await readSetting(tx, 'adjustmentMaxEur')
  const named = await readNamed(tx, lines, now)
  requireOnce(lines, 'takesBack')
  requireOnce(lines, 'holdId')
  return lines.map((line, at) => {
    const found = named[at]!
    if (!found.hasPartner) throw refused(at, 'not_found', 'partnerId')
    const currency = currencyOfAccount(line.account, fieldOf(at, 'account'))
    const units = unitsOf(line, at, currency)
    requireWorth(rates, { at, currency, units, most })
    requireCause(line, at, found)
    if (line.takesBack !== undefined) requireUndone(at, found, units)
    requireHold(line, at, found)
    requireDispute(line, at, found)
    const { recordUnits, isRecordTakenBack, holdVersion } = found
    const heldUnits = BigInt(found.heldUnits ?? 0)
    const amount = recordUnits && `${coinText(BigInt(recordUnits), currency)} ${currency}`
    const record = amount && (isRecordTakenBack ? `${amount}, taken back` : amount)
    return { ...line, currency, units, record, holdVersion, heldUnits }
  })
}

function unitsOf(
  { amount, direction }: AdjustmentLine,
  at: number,
  currency: AccountCurrency,
): bigint {
  const units = parseCoinAmount(amount, currency)
  if (units === null) throw refused(at, 'validation_error', 'amount', 'invalid_format')
  return direction === 'credit' ? units : -units
}

type Valued = {
  readonly at: number
  readonly currency: AccountCurrency
  readonly units: bigint
  readonly most: string
}

function requireWorth(rates: readonly Rate[], { at, currency, units, most }: Valued): void {
  const worth = eurWorth(rates, currency, units < 0n ? -units : units)
  const problem = (reason: string) => refused(at, 'validation_error', 'amount', reason)
  if (worth === null) throw problem(`there is no rate from ${currency} to EUR`)
  if (compare(worth, fraction(most)) <= 0) return
  throw problem(`it is worth ${equivalentText(worth)} EUR, and ${most} EUR are allowed`)
}

function requireCause(line: AdjustmentLine, at: number, found: Named): void {
  const { recordId, orderId, rankId } = line
  if ([recordId, orderId, rankId].filter((id) => id !== undefined).length > 1) {
    const reason = 'an adjustment is about one record, one order or one rank'
    throw refused(at, 'validation_error', 'recordId', reason)
  }
  if (recordId !== undefined && found.recordUnits === null)
    throw refused(at, 'not_found', 'recordId')
  if (orderId !== undefined && !found.isOrder) throw refused(at, 'not_found', 'orderId')
  if (rankId !== undefined && !found.isRank) throw refused(at, 'not_found', 'rankId')
}

function requireUndone(at: number, { takenBackUnits, isTakenBack }: Named, units: bigint): void {
  if (takenBackUnits === null) throw refused(at, 'not_found', 'takesBack')
  if (isTakenBack) throw refused(at, 'not_unique', 'takesBack')
  if (BigInt(takenBackUnits) === -units) return
  throw refused(at, 'validation_error', 'amount', 'it is not the amount that is taken back')
}

function requireHold({ holdId, direction }: AdjustmentLine, at: number, found: Named): void {
  if (holdId === undefined) return
  if (found.holdVersion === null) throw refused(at, 'not_found', 'holdId')
  if (direction === 'debit') return
  throw refused(at, 'validation_error', 'holdId', 'only a debit ends a hold')
}

function requireDispute({ disputeId }: AdjustmentLine, at: number, { disputeState }: Named): void {
  if (disputeId === undefined) return
  if (disputeState === null) throw refused(at, 'not_found', 'disputeId')
  if (isOpenDispute(disputeState)) return
  throw refused(at, 'validation_error', 'disputeId', `the dispute is ${disputeState}`)
}

function requireOnce(lines: readonly AdjustmentLine[], field: 'takesBack' | 'holdId'): void {
  const ids = lines.map((line) => line[field])
  const again = ids.findIndex((id, at) => id !== undefined && ids.indexOf(id) < at)
  if (again !== -1) throw refused(again, 'not_unique', field)
}

/** Reads the rows that lines name, in the order of the lines. */
async function readNamed(
  tx: Tx,
  lines: readonly AdjustmentLine[],
  now: number,
): Promise<readonly Named[]> {
  const asked = lines.map((line, place) => ({
    place,
    partner_id: line.partnerId,
    account: line.account,
    record_id: line.recordId,
    order_id: line.orderId,
    rank_id: line.rankId,
    takes_back: line.takesBack,
    hold_id: line.holdId,
    dispute_id: line.disputeId,
  }))
  const { rows } = await sql<Named>`
    select p.id is not null as has_partner,
      exists (select from orders o where o.id = l.order_id) as is_order,
      exists (select from rank_reaches r where r.partner_id = l.partner_id and r.rank_id = l.rank_id) as is_rank,
      b.amount::text as record_units,
      exists (select from bonus_records r where r.reverses_id = b.id) as is_record_taken_back,
      a.amount::text as taken_back_units,
      exists (select from adjustments u where u.takes_back = a.id) as is_taken_back,
      h.version as hold_version, h.amount::text as held_units, d.state as dispute_state
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as l(place integer, partner_id bigint, account text,
      record_id bigint, order_id bigint, rank_id integer, takes_back bigint, hold_id bigint, dispute_id bigint)
    left join partners p on p.id = l.partner_id
    left join lateral (
      select b.id, b.amount from bonus_records b join transfers t on t.id = b.transfer_id
        join accounts c on c.id = t.partner_account_id
      where b.id = l.record_id and b.partner_id = l.partner_id and c.name = l.account) b on true
    left join adjustments a on a.id = l.takes_back and a.partner_id = l.partner_id and a.account = l.account
    left join holds h on h.id = l.hold_id and h.partner_id = l.partner_id and h.account = l.account
      and ${isOpenHold('h', now)}
    left join console.disputes d on d.id = l.dispute_id and d.partner_id = l.partner_id
    order by l.place`.execute(tx)
  return rows
}
