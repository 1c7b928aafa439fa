import { sql } from 'kysely'

import { column } from '../../db/column.ts'
import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { wordsOfText } from './words-of-text.ts'

/** Adds the words of a text to those by which a ticket is found. */
export async function addWords(tx: Tx, ticketId: number, text: string): Promise<void> {
  await sql`
    update console.ticket_desks set words_made = true, words = (
      select array_agg(distinct word) from unnest(words || ${column(wordsOfText(text))}::text[]) as word)
    where ticket_id = ${ticketId}`.execute(tx)
}

const TICKETS_A_ROUND = 500

type Wordless = { readonly ticketId: number; readonly text: string }

/** Finds the words of tickets that came before the inbox; returns whether there may be more. */
export async function findWords({ database }: Core): Promise<boolean> {
  return database.transaction(async (tx) => {
    const { rows } = await sql<Wordless>`
      with wordless as (
        select ticket_id from console.ticket_desks where not words_made order by ticket_id
        limit ${sql.lit(TICKETS_A_ROUND)} for update skip locked)
      select t.id as ticket_id, t.comment || ' ' || coalesce((
        select string_agg(a.text, ' ') from console.ticket_answers a where a.ticket_id = t.id), '') as text
      from tickets t join wordless w on w.ticket_id = t.id`.execute(tx)
    for (const { ticketId, text } of rows) await addWords(tx, ticketId, text)
    return rows.length === TICKETS_A_ROUND
  })
}
