import { sql } from 'kysely'

import type { Tx } from '../../db/database.ts'
import { orderEvents } from './fact-events.ts'
import type { Channel, Group } from './channels.ts'
import { grouped, storedSums } from './note-events.ts'

/**
 * Reads the notes of a mail again that tell orders of which some were cancelled since; returns whether any note is left.
 *
 * Source: decisions C11.31.
 */
export async function reviseNotes(
  tx: Tx,
  channel: Channel,
  { partnerId, key, day }: Group,
): Promise<boolean> {
  const { rows: notes } = await sql<{
    id: number
    after: number | null
    upTo: number | null
    isStale: boolean
  }>`
    select n.id, n.after_fact as after, n.up_to_fact as up_to,
      exists (select from orders o join cancellations c on c.order_id = o.id
        where o.fact > n.after_fact and o.fact <= n.up_to_fact) as is_stale
    from ${sql.table(channel.notes)} n where n.partner_id = ${partnerId} and n.key = ${key} and n.day = ${day}`.execute(
    tx,
  )
  let left = 0
  for (const { id, after, upTo, isStale } of notes) {
    const isKept =
      !isStale || (await revise(tx, { channel, id, group: { partnerId, key, day }, after, upTo }))
    if (isKept) left += 1
  }
  return left > 0
}

type Revised = {
  readonly channel: Channel
  readonly id: number
  readonly group: Group
  readonly after: number | null
  readonly upTo: number | null
}

/** Whether the note still tells anything. */
async function revise(tx: Tx, { channel, id, group, after, upTo }: Revised): Promise<boolean> {
  const events = await orderEvents(tx, { after: after!, upTo: upTo! })
  const [note] = grouped(
    events.filter(
      (event) =>
        event.partnerId === group.partnerId &&
        event.key === group.key &&
        (event.day ?? 0) === group.day,
    ),
  )
  if (note === undefined) {
    await tx.deleteFrom(channel.notes).where('id', '=', id).execute()
    return false
  }
  await tx
    .updateTable(channel.notes)
    .set({
      entries: note.entries,
      sums: JSON.stringify(storedSums(note.sums)),
      items: JSON.stringify(note.items),
    })
    .where('id', '=', id)
    .execute()
  return true
}
