import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Database } from '../../db/database.ts'
import { onPostgres } from '../../testing/databases.ts'
import { PartnersService } from '../../testing/partners-service.ts'
import { postTransfers } from '../../testing/post-transfers.ts'

const ACCOUNT = 'UCHAIN_UPT_BONUS'
/** Far more bytes than the buffers between the database and the reader hold: long lines, as a row costs more than its bytes. */
const ROWS = 25_000
const ROWS_A_STEP = 5_000
const LONG = 'a line that is long enough to fill the buffers '.repeat(14)

/** The same database, which counts the rows that its snapshots have given. */
function counted(database: Database): { readonly database: Database; readonly rows: () => number } {
  let rows = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      rows += result.rows.length
      return Promise.resolve(result)
    },
  }
  const snapshot: Database['snapshot'] = (work) =>
    database.snapshot((tx) => work(tx.withPlugin(counter)))
  return { database: { ...database, snapshot }, rows: () => rows }
}

onPostgres('a long file, its reader and its making', (newDatabase) => {
  let service: PartnersService
  let token: string
  let fetched: () => number
  beforeAll(async () => {
    const { database, rows } = counted(await newDatabase())
    fetched = rows
    service = await PartnersService.open(database)
    token = await service.signInAccepted(1)
    for (let from = 0; from < ROWS; from += ROWS_A_STEP) {
      await service.core.database.transaction((tx) =>
        postTransfers(
          tx,
          Array.from({ length: ROWS_A_STEP }, (_, at) => ({
            key: `row ${from + at}`,
            partnerId: 1,
            account: ACCOUNT,
            counter: 'bonus_expense',
            toPartner: true,
            currency: 'UPT' as const,
            amount: '1',
            kind: 'UNILEVEL',
            reference: `order ${from + at}, ${LONG}`,
            createdAt: service.clock.now,
          })),
        ),
      )
    }
    await service.office.listen({ port: 0, host: '127.0.0.1' })
  }, 120_000)
  afterAll(() => service.office.close())

  const ask = async (): Promise<IncomingMessage> => {
    const { port } = service.office.server.address() as AddressInfo
    const request = get({
      port,
      host: '127.0.0.1',
      path: `/v1/ledger/export?account=${ACCOUNT}`,
      headers: { authorization: `Bearer ${token}` },
    })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return response
  }
  /** Ends the connection of the database that makes the file; answers how many there were. */
  const killMaker = () =>
    service.core.database.asOwner(async (owner) => {
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query ilike 'fetch%export_rows%'`.execute(
        owner,
      )
      return rows.length
    })
  const linesOf = (bytes: Buffer): number => bytes.toString().split('\n').length - 1
  /** What arrives, and how the connection ends. */
  const readAll = async (response: IncomingMessage) => {
    const chunks: Buffer[] = []
    let problem: string | null = null
    try {
      for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk)
    } catch (error) {
      problem = String((error as NodeJS.ErrnoException).code)
    }
    return { lines: linesOf(Buffer.concat(chunks)), problem, isWhole: response.complete }
  }

  /** The rows that were fetched once no more are. */
  const fetchedAtRest = async (): Promise<number> => {
    for (let before = -1; before !== fetched(); await wait(300)) before = fetched()
    return fetched()
  }

  test('EXP-003 ends with an error and not like a whole file, whose lines were named before', async () => {
    const response = await ask()
    const lines = Number(response.headers['x-lines'])
    expect(lines).toBeGreaterThan(ROWS)
    // What has arrived is read first: a connection that ends with an error loses what its reader has not taken.
    const [first] = (await once(response, 'data')) as [Buffer]
    response.pause()
    expect(await killMaker()).toBe(1)
    const rest = await readAll(response)
    expect(rest).toMatchObject({ problem: 'ECONNRESET', isWhole: false })
    expect(linesOf(first)).toBeGreaterThan(0)
    expect(linesOf(first) + rest.lines).toBeLessThan(lines)
  })

  test('EXP-003 the next file is whole: as many lines as were named', async () => {
    const response = await ask()
    const read = await readAll(response)
    expect(read).toEqual({
      problem: null,
      isWhole: true,
      lines: Number(response.headers['x-lines']),
    })
  })

  test('EXP-002 a reader who stops holds the reading back: the rows of the buffers are fetched, not all', async () => {
    const before = fetched()
    const response = await ask()
    await once(response, 'data')
    response.pause()
    const held = (await fetchedAtRest()) - before
    response.destroy()
    expect(held).toBeGreaterThan(0)
    expect(held).toBeLessThan(ROWS / 2)
  })
})
