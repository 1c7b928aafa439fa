import type { WebhookType } from '@partner-office/contracts'
import type { AccountCurrency, DisputeKind, DisputeState } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Tx } from '../../../db/database.ts'
import { coinText } from '../../bonuses/bonus-texts.ts'
import type { NewEvent } from './new-event.ts'

/** Entries of the journal after one number up to another. */
type Entries = { readonly after: number; readonly upTo: number }

type Entry = {
  readonly entry: number
  readonly place:
    | 'payouts'
    | 'adjustments'
    | 'period_seals'
    | 'passport.verifications'
    | 'console.disputes'
  readonly key: string
  readonly row: Readonly<Record<string, unknown>>
  readonly before: Readonly<Record<string, unknown>> | null
}

/** The events of each place of the journal. */
const TYPES: Readonly<Record<Entry['place'], readonly WebhookType[]>> = {
  payouts: ['payout.requested', 'payout.taken', 'payout.sent', 'payout.rejected'],
  adjustments: ['adjustment.posted'],
  period_seals: ['month.closed'],
  'passport.verifications': ['document.decided'],
  'console.disputes': ['dispute.opened', 'dispute.ended'],
}

/**
 * The events of entries of the journal in their order: payouts, adjustments, closed months, decided documents, disputes. What an entry says is compared
 * with the entry before of the same row.
 *
 * Source: requirements WHK-001; decisions D-177.
 */
export async function entryEvents(
  tx: Tx,
  { after, upTo }: Entries,
  wanted: ReadonlySet<WebhookType>,
): Promise<NewEvent[]> {
  const places = Object.entries(TYPES).flatMap(([place, types]) =>
    types.some((type) => wanted.has(type)) ? [place] : [],
  )
  const { rows } = await sql<Entry>`
    select j.id as entry, j.place, j.key, b.content as before,
      -- Numbers of JSON are doubles in the program: amounts come as text.
      j.content || case when j.place in ('payouts', 'adjustments') then jsonb_build_object('amount', j.content ->> 'amount',
        'fee', j.content ->> 'fee', 'receive', j.content ->> 'receive') else '{}' end as row
    from journal j left join lateral (
      select content from journal
      where place = j.place and key = j.key and id < j.id order by id desc limit 1) b on true
    where j.id > ${after} and j.id <= ${upTo} and j.place = any(${places}::text[]) and j.content is not null
    order by j.id`.execute(tx)
  const events: NewEvent[] = []
  for (const entry of rows) events.push(...(await eventsOf(tx, entry)))
  return events.filter(({ type }) => wanted.has(type))
}

async function eventsOf(tx: Tx, entry: Entry): Promise<NewEvent[]> {
  switch (entry.place) {
    case 'payouts':
      return payoutEvents(entry)
    case 'adjustments':
      return entry.before === null ? [adjusted(entry)] : []
    case 'period_seals':
      return entry.before === null ? [await closed(tx, entry)] : []
    case 'passport.verifications':
      return decided(entry)
    case 'console.disputes':
      return disputeEvents(entry)
  }
}

type PayoutRow = {
  readonly id: number
  readonly partner_id: number
  readonly currency: AccountCurrency
  readonly amount: string
  readonly fee: string
  readonly receive: string
  readonly status: 'PENDING' | 'SUCCESS' | 'REJECTED'
  readonly tx_id: string | null
  readonly created_at: number
  readonly taken_at: number | null
  readonly ended_at: number | null
}

