import { DAY_MS } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Tx } from '../../db/database.ts'

const SILENT_FOR_MS = 5 * DAY_MS

/** How long events and their log are kept. */
export const KEPT_MS = 30 * DAY_MS

/** Notes that an attempt has failed; an endpoint whose every attempt of 5 days did is switched off. Source: requirements WHK-011. */
export async function noteFailure(tx: Tx, endpointId: number, now: number): Promise<void> {
  await sql`
    update console.endpoints set failing_since = coalesce(failing_since, ${now}) where id = ${endpointId}`.execute(
    tx,
  )
  await sql`
    update console.endpoints set is_on = false, off_because = 'noSuccess', is_told = false, version = version + 1
    where id = ${endpointId} and is_on and failing_since <= ${now - SILENT_FOR_MS}`.execute(tx)
}

/**
 * Switches an endpoint on or off.
 *
 * When it is switched on, events that were given up since its last success are due again: it continues with the first event that it
 * did not get.
 */
export async function switchEndpoint(
  tx: Tx,
  { id, isOn }: { readonly id: number; readonly isOn: boolean },
  now: number,
): Promise<void> {
  await tx
    .updateTable('console.endpoints')
    .set({ isOn, offBecause: isOn ? null : 'operator', isTold: true })
    .set((is) => ({ version: is('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  if (!isOn) return
  await sql`
    update console.deliveries d set state = 'PENDING', ended_at = null, first_at = null, tries = 0, due_at = ${now}
    from console.endpoints p
    where p.id = ${id} and d.endpoint_id = p.id and (d.state = 'PENDING'
      or d.state = 'GIVEN_UP' and d.ended_at >= coalesce(p.failing_since, ${now}) and d.ended_at > ${now - KEPT_MS})`.execute(
    tx,
  )
  await sql`update console.endpoints set failing_since = null where id = ${id}`.execute(tx)
}

/** Deletes events, deliveries and attempts of more than 30 days. Source: requirements WHK-007. */
export async function forgetOldEvents(tx: Tx, now: number): Promise<void> {
  await sql`delete from console.delivery_attempts where at < ${now - KEPT_MS}`.execute(tx)
  await sql`delete from console.webhook_events where noted_at < ${now - KEPT_MS}`.execute(tx)
}
