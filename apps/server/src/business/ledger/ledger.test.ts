import { createHash } from 'node:crypto'

import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import type { Database } from '../../db/database.ts'
import { asUpload, openTestCore } from '../../testing/core.ts'
import { onBothDatabases, onPostgres } from '../../testing/databases.ts'
import { chainText } from '../../testing/network-files.ts'
import { postTransfer, postTransfers } from '../../testing/post-transfers.ts'
import { race, RACERS } from '../../testing/races.ts'
import { sealSettled } from '../../testing/seal-settled.ts'
import { importPartners } from '../partners/import-partners.ts'
import type { Transfer } from './post-transfers.ts'
import { sealCandidate, sealTransfers } from './seal-transfers.ts'

const PARTNERS = 5

const credit = (over: Partial<Transfer> = {}): Transfer => ({
  key: 'a',
  partnerId: 1,
  account: 'UCHAIN_UPT_BONUS',
  counter: 'bonus_expense',
  toPartner: true,
  currency: 'UPT',
  amount: '500',
  kind: 'DIRECT',
  reference: 'order 1',
  createdAt: 1_000,
  ...over,
})

async function withPartners(database: Database): Promise<Database> {
  const core = await openTestCore(database)
  await importPartners(core, asUpload(chainText(PARTNERS)))
  return database
}

const post = (database: Database, transfers: readonly Transfer[]) =>
  database.transaction((tx) => postTransfers(tx, transfers))

async function balances(database: Database): Promise<unknown[]> {
  const { rows } = await sql`
    select partner_id, name, currency, balance from accounts where partner_id is not null order by id`.execute(
    database.read,
  )
  return rows
}

/** The invariants of all operations: every currency sums to zero, a balance is the sum of its transfers. */
async function expectSound(database: Database): Promise<void> {
  const off = await sql`
    select t.currency from transfers t join accounts a on a.id in (t.debit_account_id, t.credit_account_id)
    group by t.currency having sum(case when a.id = t.credit_account_id then t.amount else -t.amount end) <> 0
      or count(*) <> 2 * count(distinct t.id)`.execute(database.read)
  expect(off.rows).toEqual([])
  const drifted = await sql`
    select a.id from accounts a left join transfers t on t.partner_account_id = a.id
    where a.partner_id is not null group by a.id
    having a.balance <> coalesce(sum(case when t.credit_account_id = a.id then t.amount else -t.amount end), 0)`.execute(
    database.read,
  )
  expect(drifted.rows).toEqual([])
}

