import type {
  Attempt,
  CallInput,
  CallReply,
  getAttempts,
  getReplay,
} from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Db, Tx } from '../../db/database.ts'

const PAGE = 50

type Asked = CallInput<typeof getAttempts>['query']

/** The attempts of an endpoint, the newest first, each with what is the state of its event's delivery now. */
export async function readAttempts(
  db: Db,
  endpointId: number,
  { event, type, partner, state, cursor }: Asked,
): Promise<CallReply<typeof getAttempts>> {
  const { rows } = await sql<Attempt>`
    select a.id, a.at, a.event_id, a.type, a.partner_id, a.duration, a.status, a.answer, a.problem, a.is_delivered, d.state
    from console.delivery_attempts a
      left join console.webhook_events e on e.id = a.event_id
      left join console.deliveries d on d.endpoint_id = a.endpoint_id and d.event_number = e.number
    where a.endpoint_id = ${endpointId}
      ${event === undefined ? sql`` : sql`and a.event_id = ${event}`}
      ${type === undefined ? sql`` : sql`and a.type = ${type}`}
      ${partner === undefined ? sql`` : sql`and a.partner_id = ${partner}`}
      ${state === undefined ? sql`` : sql`and d.state = ${state}`}
      ${cursor === undefined ? sql`` : sql`and a.id < ${cursor}`}
    order by a.id desc limit ${PAGE + 1}`.execute(db)
  const content = rows.slice(0, PAGE)
  return rows.length > PAGE ? { content, next: String(content.at(-1)!.id) } : { content }
}

/** What to send again: one event by its id, or those that happened in a range of time, of one type or of all that the endpoint takes. */
export type Again =
  | { readonly event: string }
  | { readonly from: number; readonly until: number; readonly type?: string | undefined }

/** The choice that the query of a preview makes. Refuses: `required`, without an event or a whole range. */
export function againOf({ event, from, until, type }: CallInput<typeof getReplay>['query']): Again {
  if (event !== undefined) return { event }
  if (from === undefined) throw new Refusal('required', { field: 'from' })
  if (until === undefined) throw new Refusal('required', { field: 'until' })
  return { from, until, type }
}

const CHOSEN = (endpointId: number, again: Again) => sql`
  from console.webhook_events e join console.endpoints p on p.id = ${endpointId} and e.type = any(p.types)
  where ${
    'event' in again
      ? sql`e.id = ${again.event}`
      : sql`e.at >= ${again.from} and e.at < ${again.until} ${again.type === undefined ? sql`` : sql`and e.type = ${again.type}`}`
  }`

/** How many events a replay would send. */
export async function countAgain(db: Db, endpointId: number, again: Again): Promise<number> {
  const { rows } = await sql<{ events: number }>`
    select count(*)::integer as events ${CHOSEN(endpointId, again)}`.execute(db)
  return rows[0]!.events
}

/**
 * Owes events to an endpoint again, each under its own id; answers how many. Those of one partner are sent in their order.
 *
 * Source: requirements WHK-008.
 */
export async function sendAgain(
  tx: Tx,
  endpointId: number,
  again: Again,
  now: number,
): Promise<number> {
  // As the end of an attempt does: neither overwrites what the other writes.
  await sql`select from console.endpoints where id = ${endpointId} for update`.execute(tx)
  const { numAffectedRows } = await sql`
    insert into console.deliveries (endpoint_id, event_number, partner_id, due_at)
    select p.id, e.number, coalesce(e.partner_id, 0), ${now} ${CHOSEN(endpointId, again)}
    on conflict (endpoint_id, event_number) do update
      set state = 'PENDING', ended_at = null, first_at = null, tries = 0, due_at = excluded.due_at`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0n)
}
