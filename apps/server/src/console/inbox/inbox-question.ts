import type { InboxFilter } from '@partner-office/contracts'
import { type RawBuilder, sql } from 'kysely'

import { wordsOfText } from '../../business/support/words-of-text.ts'
import { column } from '../../db/column.ts'

/** How much of a text a line shows. Units: characters. */
export const TEXT_SHOWN = 200

/** Where a page begins: behind a line with this instant and id. */
type After = { readonly since: number; readonly id: number }

/** What a page asks of each source. `operatorId`: who `me` is. */
export type InboxQuestion = InboxFilter & {
  readonly operatorId: number
  readonly after: After | null
  readonly isOldestFirst: boolean
  readonly limit: number
}

/** Columns of a source that have a name of their own there. */
type Columns = { readonly id: RawBuilder<unknown>; readonly assignee: RawBuilder<unknown> }

/** What a question asks of every source, of its desk `d` and its partner `p`: conditions, and the order with the limit. */
export function askedOf(question: InboxQuestion, { id, assignee }: Columns) {
  const { partner, language, search, after, isOldestFirst, limit } = question
  const isBehind = sql.raw(isOldestFirst ? '>' : '<')
  const direction = sql.raw(isOldestFirst ? 'asc' : 'desc')
  return {
    conditions: [
      stateIs(question),
      ...(partner === undefined ? [] : [sql`p.id = ${partner}`]),
      ...(language === undefined ? [] : [sql`p.ui_language = ${language}`]),
      ...assigneeIs(question, assignee),
      ...(search === undefined ? [] : [sql`d.words @> ${column(wordsOfText(search))}::text[]`]),
      ...(after === null ? [] : [sql`(d.since, ${id}) ${isBehind} (${after.since}, ${after.id})`]),
    ],
    order: sql`order by d.since ${direction}, ${id} ${direction} limit ${limit}`,
  }
}

function stateIs({ state }: InboxQuestion): RawBuilder<unknown> {
  if (state === 'all') return sql`true`
  return state === 'open' ? sql`d.state <> 'CLOSED'` : sql`d.state = ${state}`
}

function assigneeIs(
  { assignee, operatorId }: InboxQuestion,
  own: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  if (assignee === undefined) return []
  if (assignee === 'none') return [sql`${own} is null`]
  return [sql`${own} = ${assignee === 'me' ? operatorId : assignee}`]
}