onBothDatabases('ledger', (newDatabase) => {
  test('a transfer moves an amount once, even if its key is posted again', async () => {
    const database = await withPartners(await newDatabase())
    const both = [credit(), credit({ key: 'b', amount: '7' })]
    const first = await post(database, both)
    expect(first.map(({ posted }) => posted)).toEqual([true, true])
    expect(await post(database, both)).toEqual(first.map((each) => ({ ...each, posted: false })))
    expect(await database.transaction((tx) => postTransfer(tx, credit()))).toBe(
      first[0]!.transferId,
    )
    expect(await balances(database)).toMatchObject([{ partnerId: 1, balance: '507' }])
  })

  test('a key that was used for another transfer is refused, and nothing of the call is kept', async () => {
    const database = await withPartners(await newDatabase())
    await post(database, [credit()])
    const changes: Partial<Transfer>[] = [
      { amount: '501' },
      { partnerId: 2 },
      { toPartner: false },
      { kind: 'TEAM' },
      { reference: 'order 2' },
      { currency: 'UCN', account: 'UCHAIN_UCN_BONUS' },
    ]
    for (const change of changes) {
      const other = credit(change)
      await expect(post(database, [credit({ key: 'new' }), other])).rejects.toMatchObject({
        code: 'PO001',
      })
      await expect(database.transaction((tx) => postTransfer(tx, other))).rejects.toMatchObject({
        code: 'PO001',
      })
    }
    expect(await balances(database)).toMatchObject([{ partnerId: 1, balance: '500' }])
  })

  test.for(['NaN', 'Infinity', '-Infinity', '0', '-1', '1e38'])(
    'an amount of %s is refused',
    async (amount) => {
      const database = await withPartners(await newDatabase())
      await expect(post(database, [credit({ amount })])).rejects.toThrow()
      await expect(
        database.transaction((tx) => postTransfer(tx, credit({ amount }))),
      ).rejects.toThrow()
      expect(await balances(database)).toEqual([])
    },
  )

  test('transfers and their accounts cannot be changed or deleted, by the application or by the owner of the tables', async () => {
    const database = await withPartners(await newDatabase())
    await post(database, [credit()])
    const statements = [
      'update transfers set amount = 1',
      'delete from transfers',
      'truncate transfers cascade',
      'delete from accounts',
      'truncate accounts cascade',
      `update accounts set name = 'fees'`,
    ]
    for (const statement of statements) {
      await expect(sql.raw(statement).execute(database.read)).rejects.toThrow(/permission denied/)
      await expect(database.asOwner((tx) => sql.raw(statement).execute(tx))).rejects.toThrow(
        /append-only/,
      )
    }
  })

  test('each transfer’s hash covers its content and the account’s previous transfer', async () => {
    const database = await withPartners(await newDatabase())
    await post(database, [
      credit(),
      credit({ key: 'other', partnerId: 2 }),
      credit({ key: 'b', toPartner: false }),
    ])
    await database.transaction((tx) => postTransfer(tx, credit({ key: 'c', amount: '9' })))
    const rows = await database.read
      .selectFrom('transfers')
      .selectAll()
      .where('idempotencyKey', 'in', ['a', 'b', 'c'])
      .orderBy('id')
      .execute()
    let link = Buffer.alloc(0)
    for (const row of rows) {
      const text = [
        row.id,
        row.idempotencyKey,
        row.debitAccountId,
        row.creditAccountId,
        row.currency,
        row.amount,
        row.kind,
        row.reference,
        row.createdAt,
      ].join('|')
      link = createHash('sha256').update(link).update(text).digest()
      expect(row.hash).toEqual(link)
    }
  })

  test('sealing covers every transfer in chained blocks, and a second round adds nothing', async () => {
    const database = await withPartners(await newDatabase())
    await post(database, [credit(), credit({ key: 'b' })])
    const candidate = await sealCandidate(database.read)
    await post(database, [credit({ key: 'c' })])
    expect(await sealSettled(database.read, 5, candidate)).toBe(1)
    expect(await sealTransfers(database.read, candidate, 6)).toBe(0)
    expect(await sealSettled(database.read, 7)).toBe(1)
    const { rows } = await sql`
      select first_transfer_id, last_transfer_id, transfers from ledger_seals order by 1`.execute(
      database.read,
    )
    expect(rows).toEqual([
      { firstTransferId: 1, lastTransferId: 2, transfers: 2 },
      { firstTransferId: 3, lastTransferId: 3, transfers: 1 },
    ])
  })

  describe('any sequence of operations', () => {
    let database: Database
    beforeAll(async () => {
      database = await withPartners(await newDatabase())
    })

    test('leaves every currency at zero and every balance the sum of its transfers', async () => {
      const transfer = fc.record({
        key: fc.integer({ min: 1, max: 60 }).map(String),
        partnerId: fc.integer({ min: 1, max: PARTNERS }),
        toPartner: fc.boolean(),
        coin: fc.constantFrom(
          ['UPT', 'UCHAIN_UPT_BONUS'] as const,
          ['UCN', 'UCHAIN_UCN_BONUS'] as const,
        ),
        amount: fc.bigInt({ min: 1n, max: 10n ** 30n }),
      })
      await fc.assert(
        fc.asyncProperty(
          fc.array(transfer, { minLength: 1, maxLength: 12 }),
          fc.boolean(),
          async (drawn, single) => {
            const transfers = drawn.map(({ coin: [currency, account], amount, ...rest }) =>
              credit({ ...rest, currency, account, amount: String(amount) }),
            )
            // A call with a duplicate or conflicting key is refused completely and must leave no trace either.
            const call = single
              ? database.transaction((tx) => postTransfer(tx, transfers[0]!))
              : post(database, transfers)
            await call.catch(() => {})
            await expectSound(database)
          },
        ),
        { numRuns: 40 },
      )
    })
  })
})

onPostgres('ledger races', (newDatabase) => {
  test(`${RACERS} calls with one key at the same time post one transfer`, async () => {
    const database = await withPartners(await newDatabase())
    await post(database, [credit({ key: 'before' })])
    for (let round = 0; round < 5; round += 1) {
      const call = (number: number) => () =>
        number % 2 === 0
          ? post(database, [credit({ key: `round ${round}` })]).then(([each]) => each!.transferId)
          : database.transaction((tx) => postTransfer(tx, credit({ key: `round ${round}` })))
      const results = await race(
        database,
        (tx) => sql`select from accounts where partner_id = 1 for update`.execute(tx),
        Array.from({ length: RACERS }, (_, number) => call(number)),
      )
      const ids = results.map((result) =>
        result.status === 'fulfilled' ? result.value : result.reason,
      )
      expect(new Set(ids).size).toBe(1)
    }
    expect(await balances(database)).toMatchObject([{ balance: '3000' }])
    await expectSound(database)
  })

  test('transfers of many accounts at once, in any order, neither deadlock nor lose an amount', async () => {
    const database = await withPartners(await newDatabase())
    const calls = Array.from({ length: 40 }, (_, call) => {
      const partners = [1, 2, 3, 4, 5].toSorted((a, b) => ((a * call) % 7) - ((b * call) % 7))
      return post(
        database,
        partners.map((partnerId) =>
          credit({ key: `${call}:${partnerId}`, partnerId, amount: '1' }),
        ),
      )
    })
    await Promise.all(calls)
    expect(await balances(database)).toMatchObject(
      Array.from({ length: 5 }, () => ({ balance: '40' })),
    )
    await expectSound(database)
  })

  test('a block waits for a transaction that may still commit a lower number', async () => {
    const database = await withPartners(await newDatabase())
    await post(database, [credit(), credit({ key: 'second', partnerId: 2 })])
    await database.transaction(async (tx) => {
      await postTransfer(tx, credit({ key: 'open' }))
      await post(database, [credit({ key: 'later', partnerId: 2 })])
      expect(await sealTransfers(database.read, await sealCandidate(database.read), 5)).toBe(0)
    })
    expect(await sealSettled(database.read, 5)).toBe(1)
  })
})
