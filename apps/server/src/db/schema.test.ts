import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { parse, walk } from '../../../../scripts/lib/sources.mjs'
import { openEmbedded } from '../testing/databases.ts'

const KEPT_BY_KYSELY = new Set(['kysely_migration', 'kysely_migration_lock'])

test('schema.ts names every table and every column, and no others', async () => {
  const database = await openEmbedded()
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select case table_schema when 'public' then '' else table_schema || '.' end || table_name as name,
      array_agg(column_name::text order by column_name) as columns
    from information_schema.columns where table_schema in ('public', 'passport', 'console') group by table_schema, table_name`.execute(
    database.read,
  )
  await database.close()
  const stored = rows.filter(({ name }) => !KEPT_BY_KYSELY.has(name))
  expect(tablesOfSchema()).toEqual(
    Object.fromEntries(stored.map(({ name, columns }) => [name, columns.toSorted()])),
  )
})

type Member = { readonly key: { readonly name?: string; readonly value?: string } }
type Alias = {
  readonly id: { readonly name: string }
  readonly typeAnnotation: { readonly members?: readonly (Member & { typeAnnotation: unknown })[] }
}

/** Columns of each table of `Schema`, named as in the database. */
function tablesOfSchema(): Record<string, string[]> {
  const aliases = new Map<string, Alias>()
  walk(parse(import.meta.dirname, 'schema.ts').program, (node) => {
    if (node.type === 'TSTypeAliasDeclaration') {
      const alias = node as unknown as Alias
      aliases.set(alias.id.name, alias)
    }
  })
  const columnsOf = (type: unknown): string[] => {
    const { typeAnnotation: inner } = type as { typeAnnotation: Record<string, unknown> }
    const members = (inner['members'] ??
      aliases.get((inner['typeName'] as { name: string }).name)!.typeAnnotation.members) as Member[]
    return members.map(nameOf).toSorted()
  }
  const tables = aliases.get('Schema')!.typeAnnotation.members!
  return Object.fromEntries(tables.map((table) => [nameOf(table), columnsOf(table.typeAnnotation)]))
}

const nameOf = ({ key }: Member): string =>
  (key.name ?? key.value!).replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)
