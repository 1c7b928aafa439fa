import type { InboxLine } from '@partner-office/contracts'
import { sql } from 'kysely'

import type { Db } from '../../db/database.ts'
import { askedOf, type InboxQuestion, TEXT_SHOWN } from './inbox-question.ts'

/** Disputes of the inbox, each with what its partner has asked. Only tickets have a type and a hand-over. Source: requirements INB-001. */
export async function findDisputes(db: Db, question: InboxQuestion): Promise<InboxLine[]> {
  if (question.type !== undefined || question.handOver !== undefined) return []
  const { conditions, order } = askedOf(question, {
    id: sql`d.dispute_id`,
    assignee: sql`q.taken_by`,
  })
  const { rows } = await sql<InboxLine>`
    select 'dispute' as kind, q.id, null::integer as type, p.ui_language as language, d.state, d.since, q.opened_at as created_at,
      o.email as assignee, (select left(e.text, ${sql.lit(TEXT_SHOWN)}) from console.dispute_entries e
        where e.dispute_id = q.id order by e.id limit 1) as text, null::text as hand_over,
      jsonb_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name, 'country', p.country_id) as partner
    from console.dispute_desks d join console.disputes q on q.id = d.dispute_id
    join partners p on p.id = q.partner_id left join console.operators o on o.id = q.taken_by
    where ${sql.join([...conditions], sql` and `)} ${order}`.execute(db)
  return rows
}
