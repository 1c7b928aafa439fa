import type { ImportForm, ImportKind } from '@partner-office/contracts'
import { sql } from 'kysely'

import { unnesting } from '../../../db/column.ts'
import type { Db, Tx } from '../../../db/database.ts'
import type { CsvRecord } from '../read-csv.ts'

const IDS_A_QUERY = 5_000
const LONGEST_ID = 200

/** What a source numbers. */
type Numbered = 'partner' | 'order'

/** Numbers of a file's own external ids. Those from `firstNew` on are not stored yet. */
export type FileNumbers = {
  readonly kind: Numbered
  readonly source: string
  readonly numbers: ReadonlyMap<string, number>
  readonly firstNew: number
}

/** An external id as it is compared: without spaces around it, in one spelling of Unicode. Null for none. */
export function externalId(cell: string | undefined): string | null {
  const id = (cell ?? '').normalize('NFC').trim()
  return id === '' || id.length > LONGEST_ID ? null : id
}

/**
 * Gives each own external id of a file its number: the stored one, else the next above all numbers in use, in the order of the file.
 * Nothing is stored. Memory: one entry an id.
 *
 * Source: decisions D-176; requirements ORC-012.
 */
export async function numberFile(
  db: Db,
  kind: ImportKind,
  { source, columns }: Pick<ImportForm, 'columns'> & { readonly source: string },
  records: AsyncIterable<CsvRecord>,
): Promise<FileNumbers> {
  const numbered = kind === 'partners' ? 'partner' : 'order'
  const column = columns[kind === 'partners' ? 'id' : 'orderId']!
  const firstNew = (await lastNumber(db, numbered)) + 1
  const numbers = new Map<string, number>()
  let next = firstNew
  let waiting = new Set<string>()
  const give = async () => {
    const known = await knownNumbers(db, numbered, source, [...waiting])
    for (const id of waiting) numbers.set(id, known.get(id) ?? next++)
    waiting = new Set()
  }
  for await (const { record } of afterHeader(records)) {
    const id = externalId(record[column])
    if (id === null || numbers.has(id)) continue
    waiting.add(id)
    if (waiting.size === IDS_A_QUERY) await give()
  }
  await give()
  return { kind: numbered, source, numbers, firstNew }
}

/** All but the first record. */
export async function* afterHeader<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  let isHeader = true
  for await (const item of items) {
    if (!isHeader) yield item
    isHeader = false
  }
}

/** The greatest number in use, also by accounts whose registration is not confirmed. */
async function lastNumber(db: Db, kind: Numbered): Promise<number> {
  const inUse =
    kind === 'partner'
      ? sql`greatest((select max(id) from partners), (select max(user_id) from passport.accounts),
          (select max(number) from external_ids where kind = 'partner'), 0)`
      : sql`greatest((select max(id) from orders),
          (select max(number) from external_ids where kind = 'order'), 0)`
  const { rows } = await sql<{ last: number }>`select ${inUse} as last`.execute(db)
  return rows[0]!.last
}

/** The stored numbers of external ids of a source. */
export async function knownNumbers(
  db: Db,
  kind: Numbered,
  source: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  if (ids.length === 0) return found
  const { rows } = await sql<{ external: string; number: number }>`
    select e.external, e.number from ${unnesting(ids, [['text', (id) => id]])} as w(external)
    join external_ids e on e.kind = ${kind} and e.source = ${source} and e.external = w.external`.execute(
    db,
  )
  for (const { external, number } of rows) found.set(external, number)
  return found
}

/** Stores the new numbers of a file, in the transaction that imports it. */
export async function storeNumbers(
  tx: Tx,
  { kind, source, numbers, firstNew }: FileNumbers,
): Promise<void> {
  let part: (readonly [string, number])[] = []
  const store = async () => {
    await sql`
      insert into external_ids (kind, source, external, number)
      select ${kind}, ${source}, n.* from ${unnesting(part, [
        ['text', ([external]) => external],
        ['bigint', ([, number]) => number],
      ])} as n`.execute(tx)
    part = []
  }
  for (const each of numbers) {
    if (each[1] < firstNew) continue
    part.push(each)
    if (part.length === IDS_A_QUERY) await store()
  }
  if (part.length > 0) await store()
}
