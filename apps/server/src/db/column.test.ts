import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { onBothDatabases } from '../testing/databases.ts'
import { column } from './column.ts'

onBothDatabases('column', (newDatabase) => {
  test('texts are read as they were written, whatever their characters', async () => {
    const { read } = await newDatabase()
    const texts = ['', 'null', 'NULL', ' a ', 'a,b', '{}', '"', '\\', '\\"', 'é\n\t', null]
    const { rows } = await sql`select ${column(texts)}::text[] as texts`.execute(read)
    expect(rows).toEqual([{ texts }])
  })

  test('numbers and booleans are read as they were written', async () => {
    const { read } = await newDatabase()
    const { rows } = await sql`
      select ${column([1, -2, null])}::integer[] as numbers, ${column([true, false])}::boolean[] as truths,
        ${column(['1.50', null])}::numeric[]::text[] as decimals, ${column([])}::bigint[] as none`.execute(
      read,
    )
    expect(rows).toEqual([
      { numbers: [1, -2, null], truths: [true, false], decimals: ['1.50', null], none: [] },
    ])
  })
})
