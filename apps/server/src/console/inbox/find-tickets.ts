import type { InboxLine } from '@partner-office/contracts'
import { sql } from 'kysely'

import type { Db } from '../../db/database.ts'
import { askedOf, type InboxQuestion, TEXT_SHOWN } from './inbox-question.ts'

/** The columns of a line, of `d`, `t`, `p` and `o`. */
export const TICKET_LINE = sql`
  'ticket' as kind, t.id, t.type, p.ui_language as language, d.state, d.since, t.created_at, o.email as assignee,
  left(t.comment, ${sql.lit(TEXT_SHOWN)}) as text, t.state as hand_over,
  jsonb_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name, 'country', p.country_id) as partner`

/** Tickets of the inbox. A ticket that was joined to another one is found there, and in a search. Source: requirements INB-001. */
export async function findTickets(db: Db, question: InboxQuestion): Promise<InboxLine[]> {
  const { type, handOver } = question
  const asked = askedOf(question, { id: sql`d.ticket_id`, assignee: sql`d.assignee_id` })
  const own = [
    ...(type === undefined ? [] : [sql`t.type = ${type}`]),
    ...(handOver === undefined ? [] : [sql`t.state = ${handOver}`]),
  ]
  const { rows } = await sql<InboxLine>`
    select ${TICKET_LINE} from console.ticket_desks d join tickets t on t.id = d.ticket_id
    join partners p on p.id = t.partner_id left join console.operators o on o.id = d.assignee_id
    where ${sql.join([...asked.conditions, ...own], sql` and `)} ${asked.order}`.execute(db)
  return rows
}
