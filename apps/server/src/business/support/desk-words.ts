import { sql } from 'kysely'

import { column } from '../../db/column.ts'
import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { wordsOfText } from './words-of-text.ts'

/** Each kind of desk: its table, the column of its id, and all texts of the row `w` of wordless desks. */
const DESKS = {
  ticket: {
    table: sql.raw('console.ticket_desks'),
    id: sql.raw('ticket_id'),
    text: sql`(select t.comment from tickets t where t.id = w.id) || ' ' || coalesce((
      select string_agg(a.text, ' ') from console.ticket_answers a where a.ticket_id = w.id), '')`,
  },
  dispute: {
    table: sql.raw('console.dispute_desks'),
    id: sql.raw('dispute_id'),
    text: sql`coalesce((select string_agg(e.text, ' ') from console.dispute_entries e
      where e.dispute_id = w.id and e.kind <> 'note'), '')`,
  },
} as const
type Desk = keyof typeof DESKS

type Words = { readonly id: number; readonly text: string; readonly isWhole?: boolean }

/** Adds the words of a text to those by which the inbox finds a ticket or a dispute. `isWhole`: it has no other text. */
export async function addWords(
  tx: Tx,
  desk: Desk,
  { id, text, isWhole = false }: Words,
): Promise<void> {
  const { table, id: own } = DESKS[desk]
  await sql`
    update ${table} set words_made = words_made or ${isWhole}::boolean, words = (
      select coalesce(array_agg(distinct word), '{}') from unnest(words || ${column(wordsOfText(text))}::text[]) as word)
    where ${own} = ${id}`.execute(tx)
}

const DESKS_A_ROUND = 500

/** Finds the words of tickets and disputes that came before the search; returns whether there may be more. */
export async function findWords(core: Core): Promise<boolean> {
  const isFull = [await findWordsOf(core, 'ticket'), await findWordsOf(core, 'dispute')]
  return isFull.includes(true)
}

async function findWordsOf({ database }: Core, desk: Desk): Promise<boolean> {
  const { table, id: own, text: texts } = DESKS[desk]
  return database.transaction(async (tx) => {
    const { rows } = await sql<{ id: number; text: string }>`
      with w as (
        select ${own} as id from ${table} where not words_made order by ${own}
        limit ${sql.lit(DESKS_A_ROUND)} for update skip locked)
      select w.id, ${texts} as text from w`.execute(tx)
    for (const { id, text } of rows) await addWords(tx, desk, { id, text, isWhole: true })
    return rows.length === DESKS_A_ROUND
  })
}
