import pg from 'pg'
import { expect, inject, test, vi } from 'vitest'

import { createPostgresDatabase } from '../testing/databases.ts'
import { openDatabase } from './database.ts'

test('a closed database leaves no connection behind, even one that was never queried', async () => {
  const { url, drop } = await createPostgresDatabase()
  await (await openDatabase({ url })).close()

  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  const connections = async () => {
    const { rows } = await client.query('select pid from pg_stat_activity where datname = $1', [
      new URL(url).pathname.slice(1),
    ])
    return rows.length
  }
  // A pool gives up an idle connection after ten seconds anyway: it must be gone well before.
  await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 4_000 })
  await client.end()
  await drop()
}, 30_000)
