import type { AdjustmentLine, PreviewRow } from '@partner-office/contracts'
import {
  type AccountCurrency,
  ADJUSTMENT,
  compare,
  fraction,
  Refusal,
} from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { oweBalanceNotice } from '../../passport/accounts/balance-notices.ts'
import { coinText } from '../bonuses/bonus-texts.ts'
import { correctDispute } from '../disputes/end-dispute.ts'
import { posting } from '../ledger/post-transfers.ts'
import { lockGuard } from '../payouts/confirm/payout-guard.ts'
import { currentRates } from '../rates/current-rates.ts'
import { eurWorth } from '../rates/eur-worth.ts'
import { readSetting } from '../settings/read-settings.ts'
import { type CheckedLine, checkLines } from './checked-lines.ts'
import { endHold } from './holds.ts'
import { isOpenHold } from './is-open-hold.ts'

/** The company's account that pays and takes adjustments. Source: D-165. */
const COUNTER = 'adjustments'

/** What is asked for. */
export type Adjusting = {
  readonly lines: readonly AdjustmentLine[]
  readonly mayGoNegative: boolean
}

/** A partner's account that lines change. Units: smallest of the currency; `change` is the sum of its lines. */
type Changed = {
  readonly partnerId: number
  readonly account: string
  readonly currency: AccountCurrency
  readonly balance: bigint
  readonly change: bigint
  readonly held: bigint
  /** What is held after a hold that the lines end. */
  readonly heldAfter: bigint
  readonly pending: bigint
  readonly hasDebit: boolean
}

/** What adjustments would do, as of now, with what decides it. */
export type AdjustmentOutlook = {
  readonly checked: readonly CheckedLine[]
  readonly preview: readonly PreviewRow[]
  readonly basis: Readonly<Record<string, string | null>>
}

/**
 * Reads what adjustments would do, and holds their accounts until the transaction ends.
 *
 * Locks the guards of partners whose holds end, in the order of the partners, then the accounts, in the order of their ids,
 * like everywhere.
 *
 * Refuses: what `checkLines` refuses; `balance_too_low`, with the balance after it, for a debit below 0 without `mayGoNegative`,
 * or below what `adjustmentFloorEur` allows.
 * Source: D-158, D-166; requirements ADJ-001 to ADJ-004.
 */
export async function lookAtAdjustments(
  core: Core,
  tx: Tx,
  { lines, mayGoNegative }: Adjusting,
): Promise<AdjustmentOutlook> {
  const now = core.clock()
  const holders = lines.filter(({ holdId }) => holdId !== undefined).map((line) => line.partnerId)
  for (const partnerId of [...new Set(holders)].toSorted((a, b) => a - b)) {
    await lockGuard(tx, partnerId)
  }
  const accounts = await lockAccounts(tx, lines, now)
  const checked = await checkLines(tx, lines, now)
  const changed = changesOf(checked, accounts)
  await requireFloor(tx, changed, mayGoNegative)
  return {
    checked,
    preview: changed.flatMap(previewOf),
    basis: Object.fromEntries([...changed.flatMap(balanceBasis), ...checked.flatMap(lineBasis)]),
  }
}

type AccountRow = {
  readonly partnerId: number
  readonly account: string
  readonly balance: string
  readonly held: string
  readonly pending: string
}

const keyOf = ({ partnerId, account }: { partnerId: number; account: string }): string =>
  `${partnerId} ${account}`

async function lockAccounts(
  tx: Tx,
  lines: readonly AdjustmentLine[],
  now: number,
): Promise<ReadonlyMap<string, AccountRow>> {
  const asked = JSON.stringify(
    lines.map(({ partnerId, account }) => ({ partner_id: partnerId, account })),
  )
  const wanted = sql`jsonb_to_recordset(${asked}::jsonb) as l(partner_id bigint, account text)`
  await sql`
    select from accounts where id = any(array(
      select a.id from ${wanted} join accounts a on a.partner_id = l.partner_id and a.name = l.account))
    order by id for update`.execute(tx)
  // A statement of its own after the locks: it reads what they have waited for.
  const { rows } = await sql<AccountRow>`
    select l.partner_id, l.account, coalesce(a.balance, 0)::text as balance,
      (select coalesce(sum(h.amount), 0)::text from holds h
        where h.partner_id = l.partner_id and h.account = l.account and ${isOpenHold('h', now)}) as held,
      (select coalesce(sum(p.amount), 0)::text from payouts p
        where p.partner_id = l.partner_id and p.payout_from = l.account and p.status = 'PENDING') as pending
    from (select distinct * from ${wanted}) l
    left join accounts a on a.partner_id = l.partner_id and a.name = l.account`.execute(tx)
  return new Map(rows.map((row) => [keyOf(row), row]))
}

function changesOf(
  checked: readonly CheckedLine[],
  accounts: ReadonlyMap<string, AccountRow>,
): Changed[] {
  return [...Map.groupBy(checked, keyOf)].map(([key, lines]) => {
    const { partnerId, account, currency } = lines[0]!
    const row = accounts.get(key)!
    const [balance, held, pending] = [row.balance, row.held, row.pending].map(BigInt) as [
      bigint,
      bigint,
      bigint,
    ]
    const change = lines.reduce((sum, { units }) => sum + units, 0n)
    const ended = lines.reduce((sum, { heldUnits }) => sum + heldUnits, 0n)
    const hasDebit = lines.some(({ units }) => units < 0n)
    return {
      partnerId,
      account,
      currency,
      balance,
      change,
      held,
      heldAfter: held - ended,
      pending,
      hasDebit,
    }
  })
}

