import { createHash } from 'node:crypto'

import { EXPORTED_LISTS, type Export } from '@partner-office/contracts'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { erasePartner } from '../business/partners/erase-partner.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import { asUpload } from '../testing/core.ts'
import { onBothDatabases } from '../testing/databases.ts'
import { type Browser, OperatorsDesk } from '../testing/operators-desk.ts'
import { LISTS } from './exports/lists.ts'
import { makeExport } from './exports/make-export.ts'
import { deleteOldExports } from './exports/stored-exports.ts'

const DAY = 86_400_000
const REASON = 'for the yearly letter'

onBothDatabases('exports of the console', (newDatabase) => {
  let desk: OperatorsDesk
  let ann: Browser
  let cy: Browser
  beforeAll(async () => {
    desk = await OperatorsDesk.open(await newDatabase())
    ann = await desk.operator('ann@example.com', 'admin', 'finance')
    cy = await desk.operator('cy@example.com', 'viewer')
    const people = Array.from(
      { length: 1_203 },
      (_, at) =>
        `${at + 1},${at === 0 ? '' : 1},p${at + 1}@example.com,=Name${at + 1},"O""Neil, ${at + 1}",1700000000000,DE`,
    )
    const head = 'id,sponsorId,email,firstName,lastName,registeredAt,countryId'
    await importPartners(desk.core, asUpload(`${[head, ...people].join('\n')}\n`))
  })
  beforeEach(async () => {
    desk.clock.now += 2 * DAY
    ann = await desk.signIn(ann)
    cy = await desk.signIn(cy)
  })

  const ask = (body: object, by = ann) => desk.as(by, 'POST', 'exports', body)
  const file = async (id: number, by = ann) => {
    const response = await desk.app.inject({
      url: `/console/v1/exports/${id}/file`,
      headers: { host: 'localhost:3002', cookie: by.cookie },
    })
    return response
  }
  const textOf = async (id: number, by = ann) => (await file(id, by)).body
  const residents = (more: object = {}) => ({
    list: 'residents',
    filters: { code: 'DE' },
    columns: ['id', 'firstName', 'lastName', 'email'],
    ...more,
  })
  const linesOf = (text: string) => text.replace('\uFEFF', '').trimEnd().split('\n')

  test('EXP-004 a file has the rows of the list as filtered and sorted, on all pages, with the chosen columns', async () => {
    const filters = { actor: 'ann@example.com', command: 'console sign-in' }
    const { data } = await ask({ list: 'audit', filters, columns: ['id', 'command', 'at'] })
    expect(data).toMatchObject({ state: 'DONE', list: 'audit', filters, withContacts: false })
    const page = await desk.as(
      ann,
      'GET',
      'audit?actor=ann%40example.com&command=console%20sign-in',
    )
    const rows = page.data.content.map(
      ({ id, command, at }: { id: number; command: string; at: number }) =>
        `${id},${command},${new Date(at).toISOString()}`,
    )
    expect(linesOf(await textOf(data.id))).toEqual(['id,command,at', ...rows])
    expect(data.rows).toBe(rows.length)

    const sorted = await ask({
      list: 'operators',
      filters: { sort: 'email', order: 'descending' },
      columns: ['email', 'roles'],
    })
    expect(linesOf(await textOf(sorted.data.id))).toEqual([
      'email,roles',
      'cy@example.com,viewer',
      'ann@example.com,"finance, admin"',
    ])
  })

  test('EXP-004 every list can be exported with all of its columns', async () => {
    const filters = {
      rateHistory: { from: 'EUR', to: 'UPT' },
      residents: { code: 'DE' },
      tree: { partner: '1', day: '2024-01-01' },
    } as Readonly<Record<string, Record<string, string>>>
    for (const list of EXPORTED_LISTS) {
      const { columns } = LISTS[list]
      const { data, code } = await ask({ list, filters: filters[list] ?? {}, columns })
      expect([list, code, data?.state]).toEqual([list, undefined, 'DONE'])
      const text = await textOf(data.id)
      expect(text.startsWith(`\uFEFF${columns.join(',')}\n`)).toBe(true)
      const stored = { rows: data.rows, bytes: Buffer.byteLength(text) }
      expect(data).toMatchObject({
        ...stored,
        sha256: createHash('sha256').update(text).digest('hex'),
      })
      expect(parse(text, { bom: true })).toHaveLength(data.rows + 1)
    }
  })

  test('EXP-004 texts of people are no formulas, and more rows than a page has are all there', async () => {
    const { data } = await ask(residents())
    expect(data.rows).toBe(1_203)
    const lines = linesOf(await textOf(data.id))
    expect(lines).toHaveLength(1_204)
    expect(lines[1]).toBe(`1,'=Name1,"O""Neil, 1",p•••@e•••.com`)
    expect(lines.at(-1)).toBe(`1203,'=Name1203,"O""Neil, 1203",p•••@e•••.com`)
  })

  test('EXP-004 unknown lists, columns and filters, a doubled column and another role are refused', async () => {
    const count = async () => (await desk.as(ann, 'GET', 'exports')).data.content.length
    const before = await count()
    const refused: [object, string][] = [
      [residents({ list: 'orders' }), 'validation_error'],
      [residents({ columns: ['phone'] }), 'validation_error'],
      [residents({ columns: ['id', 'id'] }), 'validation_error'],
      [residents({ columns: [] }), 'validation_error'],
      [residents({ filters: { code: 'XX' } }), 'validation_error'],
      [residents({ filters: { code: 'DE', name: 'x' } }), 'validation_error'],
      [{ list: 'operators', columns: ['email'], filters: { sort: 'id' } }, 'validation_error'],
    ]
    for (const [body, code] of refused) expect((await ask(body)).code).toBe(code)
    expect((await ask({ list: 'operators', columns: ['email'] }, cy)).code).toBe('access_denied')
    expect(await count()).toBe(before)
  })

  test('EXP-005 unmasked contacts need a role, a reason and a fresh second factor, and leave rows, filters and SHA-256', async () => {
    const open = residents({ withContacts: true })
    expect((await ask({ ...open, reason: REASON }, cy)).code).toBe('access_denied')
    expect((await ask(open)).body.errors).toMatchObject([{ code: 'required', fieldName: 'reason' }])
    expect((await ask({ ...open, reason: 'short' })).code).toBe('validation_error')
    const last = (await desk.entriesSince()).at(-1)!.id
    const { data } = await ask({ ...open, reason: REASON })
    expect(data).toMatchObject({ state: 'DONE', withContacts: true, rows: 1_203 })
    const text = await textOf(data.id)
    expect(linesOf(text)[2]).toContain('p2@example.com')
    const sha256 = createHash('sha256').update(text).digest('hex')
    const [made, read, ...others] = await desk.entriesSince(last)
    expect(made).toMatchObject({
      actor: 'ann@example.com',
      command: 'export',
      details: {
        object: 'residents',
        filters: { code: 'DE' },
        rows: 1_203,
        sha256,
        reason: REASON,
      },
    })
    expect(read).toMatchObject({ command: 'export read', details: { export: data.id, sha256 } })
    expect(others).toEqual([])
    expect(JSON.stringify([made, read])).not.toContain('p2@example.com')

    desk.clock.now = (await desk.as(ann, 'GET', 'me')).data.freshUntil
    expect((await file(data.id)).body).toBe(text)
    desk.clock.now += 1
    expect((await ask({ ...open, reason: REASON })).code).toBe('fresh_sign_in_required')
    expect((await file(data.id)).json().errors[0].code).toBe('fresh_sign_in_required')
    expect((await ask(residents())).data.state).toBe('DONE')
  })

  test('EXP-006 a file belongs to its operator, and waits seven days', async () => {
    const { data } = await ask(residents(), cy)
    const { id, at, until } = data as Export
    expect(until).toBe(at + 7 * DAY)
    expect((await desk.as(cy, 'GET', 'exports')).data.content).toEqual([data])
    expect((await desk.as(cy, 'GET', `exports/${id}`)).data).toEqual(data)
    expect((await desk.as(ann, 'GET', `exports/${id}`)).code).toBe('not_found')
    expect((await file(id, ann)).json().errors[0].code).toBe('not_found')
    expect((await desk.as(ann, 'DELETE', `exports/${id}`)).code).toBe('not_found')

    desk.clock.now = at + 7 * DAY - 1
    await deleteOldExports(desk.core)
    cy = await desk.signIn(cy)
    desk.clock.now = at + 7 * DAY - 1
    expect((await file(id, cy)).statusCode).toBe(200)
    desk.clock.now = at + 7 * DAY
    expect((await file(id, cy)).json().errors[0].code).toBe('not_found')
    await deleteOldExports(desk.core)
    const left = await desk.core.database.read
      .selectFrom('console.exports')
      .select('id')
      .where('id', '=', id)
      .execute()
    expect(left).toEqual([])
    const parts = await sql`select from console.export_parts where export_id = ${id}`.execute(
      desk.core.database.read,
    )
    expect(parts.rows).toEqual([])
  })

  test('D-148 the erasure of a partner deletes the files that say who partners are, and no others', async () => {
    const { id: people } = (await ask(residents())).data
    const { id: others } = (await ask({ list: 'countries', columns: ['code'] })).data
    await erasePartner(desk.core, 1_203)
    expect((await file(people)).json().errors[0].code).toBe('not_found')
    expect((await file(others)).statusCode).toBe(200)
    const { data } = await ask(residents())
    expect(linesOf(await textOf(data.id)).at(-1)).toBe(
      `1202,'=Name1202,"O""Neil, 1202",p•••@e•••.com`,
    )
  })

  test('EXP-006 a long export answers that it runs, and goes on; one whose process is gone is interrupted', async () => {
    const operatorId = await desk.idOf('ann@example.com')
    const session = {
      id: 1,
      tokenHash: Buffer.alloc(32),
      operatorId,
      email: 'ann@example.com',
      roles: ['admin'],
      openedAt: 0,
      freshAt: desk.clock.now,
    } as const
    // The file waits behind the transaction that begins it.
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let hasBegun = false
    const { database } = desk.core
    const transaction: typeof database.transaction = async (work, use) => {
      if (hasBegun) await released
      hasBegun = true
      return database.transaction(work, use)
    }
    const core = { ...desk.core, database: { ...database, transaction } }
    const asked = { ...residents(), withContacts: false } as Parameters<typeof makeExport>[1]
    const begun = await makeExport(core, asked, session, 0)
    expect(begun.state).toBe('RUNNING')
    release()
    const readAgain = async () => (await desk.as(ann, 'GET', `exports/${begun.id}`)).data as Export
    await expect.poll(async () => (await readAgain()).state, { timeout: 20_000 }).toBe('DONE')
    expect((await readAgain()).rows).toBe(1_202)

    await desk.core.database.transaction((tx) =>
      tx
        .insertInto('console.exports')
        .values({
          operatorId,
          list: 'residents',
          filters: '{}',
          columns: '["id"]',
          withContacts: false,
          ofPartners: true,
          at: desk.clock.now,
          touchedAt: desk.clock.now,
        })
        .execute(),
    )
    const newest = async () => (await desk.as(ann, 'GET', 'exports')).data.content[0] as Export
    desk.clock.now += 59_999
    expect(await newest()).toMatchObject({ state: 'RUNNING' })
    desk.clock.now += 1
    expect(await newest()).toMatchObject({ state: 'INTERRUPTED' })
    expect((await file((await newest()).id)).json().errors[0].code).toBe('not_found')
    const last = (await desk.entriesSince()).at(-1)!.id
    expect((await desk.as(ann, 'DELETE', `exports/${(await newest()).id}`)).code).toBeUndefined()
    expect((await desk.entriesSince(last)).map(({ command }) => command)).toEqual(['export delete'])
  })
})
