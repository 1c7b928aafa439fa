import type {
  Attempt,
  CallInput,
  CallReply,
  getAttempts,
  getReplay,
  Replay,
} from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Db, Tx } from '../../db/database.ts'
import { idCursor, partOf } from '../../db/page.ts'

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
  return partOf(rows, PAGE, idCursor)
}

/** The events that the query of a preview chooses. Refuses: `required`, without an event or a whole range. */
export function replayOf({
  event,
  from,
  until,
  type,
}: CallInput<typeof getReplay>['query']): Replay {
  if (event !== undefined) return { event }
  if (from === undefined) throw new Refusal('required', { field: 'from' })
  if (until === undefined) throw new Refusal('required', { field: 'until' })
  return { from, until, ...(type !== undefined && { type }) }
}

const CHOSEN = (endpointId: number, replay: Replay) => sql`
  from console.webhook_events e join console.endpoints p on p.id = ${endpointId} and e.type = any(p.types)
  where ${
    'event' in replay
      ? sql`e.id = ${replay.event}`
      : sql`e.at >= ${replay.from} and e.at < ${replay.until} ${replay.type === undefined ? sql`` : sql`and e.type = ${replay.type}`}`
  }`

/** How many events a replay would send. */
export async function countReplayed(db: Db, endpointId: number, replay: Replay): Promise<number> {
  const { rows } = await sql<{ events: number }>`
    select count(*)::integer as events ${CHOSEN(endpointId, replay)}`.execute(db)
  return rows[0]!.events
}

/**
 * Marks events as due for an endpoint again, each under its own id; returns how many. The events of one partner are sent in their
 * order.
 *
 * Source: requirements WHK-008.
 */
export async function replayEvents(
  tx: Tx,
  endpointId: number,
  replay: Replay,
  now: number,
): Promise<number> {
  // As the end of an attempt does: neither overwrites what the other writes.
  await sql`select from console.endpoints where id = ${endpointId} for update`.execute(tx)
  const { numAffectedRows } = await sql`
    insert into console.deliveries (endpoint_id, event_number, partner_id, due_at)
    select p.id, e.number, coalesce(e.partner_id, 0), ${now} ${CHOSEN(endpointId, replay)}
    on conflict (endpoint_id, event_number) do update
      set state = 'PENDING', ended_at = null, first_at = null, tries = 0, due_at = excluded.due_at`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0n)
}
