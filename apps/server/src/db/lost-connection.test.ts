import { setTimeout as wait } from 'node:timers/promises'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { onPostgres } from '../testing/databases.ts'

onPostgres('a connection that is lost between two statements', (newDatabase) => {
  test('fails its transaction, and neither the process nor the next transaction', async () => {
    const database = await newDatabase()
    const lost = database.transaction(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await database.asOwner((owner) =>
        sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(owner),
      )
      // Long enough for the end of the connection to arrive while no statement waits for an answer.
      await wait(500)
      await sql`select 1`.execute(tx)
    })
    await expect(lost).rejects.toThrow()
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(database.read)
    expect(rows).toEqual([{ one: 1 }])
  })
})
