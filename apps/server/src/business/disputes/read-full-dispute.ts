import type { ExplainedRow, FullDispute, ThingEvent } from '@partner-office/contracts'
import { type AccountCurrency, Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Db } from '../../db/database.ts'
import { coinText } from '../bonuses/bonus-texts.ts'
import type { LockedDispute } from './change-dispute.ts'
import type { DisputeSources } from './dispute-sources.ts'
import { explainThing } from './explain-thing.ts'
import { fingerprintOf, rowsOfExplanation } from './fingerprint.ts'
import type { MeantThing } from './meant-thing.ts'
import { listedOf, listedWhere } from './read-all-disputes.ts'

/**
 * A dispute as operators see it: what the partner saw beside what the same call says now, what happened to the thing, and the texts and
 * notes.
 *
 * Refuses: `not_found`.
 * Source: D-171; requirements DSP-005, DSP-007.
 */
export async function readFullDispute(sources: DisputeSources, id: number): Promise<FullDispute> {
  const { database, clock } = sources.core
  const { read } = database
  const { rows } = await listedWhere(sql`d.id = ${id}`, clock()).execute(read)
  if (rows[0] === undefined) throw new Refusal('not_found')
  const { firstName, ...dispute } = await read
    .selectFrom('console.disputes as d')
    .innerJoin('partners as p', 'p.id', 'd.partnerId')
    .selectAll('d')
    .select('p.firstName')
    .where('d.id', '=', id)
    .executeTakeFirstOrThrow()
  const { recordId, orderId, rankId, account, partnerId, fingerprint } = dispute
  return {
    ...listedOf(rows[0]),
    firstName,
    fingerprint,
    ...(await compared(sources, dispute)),
    events: await readEvents(read, dispute),
    entries: await readEntries(read, id),
    correction: {
      partnerId,
      account,
      ...causeOf({ recordId, orderId, rankId }),
      disputeId: id,
    },
    proposals: await readProposals(read, id),
    corrections: await readCorrections(read, id),
  }
}

type Cause = Pick<FullDispute['correction'], 'recordId' | 'orderId' | 'rankId'>

/** An adjustment is about one of them. */
function causeOf({ recordId, orderId, rankId }: Cause): Cause {
  if (recordId !== null) return { recordId, orderId: null, rankId: null }
  if (orderId !== null) return { recordId, orderId, rankId: null }
  return { recordId, orderId, rankId }
}

/** The thing of a stored dispute, as it was named. */
function thingIn(dispute: LockedDispute): MeantThing {
  const { kind, recordId, orderId, month, bonusType, rankId, adjustmentId } = dispute
  const named = { kind, recordId, orderId, month, bonusType, rankId, adjustmentId }
  // The columns of its kind are there: it was stored from such a thing.
  return named as unknown as MeantThing
}

type Compared = Pick<FullDispute, 'isAsSeen' | 'isReadable' | 'explanation'>

async function compared(sources: DisputeSources, dispute: LockedDispute): Promise<Compared> {
  const { content } = await sources.core.database.read
    .selectFrom('console.disputeExplanations')
    .select('content')
    .where('disputeId', '=', dispute.id)
    .executeTakeFirstOrThrow()
  const seen = rowsOfExplanation(content)
  const explainedNow = await readNow(sources, dispute)
  const now = explainedNow === null ? new Map<string, string>() : rowsOfExplanation(explainedNow)
  const paths = [...new Set([...seen.keys(), ...now.keys()])]
  return {
    isAsSeen: fingerprintOf(content) === dispute.fingerprint,
    isReadable: explainedNow !== null,
    explanation: paths.map((path): ExplainedRow => ({
      path,
      seen: seen.get(path) ?? null,
      now: now.get(path) ?? null,
    })),
  }
}

