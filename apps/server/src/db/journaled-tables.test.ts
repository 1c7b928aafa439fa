import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { openEmbedded } from '../testing/databases.ts'

const MIGRATIONS = join(import.meta.dirname, 'migrations')

async function journaledTables(): Promise<string[]> {
  const database = await openEmbedded()
  const { rows } = await sql<{ name: string }>`
    select distinct tgrelid::regclass::text as name from pg_trigger
    where tgname in ('changes_are_journaled', 'access_is_journaled') order by 1`.execute(
    database.read,
  )
  await database.close()
  return rows.map(({ name }) => name)
}

/** The journaled tables whose rows a migration changes. Rows of `verify` must equal their last entry. */
const changedBy = (migration: string, tables: readonly string[]): string[] =>
  tables.filter((table) =>
    [
      `insert\\s+into\\s+${table}\\b`,
      `update\\s+(?:only\\s+)?${table}\\b`,
      `delete\\s+from\\s+(?:only\\s+)?${table}\\b`,
      `truncate\\s+(?:table\\s+)?${table}\\b`,
      `alter\\s+table\\s+${table}\\s+(?:drop|rename)\\s+column`,
      `alter\\s+table\\s+${table}\\s+alter\\s+column\\s+\\w+\\s+(?:set\\s+data\\s+)?type`,
    ].some((pattern) => new RegExp(pattern, 'i').test(migration)),
  )

test('the journal has entries for 20 tables of money, 9 of access and 8 of operators', async () => {
  expect(await journaledTables()).toHaveLength(37)
})

test('statements that change rows of a table are recognized, others are not', () => {
  const changing = [
    'insert into payouts (id) values (1)',
    'UPDATE payouts set fee = 0',
    'delete from  payouts where id = 1',
    'alter table payouts rename column fee to cost',
    'alter table payouts alter column fee type text',
  ]
  for (const text of changing) expect(changedBy(text, ['payouts', 'rates'])).toEqual(['payouts'])
  const others = [
    'insert into payouts_seen values (1)',
    'alter table payouts add column seen boolean',
    'create index on payouts (id)',
    `update passport.accounts set email = 'payouts'`,
  ]
  for (const text of others) expect(changedBy(text, ['payouts'])).toEqual([])
})

test('a migration that changes journaled rows as their owner writes entries of the journal too', async () => {
  const tables = await journaledTables()
  for (const name of readdirSync(MIGRATIONS)) {
    const text = readFileSync(join(MIGRATIONS, name), 'utf8')
    if (/insert\s+into\s+journal\b/i.test(text)) continue
    expect({ name, changes: changedBy(text, tables) }).toEqual({ name, changes: [] })
  }
})
