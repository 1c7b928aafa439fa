import { sql } from 'kysely'

import type { Tx } from '../../db/database.ts'

/** A partner whose data is erased, with the texts to erase. */
export type Erased = {
  readonly partnerId: number
  /** Names, addresses and numbers that say who the partner is. */
  readonly texts: readonly string[]
}

/**
 * Replaces what says who a partner is in the arguments of the audit log: the reasons and details of entries about the
 * partner, and in other entries each argument that names the partner. Ids stay.
 *
 * The hashes of the entries stay too, so the chain holds; the journal records each entry as it stands afterwards.
 *
 * Source: decisions D-148; docs/decisions/0018.
 */
export async function eraseFromAuditLog(tx: Tx, { partnerId, texts }: Erased): Promise<void> {
  const named = patternOf(texts)
  const id = String(partnerId)
  await sql`
    with about as (
      select a.id, coalesce(a.arguments -> 'words' ->> 0, a.arguments ->> 'userId', a.arguments ->> 'id',
        a.arguments ->> 'object') as subject, (
        case
          when a.command = 'partner erase' then false
          when a.command ~ '^(partner|wallet|payouts u?n?lock|verifications set)' then true
        end) as of_partner
      from audit_log a
    ), due as (
      select a.id, coalesce(b.of_partner and b.subject = ${id}, false)
        or (a.command ~ '^payouts (take|approve|reject)' and exists (
          select from payouts p where p.partner_id = ${partnerId} and p.id::text = b.subject))
        or (a.command = 'cancel order' and exists (
          select from orders o where o.partner_id = ${partnerId} and o.id::text = b.subject))
        or (a.command ~ '^verifications (approve|reject)' and exists (
          select from passport.verifications v where v.user_id = ${partnerId} and v.id::text = b.subject)) as is_subject
      from audit_log a join about b using (id)
    )
    update audit_log a set arguments = (
        select jsonb_object_agg(key, case
          when d.is_subject and key in ('reason', 'fields', 'address') or value::text ~* ${named} then '"erased"'::jsonb
          else value end)
        from jsonb_each(a.arguments))
    from due d
    where d.id = a.id and a.arguments <> '{}' and (
      a.arguments::text ~* ${named} or d.is_subject and a.arguments ?| array['reason', 'fields', 'address'])
      and a.command <> 'figures drift'`.execute(tx)
}

/** Matches each text as whole words, as it stands in JSON. */
function patternOf(texts: readonly string[]): string {
  const written = texts.map((text) => text.trim()).filter((text) => text.length > 1)
  const escaped = written.map((text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  )
  // Without any text the pattern matches nothing.
  return escaped.length === 0 ? '(?!)' : `(^|\\W)(${escaped.join('|')})(\\W|$)`
}
