import { sql } from 'kysely'

import type { Tx } from '../../db/database.ts'

/** A person's name, as explanations hold it. */
type Name = { readonly firstName: string; readonly lastName: string }

const ERASED: Name = { firstName: 'Erased', lastName: 'Partner' }

/**
 * Takes the texts out of a partner's disputes, and the partner's name out of what others saw. Names are no part of fingerprints. Who
 * has the same name loses it there too.
 *
 * Source: decisions D-148.
 */
export async function eraseFromDisputes(tx: Tx, partnerId: number, name: Name): Promise<void> {
  await sql`update console.dispute_entries set text = ''
    where dispute_id in (select id from console.disputes where partner_id = ${partnerId})`.execute(
    tx,
  )
  await sql`update console.dispute_desks set words = '{}', words_made = true
    where dispute_id in (select id from console.disputes where partner_id = ${partnerId})`.execute(
    tx,
  )
  const { rows } = await sql<{ disputeId: number; content: object }>`
    select dispute_id, content from console.dispute_explanations
    where jsonb_path_exists(content, '$.**.lastName ? (@ == $name)', ${JSON.stringify({ name: name.lastName })}::jsonb)
    for update`.execute(tx)
  for (const { disputeId, content } of rows) {
    const erased = JSON.stringify(content, (_key, value: unknown) =>
      isNamed(value, name) ? { ...value, ...ERASED } : value,
    )
    await sql`update console.dispute_explanations set content = ${erased}::jsonb
      where dispute_id = ${disputeId}`.execute(tx)
  }
}

const isNamed = (value: unknown, { firstName, lastName }: Name): value is Name =>
  typeof value === 'object' &&
  value !== null &&
  (value as Partial<Name>).firstName === firstName &&
  (value as Partial<Name>).lastName === lastName