async function requireFloor(
  tx: Tx,
  changed: readonly Changed[],
  mayGoNegative: boolean,
): Promise<void> {
  const rates = await currentRates(tx)
  const floor = fraction(await readSetting(tx, 'adjustmentFloorEur'))
  for (const { balance, change, currency, partnerId } of changed) {
    const after = balance + change
    if (change >= 0n || after >= 0n) continue
    const owed = eurWorth(rates, currency, -after)
    if (mayGoNegative && owed !== null && compare(owed, floor) <= 0) continue
    const reason = `${coinText(after, currency)} ${currency}, partner ${partnerId}`
    throw new Refusal('balance_too_low', { field: 'lines', reason })
  }
}

const nameOf = ({ partnerId, currency }: Pick<Changed, 'partnerId' | 'currency'>): string =>
  `partner ${partnerId}, ${currency}`

/** A debit shows besides what is held, waits to be paid out, and can be paid out. Source: requirements ADJ-004. */
function previewOf(changed: Changed): PreviewRow[] {
  const { currency, balance, change, held, heldAfter, pending, hasDebit } = changed
  const coins = (units: bigint) => coinText(units, currency)
  const row = (what: string, before: bigint, after: bigint) => ({
    name: `${nameOf(changed)}: ${what}`,
    before: coins(before),
    after: coins(after),
    difference: before === after ? null : coins(after - before),
  })
  const free = (units: bigint) => (units > 0n ? units : 0n)
  const balances = row('balance', balance, balance + change)
  if (!hasDebit) return [balances]
  return [
    balances,
    row('held', held, heldAfter),
    row('pending payouts', pending, pending),
    row('can be paid out', free(balance - held), free(balance + change - heldAfter)),
  ]
}

/** A credit does not depend on the balance. Source: D-158. */
const balanceBasis = (changed: Changed) =>
  changed.hasDebit
    ? [[`balance of ${nameOf(changed)}`, coinText(changed.balance, changed.currency)] as const]
    : []

const lineBasis = ({ recordId, record, holdId, holdVersion, disputeId }: CheckedLine) => [
  ...(disputeId === undefined ? [] : [[`dispute ${disputeId}`, 'open'] as const]),
  ...(recordId === undefined ? [] : [[`record ${recordId}`, record] as const]),
  ...(holdId === undefined ? [] : [[`hold ${holdId}`, `version ${holdVersion}`] as const]),
]

/** The proposal that adjustments belong to, and the operators who agreed to it. */
export type Agreed = { readonly proposalId: number; readonly reason: string; readonly by: number }

/**
 * Posts the adjustments of a proposal: one transfer, one row and one notice for each line, all or none.
 *
 * Refuses: as `lookAtAdjustments`.
 * Source: D-165; requirements ADJ-002, ADJ-006.
 */
export async function postAdjustments(
  core: Core,
  tx: Tx,
  asked: Adjusting,
  { proposalId, reason, by }: Agreed,
): Promise<void> {
  const { checked } = await lookAtAdjustments(core, tx, asked)
  const ids = await drawIds(tx, checked.length)
  const now = core.clock()
  const key = (line: number) => `adjustment:${proposalId}:${line}`
  const transfers = checked.map((line, at) => ({
    ...transferOf(line),
    key: key(at),
    reference: `adjustment ${ids[at]}`,
    createdAt: now,
  }))
  const { rows } = await sql<{ idempotencyKey: string; transferId: number }>`
    select idempotency_key, transfer_id from ${posting(transfers)}`.execute(tx)
  const posted = new Map(rows.map((row) => [row.idempotencyKey, row.transferId]))
  const adjusted = checked.map((line, at) => ({
    ...rowOf(line),
    id: ids[at]!,
    proposalId,
    line: at,
    transferId: posted.get(key(at))!,
    internalReason: reason,
    postedAt: now,
  }))
  await tx.insertInto('adjustments').values(adjusted).execute()
  for (const line of checked) await settleLine(core, tx, line, by)
  const corrected = new Map(checked.map(({ disputeId, reason: text }) => [disputeId, text]))
  for (const [id, text] of corrected) {
    // At the instant of the adjustments, by which they are found.
    if (id !== undefined) await correctDispute({ ...core, clock: () => now }, tx, id, { text, by })
  }
}

const transferOf = ({ partnerId, account, currency, units }: CheckedLine) => ({
  partnerId,
  account,
  counter: COUNTER,
  toPartner: units > 0n,
  currency,
  amount: String(units < 0n ? -units : units),
  kind: ADJUSTMENT,
})

async function drawIds(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval('adjustments_id_seq') as id from generate_series(1, ${count})`.execute(tx)
  return rows.map(({ id }) => id)
}

const rowOf = ({ partnerId, account, currency, units, kind, reason, ...line }: CheckedLine) => ({
  partnerId,
  account,
  currency,
  amount: String(units),
  kind,
  reason,
  recordId: line.recordId ?? null,
  orderId: line.orderId ?? null,
  rankId: line.rankId ?? null,
  takesBack: line.takesBack ?? null,
  holdId: line.holdId ?? null,
  disputeId: line.disputeId ?? null,
})

async function settleLine(core: Core, tx: Tx, line: CheckedLine, by: number): Promise<void> {
  const { partnerId, currency, units, holdId, holdVersion } = line
  if (holdId !== undefined) {
    await endHold(core, tx, { id: holdId, version: holdVersion! }, { as: 'DEBITED', by })
  }
  const coins = `${coinText(units, currency)} ${currency}`
  await oweBalanceNotice(core, tx, { userId: partnerId, kind: 'balanceAdjusted', amount: coins })
}
