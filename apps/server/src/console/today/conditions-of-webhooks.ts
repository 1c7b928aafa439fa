import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Condition } from './condition.ts'

/** Endpoints that were switched off because nothing reached them. Source: requirements WHK-011. */
export async function findWebhookOff({ database }: Core): Promise<readonly Condition[]> {
  const endpoints = await database.read
    .selectFrom('console.endpoints')
    .select(['id', 'address', 'failingSince'])
    .where('offBecause', '=', 'noSuccess')
    .orderBy('id')
    .execute()
  return endpoints.map(({ id, address, failingSince }) => ({
    object: String(id),
    sentence: `Webhooks to ${address} were switched off: none has reached it for 5 days.`,
    parameters: { address },
    since: failingSince,
  }))
}

/** Endpoints with events that were given up and not sent again. Source: requirements WHK-005. */
export async function findWebhookGivenUp({ database }: Core): Promise<readonly Condition[]> {
  const { rows } = await sql<{ id: number; address: string; events: number; since: number }>`
    select p.id, p.address, count(*)::integer as events, min(d.ended_at) as since
    from console.endpoints p join console.deliveries d on d.endpoint_id = p.id and d.state = 'GIVEN_UP'
    where p.is_on group by p.id order by p.id`.execute(database.read)
  return rows.map(({ id, address, events, since }) => ({
    object: String(id),
    sentence: `${events === 1 ? 'An event was' : `${events} events were`} not delivered to ${address} within 72 hours, and given up.`,
    parameters: { address, events },
    since,
  }))
}
