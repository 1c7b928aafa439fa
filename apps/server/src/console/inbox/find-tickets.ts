import type { InboxLine } from '@partner-office/contracts'
import { type RawBuilder, sql } from 'kysely'

import { wordsOfText } from '../../business/support/words-of-text.ts'
import { column } from '../../db/column.ts'
import type { Db } from '../../db/database.ts'
import type { InboxQuestion } from './inbox-question.ts'

const TEXT_SHOWN = 200

/** The columns of a line, of `d`, `t`, `p` and `o`. */
export const TICKET_LINE = sql`
  'ticket' as kind, t.id, t.type, p.ui_language as language, d.state, d.since, t.created_at, o.email as assignee,
  left(t.comment, ${sql.lit(TEXT_SHOWN)}) as text, t.state as hand_over,
  jsonb_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name, 'country', p.country_id) as partner`

/** Tickets of the inbox. A ticket that was joined to another one is found there, and in a search. Source: requirements INB-001. */
export async function findTickets(db: Db, question: InboxQuestion): Promise<InboxLine[]> {
  const { isOldestFirst, limit } = question
  const order = sql.raw(isOldestFirst ? 'asc' : 'desc')
  const { rows } = await sql<InboxLine>`
    select ${TICKET_LINE} from console.ticket_desks d join tickets t on t.id = d.ticket_id
    join partners p on p.id = t.partner_id left join console.operators o on o.id = d.assignee_id
    where ${sql.join(conditionsOf(question), sql` and `)}
    order by d.since ${order}, d.ticket_id ${order} limit ${limit}`.execute(db)
  return rows
}

function conditionsOf(question: InboxQuestion): RawBuilder<boolean>[] {
  const { type, handOver, partner, language, search, after, isOldestFirst } = question
  const isBehind = sql.raw(isOldestFirst ? '>' : '<')
  return [
    stateIs(question),
    ...(type === undefined ? [] : [sql<boolean>`t.type = ${type}`]),
    ...(handOver === undefined ? [] : [sql<boolean>`t.state = ${handOver}`]),
    ...(partner === undefined ? [] : [sql<boolean>`t.partner_id = ${partner}`]),
    ...(language === undefined ? [] : [sql<boolean>`p.ui_language = ${language}`]),
    ...assigneeIs(question),
    ...(search === undefined
      ? []
      : [sql<boolean>`d.words @> ${column(wordsOfText(search))}::text[]`]),
    ...(after === null
      ? []
      : [sql<boolean>`(d.since, d.ticket_id) ${isBehind} (${after.since}, ${after.id})`]),
  ]
}

function stateIs({ state }: InboxQuestion): RawBuilder<boolean> {
  if (state === 'all') return sql`true`
  return state === 'open' ? sql`d.state <> 'CLOSED'` : sql`d.state = ${state}`
}

function assigneeIs({ assignee, operatorId }: InboxQuestion): RawBuilder<boolean>[] {
  if (assignee === undefined) return []
  if (assignee === 'none') return [sql`d.assignee_id is null`]
  return [sql`d.assignee_id = ${assignee === 'me' ? operatorId : assignee}`]
}