/** An approval that also takes up makes both events. */
function payoutEvents({ entry, row: content, before: former }: Entry): NewEvent[] {
  const [row, before] = [content as unknown as PayoutRow, former as unknown as PayoutRow | null]
  const { currency } = row
  const amounts = {
    currency,
    amount: coinText(BigInt(row.amount), currency),
    fee: coinText(BigInt(row.fee), currency),
    receive: coinText(BigInt(row.receive), currency),
  }
  const data = { payoutId: row.id, ...amounts }
  const common = { key: `${row.id}`, cause: { entry }, partnerId: row.partner_id }
  const events: NewEvent[] = []
  if (before === null) {
    events.push({ ...common, type: 'payout.requested', at: row.created_at, data })
  }
  if (row.taken_at !== null && (before?.taken_at ?? null) === null) {
    events.push({ ...common, type: 'payout.taken', at: row.taken_at, data })
  }
  if (row.status === before?.status) return events
  if (row.status === 'SUCCESS') {
    const sent = { ...data, txId: row.tx_id! }
    events.push({ ...common, type: 'payout.sent', at: row.ended_at!, data: sent })
  }
  if (row.status === 'REJECTED') {
    events.push({ ...common, type: 'payout.rejected', at: row.ended_at!, data })
  }
  return events
}

type AdjustmentRow = {
  readonly id: number
  readonly partner_id: number
  readonly currency: AccountCurrency
  readonly amount: string
  readonly record_id: number | null
  readonly order_id: number | null
  readonly dispute_id: number | null
  readonly takes_back: number | null
  readonly posted_at: number
}

/** An adjustment never changes; its reason is for the partner and no part of the event. */
function adjusted({ entry, row: content }: Entry): NewEvent {
  const row = content as unknown as AdjustmentRow
  const { id: adjustmentId, currency } = row
  return {
    type: 'adjustment.posted',
    key: `${adjustmentId}`,
    cause: { entry },
    partnerId: row.partner_id,
    at: row.posted_at,
    data: {
      adjustmentId,
      currency,
      amount: coinText(BigInt(row.amount), currency),
      recordId: row.record_id,
      orderId: row.order_id,
      disputeId: row.dispute_id ?? null,
      takesBack: row.takes_back,
    },
  }
}

async function closed(tx: Tx, { entry, key }: Entry): Promise<NewEvent> {
  const { period, hash, sealedAt } = await tx
    .selectFrom('periodSeals as s')
    .innerJoin('closings as c', 'c.id', 's.closingId')
    .select(['c.period', 's.hash', 's.sealedAt'])
    .where('s.closingId', '=', Number(key))
    .executeTakeFirstOrThrow()
  const data = { month: period, seal: hash.toString('hex') }
  return {
    type: 'month.closed',
    key: period,
    cause: { entry },
    partnerId: null,
    at: sealedAt,
    data,
  }
}

/** The journal has a document's state; what the document says and why it was refused is no part of an event. */
function decided({ entry, key, row, before }: Entry): NewEvent[] {
  const { status: decision, updated_at: at } = row as { status: string; updated_at: number }
  if (decision === before?.['status']) return []
  if (decision !== 'APPROVED' && decision !== 'REJECTED') return []
  const [partnerId, documentType] = key.split(' ') as [string, string]
  return [
    {
      type: 'document.decided',
      key: `${entry}`,
      cause: { entry },
      partnerId: Number(partnerId),
      at,
      data: { documentType, decision },
    },
  ]
}

type DisputeRow = {
  readonly id: number
  readonly partner_id: number
  readonly kind: DisputeKind
  readonly state: DisputeState
  readonly opened_at: number
  readonly ended_at: number | null
  readonly reopened_at: number | null
}

/** A dispute that was opened again makes both events once more, each of its own entry. */
function disputeEvents({ entry, row: content, before: former }: Entry): NewEvent[] {
  const [row, before] = [content as unknown as DisputeRow, former as unknown as DisputeRow | null]
  const { id: disputeId, kind, state, opened_at: openedAt, ended_at: endedAt } = row
  const common = { key: `${entry}`, cause: { entry }, partnerId: row.partner_id }
  if (before === null || (before.ended_at !== null && endedAt === null)) {
    const at = row.reopened_at ?? openedAt
    return [{ ...common, type: 'dispute.opened', at, data: { disputeId, kind } }]
  }
  if (endedAt === null || before.ended_at !== null) return []
  const result = state as 'ANSWERED' | 'CORRECTED' | 'WITHDRAWN'
  return [{ ...common, type: 'dispute.ended', at: endedAt, data: { disputeId, kind, result } }]
}
