import { buffer } from 'node:stream/consumers'

import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { writeEntries } from '../business/audit/audit-log.ts'
import { restoreBackup, writeBackup } from '../db/backup.ts'
import type { Database } from '../db/database.ts'
import { closePeriod } from '../business/months/close-period.ts'
import { changeJob, insertJob } from './jobs/stored-jobs.ts'
import { MONTH, openClosingNetwork } from '../testing/closing-network.ts'
import { onPostgres } from '../testing/databases.ts'
import { type Browser, OperatorsDesk } from '../testing/operators-desk.ts'
import { sealHistorySettled, sealSettled } from '../testing/seal-settled.ts'

onPostgres('the integrity page', (newDatabase) => {
  let database: Database
  let desk: OperatorsDesk
  let ann: Browser
  beforeAll(async () => {
    database = await newDatabase()
    const { core, clock } = await openClosingNetwork(database)
    await closePeriod(core, MONTH)
    desk = await OperatorsDesk.open(database, { clock })
    ann = await desk.operator('ann@example.com', 'admin')
    await sealSettled(database.read, desk.clock.now)
    await sealHistorySettled(database.read, desk.clock.now)
  })

  const read = async () => (await desk.as(ann, 'GET', 'integrity')).data
  const heads = async (): Promise<string> =>
    (await desk.as(ann, 'GET', 'integrity/heads')).data.text
  const check = async (text: string, at = { desk, by: ann }) =>
    at.desk.as(at.by, 'POST', 'integrity/heads/check', { text })

  test('AUD-005 heads, newest seals, sealed months, audited partners and drift are those of the tables and metrics', async () => {
    const hex = (column: string) => sql<string>`encode(${sql.ref(column)}, 'hex')`
    const page = await read()
    const audit = await database.read
      .selectFrom('auditLog')
      .select(['id', 'at', hex('hash').as('hash')])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const history = await database.read
      .selectFrom('historySeals')
      .select(['number', 'lastFact', 'lastEntry', 'lastAudit', 'lastTransferId', 'sealedAt'])
      .select(hex('hash').as('hash'))
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const ledger = await database.read
      .selectFrom('ledgerSeals')
      .select(['firstTransferId', 'lastTransferId', 'transfers', 'sealedAt'])
      .select(hex('hash').as('hash'))
      .orderBy('lastTransferId', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const month = await database.read
      .selectFrom('periodSeals')
      .select(['records', 'lateRecords as corrections', 'sealedAt', hex('hash').as('hash')])
      .executeTakeFirstOrThrow()
    expect(page.heads).toEqual([
      { chain: 'audit', number: String(audit.id), hash: audit.hash, at: audit.at },
      {
        chain: 'history',
        number: String(history.number),
        hash: history.hash,
        at: history.sealedAt,
      },
      {
        chain: 'ledger',
        number: String(ledger.lastTransferId),
        hash: ledger.hash,
        at: ledger.sealedAt,
      },
      { chain: 'months', number: MONTH, hash: month.hash, at: month.sealedAt },
    ])
    expect(page).toMatchObject({ history, ledger, at: desk.clock.now })
    expect(page.months).toEqual([{ month: MONTH, ...month, before: null }])
    expect(page.unsealed).toMatchObject({ facts: 0, transfers: 0 })
    const { asOf, audits } = desk.core.network
    const figures = { asOf, audited: audits.partners, drift: audits.drift, driftOfDay: 0 }
    expect(page.figures).toEqual(figures)
    expect(page.verify).toBeNull()
  })

  test('AUD-005 drift of a day is what the audit log says, and the last verification that of its job', async () => {
    const entry = (command: string, details: object) => ({
      actor: 'ann',
      command,
      details: () => details,
    })
    const write = (at: number, command: string, details: object) =>
      database.transaction((tx) => writeEntries(tx, at, [entry(command, details)]))
    const byId = await desk.idOf('ann@example.com')
    const job = await database.transaction((tx) =>
      insertJob(desk.core, tx, { kind: 'verify', object: '', byId }),
    )
    desk.clock.now += 1_200
    const result = { checks: 90, found: 3, differences: ['one', 'two', 'three'] }
    await changeJob(desk.core, job, { state: 'DONE', result })
    const day = 86_400_000
    await write(desk.clock.now - day, 'figures drift', { differences: ['too old'] })
    await write(desk.clock.now - day + 1, 'figures drift', { differences: ['one', 'two'] })
    expect(await read()).toMatchObject({
      figures: { driftOfDay: 2 },
      verify: {
        job,
        at: desk.clock.now,
        actor: 'ann@example.com',
        checks: 90,
        differences: 3,
        ms: 1_200,
      },
    })
  })

  test('AUD-007 a signed text of the heads is contained in later chains, and in those of a restored copy only up to its backup', async () => {
    const early = await heads()
    const backup = await buffer(writeBackup(database))
    await desk.core.database.transaction((tx) =>
      writeEntries(tx, desk.clock.now, [{ actor: 'ann', command: 'later', details: () => ({}) }]),
    )
    const late = await heads()
    for (const text of [early, late, early.replaceAll('\n', ' \r\n')]) {
      expect((await check(text)).data).toMatchObject({
        signature: 'right',
        isContained: true,
        heads: expect.arrayContaining([expect.objectContaining({ state: 'contained' })]),
      })
    }

    const copy = await newDatabase()
    await restoreBackup(
      copy,
      (async function* () {
        yield backup
      })(),
    )
    const restored = await OperatorsDesk.open(copy, { clock: desk.clock })
    const by = await restored.operator('eve@example.com', 'finance')
    expect((await check(early, { desk: restored, by })).data).toMatchObject({ isContained: true })
    const { data } = await check(late, { desk: restored, by })
    expect(data).toMatchObject({ signature: 'right', isContained: false })
    expect(data.heads[0]).toMatchObject({ chain: 'audit', state: 'other' })
  })

  test('AUD-007 a head that the chain has not reached is missing', async () => {
    const text = await heads()
    const ahead = await desk.core.database.read
      .selectFrom('auditLog')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    expect((await check(text)).data.heads[0]).toMatchObject({ number: String(ahead.id) })
    const longer = text.replace(/^audit (\d+)/m, (_all, number) => `audit ${Number(number) + 9}`)
    expect((await check(longer)).data).toMatchObject({ signature: 'wrong', isContained: false })
    expect((await check(longer)).data.heads[0]).toMatchObject({ state: 'missing' })
  })

  test('AUD-007 a text that was changed, or that another key has signed, is not taken for one of this installation', async () => {
    const text = await heads()
    const changed = text.replace(/^at .*$/m, 'at 2020-01-01T00:00:00.000Z')
    expect((await check(changed)).data).toMatchObject({ signature: 'wrong', isContained: false })
    const other = text.replace(/^key .*$/m, `key ${'0'.repeat(16)}`)
    expect((await check(other)).data).toMatchObject({
      signature: 'unknown_key',
      isContained: false,
    })
    for (const wrong of ['', 'no text', text.replace('heads/1', 'heads/2'), `${text}more\n`]) {
      expect((await check(wrong)).code).toBe('invalid_format')
    }
  })
})