/** Null, if the thing cannot be explained any more: a zero that was credited later is no zero, and figures may not be ready. */
async function readNow(sources: DisputeSources, dispute: LockedDispute): Promise<object | null> {
  try {
    return (await explainThing(sources, dispute.partnerId, thingIn(dispute))).explanation
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

type EventRow = Omit<ThingEvent, 'currency'> & { readonly currency: AccountCurrency | null }

/** What happened to the thing, the oldest first. */
async function readEvents(db: Db, dispute: LockedDispute): Promise<ThingEvent[]> {
  const { partnerId, recordId, orderId, month, bonusType, rankId, adjustmentId } = dispute
  const records = sql`select b.* from bonus_records b where b.partner_id = ${partnerId} and (
    b.id = ${recordId} or b.reverses_id = ${recordId}
    or (b.order_id = ${orderId} and b.type = ${bonusType})
    or (b.period = ${month} and b.type = ${bonusType} and ${orderId}::bigint is null))`
  const { rows } = await sql<EventRow>`
    with records as (${records}),
      adjusted as (select a.* from adjustments a where a.partner_id = ${partnerId} and (
        a.record_id in (select id from records) or a.order_id = ${orderId} or a.dispute_id = ${dispute.id}
        or a.id = ${adjustmentId} or a.takes_back = ${adjustmentId}))
    select e.* from (select o.paid_at as at, 'paid' as what, o.id, null as amount, null as currency from orders o where o.id = ${orderId}
    union all select o.recorded_at, 'recorded', o.id, null, null from orders o where o.id = ${orderId}
    union all select c.cancelled_at, 'cancelled', c.order_id, null, null from cancellations c where c.order_id = ${orderId}
    union all select t.created_at, case when b.reverses_id is null then 'credited' else 'takenBack' end, b.id,
      b.amount::text, b.currency from records b join transfers t on t.id = b.transfer_id
    union all select a.posted_at, 'adjusted', a.id, a.amount::text, a.currency from adjusted a
    union all select h.placed_at, 'held', h.id, h.amount::text, h.currency from holds h
      where h.record_id in (select id from records)
    union all select s.sealed_at, 'closed', null, null, null from period_seals s join closings c on c.id = s.closing_id
      where c.period = ${month}
    union all select r.reached_at, 'reached', r.order_id, null, null from rank_reaches r
      where r.partner_id = ${partnerId} and r.rank_id = ${rankId} and r.ladder = 'ordinary'
    ) e order by at, array_position(array['paid', 'recorded', 'reached', 'closed', 'credited'], what), id`.execute(
    db,
  )
  return rows.map(({ amount, currency, ...row }) => ({
    ...row,
    currency,
    amount: amount === null ? null : coinText(BigInt(amount), currency!),
  }))
}

async function readEntries(db: Db, id: number): Promise<FullDispute['entries']> {
  return db
    .selectFrom('console.disputeEntries as e')
    .leftJoin('console.operators as o', 'o.id', 'e.operatorId')
    .select(['e.at', 'e.kind', 'o.email as by', 'e.text'])
    .where('e.disputeId', '=', id)
    .orderBy('e.id')
    .execute()
}

async function readProposals(db: Db, id: number): Promise<FullDispute['proposals']> {
  const named = JSON.stringify([{ disputeId: id }])
  const { rows } = await sql<FullDispute['proposals'][number]>`
    select p.id, p.state, o.email as proposer, p.at, p.decision_reason
    from console.proposals p join console.operators o on o.id = p.proposer_id
    where p.kind = 'adjustment' and p.after -> 'lines' @> ${named}::jsonb order by p.id`.execute(db)
  return rows
}

async function readCorrections(db: Db, id: number): Promise<FullDispute['corrections']> {
  const rows = await db
    .selectFrom('adjustments')
    .select(['id as adjustmentId', 'amount', 'currency', 'postedAt'])
    .where('disputeId', '=', id)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    amount: coinText(BigInt(row.amount), row.currency as AccountCurrency),
  }))
}
