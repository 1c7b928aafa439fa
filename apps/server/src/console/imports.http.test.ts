import type { Import, ImportForm, ImportKind } from '@partner-office/contracts'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { exportRows } from '../business/exports/export-rows.ts'
import { ImportRefused } from '../business/imports/import-refused.ts'
import { importOrders } from '../business/orders/import/import-orders.ts'
import { erasePartner } from '../business/partners/erase-partner.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import { closePeriod } from '../business/months/close-period.ts'
import type { Core } from '../core/core.ts'
import { asUpload, openTestCore, textOf } from '../testing/core.ts'
import { onPostgres } from '../testing/databases.ts'
import { chainText } from '../testing/network-files.ts'
import { type Browser, OperatorsDesk } from '../testing/operators-desk.ts'
import { verifyAll } from '../verify/verify-all.ts'
import { deleteOldImports } from './imports/stored-imports.ts'

const REASON = 'orders of the old shop'
const PARTNERS = 30
const MONTH = '2026-09'

/** A file as a German shop writes it: semicolons, decimal commas, its own names of columns. */
const germanOrders = (lines: readonly string[]): string =>
  ['Bestellnummer;Kundennummer;Bezahlt am;Status;Betrag', ...lines].join('\r\n') + '\r\n'

/** The same orders for the command and for the console. */
const ORDERS = Array.from({ length: 120 }, (_, at) => ({
  id: 500 + at,
  partner: 1 + ((at * 7) % PARTNERS),
  month: 8 + (at % 2),
  day: 1 + (at % 28),
  euros: 1_000 + at * 997,
}))
const two = (number: number) => String(number).padStart(2, '0')
const STRICT = `orderId,partnerId,paidAt,amount\n${ORDERS.map(
  ({ id, partner, month, day, euros }) =>
    `${id},${partner},2026-${two(month)}-${two(day)}T10:30:00Z,${euros}.50\n`,
).join('')}`
const GERMAN = germanOrders(
  ORDERS.map(
    ({ id, partner, month, day, euros }) =>
      `${id};${partner};${two(day)}.${two(month)}.2026 10:30;ok;${euros.toLocaleString('de-DE')},50`,
  ),
)

onPostgres('imports of the console', (newDatabase) => {
  let desk: OperatorsDesk
  let ann: Browser
  let viewer: Browser
  /** The same network, which the commands import into. */
  let twin: Core
  beforeAll(async () => {
    desk = await OperatorsDesk.open(await newDatabase())
    ann = await desk.operator('ann@example.com', 'finance')
    viewer = await desk.operator('viewer@example.com', 'viewer')
    twin = await openTestCore(await newDatabase(), { clock: desk.clock })
    for (const core of [desk.core, twin]) {
      await importPartners(core, asUpload(chainText(PARTNERS)))
      await closePeriod(core, '2026-08')
    }
  })
  afterAll(() => desk.jobs.stop())

  async function upload(kind: ImportKind, content: string | Buffer, name = 'file.csv') {
    const form = new FormData()
    form.set('kind', kind)
    form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name)
    const { data, code, body } = await desk.sendForm(ann, '/console/v1/imports', form)
    if (code !== undefined) throw new Error(JSON.stringify(body))
    return read(data.id)
  }
  const read = async (id: number, by = ann): Promise<Import> =>
    (await desk.as(by, 'GET', `imports/${id}`)).data
  const change = async ({ id, form, version }: Import, changes: Partial<ImportForm>) => {
    const body = { form: { ...form, ...changes }, version }
    return desk.as(ann, 'PUT', `imports/${id}/form`, body)
  }

  /** Starts a job and waits for its end. */
  async function run(file: Import, what: 'check' | 'confirm') {
    const { id, version } = file
    const more = what === 'confirm' ? { reason: REASON } : {}
    const { data, code } = await desk.as(ann, 'POST', `imports/${id}/${what}`, { version, ...more })
    if (code !== undefined) return { code, file, job: null }
    for (;;) {
      const job = (await desk.as(ann, 'GET', `jobs/${data.jobId}`)).data
      if (job.endedAt !== null) return { code, file: await read(id), job }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const checked = async (file: Import) => (await run(file, 'check')).file

  test('ORC-008 ORC-009 an upload shows what was recognised, with the first lines before and after; it imports nothing', async () => {
    const file = await upload('orders', Buffer.from(GERMAN, 'latin1'), '../evil/orders.csv')
    expect(file).toMatchObject({
      kind: 'orders',
      name: 'orders.csv',
      state: 'NEW',
      header: ['Bestellnummer', 'Kundennummer', 'Bezahlt am', 'Status', 'Betrag'],
      form: {
        separator: ';',
        decimal: 'comma',
        dates: 'dmy',
        columns: { orderId: 0, partnerId: 1, paidAt: 2, amount: 4 },
      },
      mapping: null,
      result: null,
    })
    expect(file.proposed.map(({ isCertain }) => isCertain)).toEqual([true, true, true, true])
    expect(file.before).toHaveLength(20)
    expect(file.before[0]).toEqual(['500', '1', '01.08.2026 10:30', 'ok', '1.000,50'])
    expect(file.after[0]).toEqual(['500', '1', '2026-08-01T10:30:00.000Z', '1000.50'])
    const seen = await read(file.id, viewer)
    expect([seen.before, seen.after]).toEqual([[], []])
    const { rows } = await sql`select from orders`.execute(desk.core.database.read)
    expect(rows).toEqual([])
    // Nothing is imported before the check and the operator's confirmation.
    expect((await run(file, 'confirm')).code).toBe('changed_meanwhile')
    expect((await desk.as(ann, 'DELETE', `imports/${file.id}`)).code).toBeUndefined()
  })

  test('ORC-010 ORC-011 a checked file does what the check has said, and the same as the command', async () => {
    const file = await checked(await upload('orders', GERMAN))
    const { result } = file
    const sum = (month: number) =>
      ORDERS.filter((one) => one.month === month).reduce((all, { euros }) => all + euros + 0.5, 0)
    expect(result).toMatchObject({
      rows: 120,
      bad: 0,
      problems: [],
      sum: (sum(8) + sum(9)).toFixed(2),
      months: [
        { month: '2026-08', orders: 60, amount: sum(8).toFixed(2), isClosed: true },
        { month: MONTH, orders: 60, amount: sum(9).toFixed(2), isClosed: false },
      ],
      late: 60,
      numbered: 0,
    })
    const before = (await desk.entriesSince()).at(-1)!.id
    const done = await run(file, 'confirm')
    expect(done.job).toMatchObject({ state: 'DONE', result: { rows: 120, bad: 0 } })
    expect(done.file).toMatchObject({ state: 'DONE', imported: 120, header: [], reason: REASON })
    const acts = (await desk.entriesSince(before)).filter(({ command }) => command !== 'job start')
    expect(acts.map(({ actor, command }) => [actor, command])).toEqual([
      ['ann@example.com', 'import confirm'],
      ['ann@example.com', 'import orders'],
    ])
    expect(acts[1]!.details).toMatchObject({ import: file.id, imported: 120, reason: REASON })

    await importOrders(twin, asUpload(STRICT))
    for (const kind of ['figures', 'ranks', 'bonuses', 'balances'] as const) {
      expect(await textOf(exportRows(desk.core, kind))).toBe(await textOf(exportRows(twin, kind)))
    }
    const reached = await sql<{ ranks: number; bonuses: number }>`
      select (select count(*) from rank_reaches where ladder = 'ordinary') as ranks,
        (select count(*) from bonus_records where type = 'TURNOVER') as bonuses`.execute(
      desk.core.database.read,
    )
    const { ranks, bonuses } = reached.rows[0]!
    expect(ranks).toBeGreaterThan(0)
    expect(result!.ranks).toBe(ranks)
    expect(result!.rankBonuses.reduce((all, { count }) => all + count, 0)).toBe(bonuses)
    expect((await verifyAll(desk.core)).differences).toEqual([])
    // The content is deleted with the import.
    const parts = await sql`select from console.import_parts where import_id = ${file.id}`.execute(
      desk.core.database.read,
    )
    expect(parts.rows).toEqual([])
  })

  test('ORC-010 ORC-014 every bad line is named with column, value and reason, the first 100 and all as CSV', async () => {
    const bad = [
      '1000;=1+1;01.09.2026;ok;1,00',
      '1001;1;31.09.2026;ok;1,00',
      '1002;1;01.09.2026;ok;1.00',
      '500;1;01.09.2026;ok;1,00',
      '1003;999;01.09.2026;ok;1,00',
      '1003;1;01.09.2026;ok;1,00',
      '1004;1;01.09.2026;ok',
      '1005;1;01.09.2026;ok;0,00',
    ]
    const many = Array.from({ length: 150 }, (_, at) => `${2000 + at};888;01.09.2026;ok;1,00`)
    const file = await checked(await upload('orders', germanOrders([...bad, '', ...many])))
    expect(file).toMatchObject({ state: 'CHECKED', bad: 158, result: { rows: 158, sum: '0.00' } })
    const { problems } = file.result!
    expect(problems).toHaveLength(100)
    expect(problems.slice(0, 10)).toEqual([
      {
        line: 2,
        column: 'Kundennummer',
        value: '=1+1',
        reason: 'is not a positive integer',
      },
      {
        line: 3,
        column: 'Bezahlt am',
        value: '31.09.2026',
        reason: 'is not a date such as 31.12.2026',
      },
      { line: 4, column: 'Betrag', value: '1.00', reason: 'is not an amount with a decimal comma' },
      { line: 5, column: 'Bestellnummer', value: '500', reason: 'has been recorded before' },
      { line: 6, column: 'Kundennummer', value: '999', reason: 'is unknown' },
      { line: 7, column: 'Bestellnummer', value: '1003', reason: 'stands on line 6 already' },
      { line: 8, column: null, value: '', reason: '4 columns instead of 5' },
      { line: 9, column: 'Betrag', value: '0,00', reason: 'is not above 0' },
      { line: 11, column: 'Kundennummer', value: '888', reason: 'is unknown' },
      { line: 12, column: 'Kundennummer', value: '888', reason: 'is unknown' },
    ])
    const response = await desk.app.inject({
      url: `/console/v1/imports/${file.id}/problems`,
      headers: { host: 'localhost:3002', cookie: ann.cookie },
    })
    const rows: string[][] = parse(response.body, { bom: true })
    expect(rows).toHaveLength(1 + 158)
    expect(rows[0]).toEqual(['line', 'column', 'value', 'reason'])
    expect(rows[1]).toEqual(['2', 'Kundennummer', "'=1+1", 'is not a positive integer'])
    expect(rows.at(-1)).toEqual(['160', 'Kundennummer', '888', 'is unknown'])
    expect((await read(file.id, viewer)).result!.problems).toEqual([])
    expect((await run(file, 'confirm')).code).toBe('changed_meanwhile')
  })

  test('ORC-009 a date that fits two forms stops the check until one is chosen', async () => {
    const head = 'Order ID,Customer ID,Paid at,Total\n'
    const file = await upload('orders', `${head}7001,1,03/09/2026,"1,000.00"\n`)
    expect(file.form.dates).toBeNull()
    expect(file.after[0]).toEqual(['7001', '1', null, '1000.00'])
    expect((await run(file, 'check')).code).toBe('required')
    const chosen = (await change(file, { dates: 'dmy' })).data as Import
    expect(chosen.after[0]![2]).toBe('2026-09-03T00:00:00.000Z')
    expect((await checked(chosen)).result).toMatchObject({ bad: 0, sum: '1000.00' })
    const other = (await change(await read(file.id), { dates: 'mdy' })).data as Import
    expect(other).toMatchObject({ state: 'NEW', result: null })
    expect(other.after[0]![2]).toBe('2026-03-09T00:00:00.000Z')
  })

  test('ORC-012 D-176 external ids get numbers in the order of the file, once for ever', async () => {
    const people = (lines: readonly string[]) =>
      `Member ID,Sponsor,Email,First name,Last name,Join date,Country\n${lines.join('\n')}\n`
    const person = (id: string, sponsor: string) =>
      `${id},${sponsor},${id.toLowerCase()}@old.example,Ann,Lee,2025-01-31,de`
    const first = people([person('ZED', 'TOP'), person('TOP', ''), person('ÄBC', 'ZED')])
    const import1 = await upload('partners', first)
    const source = (await change(import1, { source: 'oldshop' })).data as Import
    expect(source.after.map(([id, sponsor]) => [id, sponsor])).toEqual([
      ['31', '32'],
      ['32', ''],
      ['33', '31'],
    ])
    const good = await checked(source)
    expect(good.result).toMatchObject({ rows: 3, bad: 0, numbered: 3 })
    expect((await run(good, 'confirm')).file).toMatchObject({ state: 'DONE', imported: 3 })
    expect(await desk.core.network.path(32, 33)).toMatchObject({ partnerIds: [31] })

    // The same file again: nothing changes, and each line says so.
    const again = await checked(
      (await change(await upload('partners', first), { source: 'oldshop' })).data,
    )
    expect(again.result!.problems.filter(({ column }) => column === 'Member ID')).toEqual(
      ['ZED', 'TOP', 'ÄBC'].map((value, at) => ({
        line: at + 2,
        column: 'Member ID',
        value,
        reason: 'belongs to another partner',
      })),
    )

    // A later file of the source knows its partners; another source does not.
    const orders =
      'Order;Member ID;Paid at;Total\nA-1;ZED;2026-09-03;1,50\nA-2;ÄBC;2026-09-04;2,50\n'
    const file = await upload('orders', orders)
    const wrong = await checked((await change(file, { source: 'othershop' })).data)
    expect(wrong.result).toMatchObject({
      bad: 2,
      problems: [
        { line: 2, value: 'ZED', reason: 'is not known in the source othershop' },
        { line: 3, value: 'ÄBC', reason: 'is not known in the source othershop' },
      ],
    })
    const right = await checked((await change(wrong, { source: 'oldshop' })).data)
    expect((await run(right, 'confirm')).file).toMatchObject({ state: 'DONE', imported: 2 })
    const { rows } = await sql<{ id: number; partnerId: number }>`
      select o.id, o.partner_id from orders o join external_ids e on e.kind = 'order' and e.number = o.id
      order by o.id`.execute(desk.core.database.read)
    const last = Math.max(...ORDERS.map(({ id }) => id))
    expect(rows).toEqual([
      { id: last + 1, partnerId: 31 },
      { id: last + 2, partnerId: 33 },
    ])
    const twice = await checked(
      (await change(await upload('orders', orders), { source: 'oldshop' })).data,
    )
    expect(twice.result!.problems.map(({ value, reason }) => [value, reason])).toEqual([
      ['A-1', 'has been recorded before'],
      ['A-2', 'has been recorded before'],
    ])
    expect((await verifyAll(desk.core)).differences).toEqual([])
  })

  test('ORC-011 a file that the data refuses after its check imports nothing and waits for another confirmation', async () => {
    const head = 'orderId,partnerId,paidAt,amount\n'
    const file = await checked(
      await upload('orders', `${head}8001,1,2026-09-05,1.00\n8002,1,2026-09-05,1.00\n`),
    )
    expect(file.result).toMatchObject({ bad: 0 })
    await importOrders(desk.core, asUpload(`${head}8002,2,2026-09-05T00:00:00Z,5.00\n`))
    const end = await run(file, 'confirm')
    expect(end.job).toMatchObject({ state: 'DONE', result: { rows: 2, bad: 1 } })
    expect(end.file).toMatchObject({ state: 'CHECKED', imported: null, reason: null })
    expect(end.file.result!.problems).toMatchObject([{ line: 3, value: '8002' }])
    const { rows } = await sql`select from orders where id = 8001`.execute(desk.core.database.read)
    expect(rows).toEqual([])
  })

  test('ORC-011 the console and the command name the same lines', async () => {
    const text = `${chainText(5)}7,6,p5@example.com,Ann,Lee,2024-01-01T00:00:00Z,XX\n7,7,no,,Lee,soon,DE\n`
    const file = await checked(await upload('partners', text))
    const refused = await importPartners(desk.core, asUpload(text)).catch((error: unknown) => error)
    const lines = (refused as ImportRefused).problems.map(({ line }) => line)
    expect(file.result!.problems.map(({ line }) => line)).toEqual(lines)
    expect(file.bad).toBe(lines.length)
  })

  test.each([
    ['UTF-16', Buffer.from(`\uFEFF${GERMAN}`, 'utf16le')],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${GERMAN.replaceAll(';', '|')}`)],
    ['tabs', Buffer.from(GERMAN.replaceAll(';', '\t'))],
    ['Windows-1252', Buffer.from(GERMAN.replaceAll(';ok;', ';gr\u00FCn;'), 'latin1')],
  ])('ORC-007 a file in %s is read as the same lines', async (_name, bytes) => {
    const file = await checked(await upload('orders', bytes))
    expect(file.result!.rows).toBe(120)
    expect(new Set(file.result!.problems.map(({ reason }) => reason))).toEqual(
      new Set(['has been recorded before']),
    )
  })

  test('ORC-013 a saved mapping is proposed for the next file with the same header', async () => {
    const text = 'a;b;c;d\n1;9001;03/04/2026;2,50\n'
    const file = await upload('orders', text)
    const columns = { orderId: 1, partnerId: 0, paidAt: 2, amount: 3 }
    const form = { dates: 'mdy', decimal: 'comma', source: 'shop', columns } as const
    const mapped = (await change(file, form)).data as Import
    const saved = { importId: mapped.id, name: 'Old shop' }
    const { data } = await desk.as(ann, 'POST', 'import-mappings', saved)
    const next = await upload('orders', text.replace('9001', '9002'))
    expect(next).toMatchObject({ mapping: 'Old shop', form })
    expect((await upload('orders', 'a;b;c;e\n1;2;3;4\n')).mapping).toBeNull()
    expect((await upload('partners', text)).mapping).toBeNull()
    const { content } = (await desk.as(viewer, 'GET', 'import-mappings')).data
    expect(content).toMatchObject([{ id: data.id, kind: 'orders', name: 'Old shop' }])
    await desk.as(ann, 'DELETE', `import-mappings/${data.id}`)
    expect((await upload('orders', text)).mapping).toBeNull()
  })

  test('ORC-007 ORC-008 what cannot be a file or a form is refused', async () => {
    const form = new FormData()
    form.set('kind', 'rates')
    form.append('file', new Blob(['a']), 'a.csv')
    expect((await desk.sendForm(ann, '/console/v1/imports', form)).code).toBe('validation_fail')
    const none = new FormData()
    none.set('kind', 'orders')
    none.append('file', new Blob([]), 'a.csv')
    expect((await desk.sendForm(ann, '/console/v1/imports', none)).code).toBe('validation_fail')
    expect((await desk.sendForm(viewer, '/console/v1/imports', none)).status).toBe(403)

    const file = await upload('orders', GERMAN)
    const twice = { ...file.form.columns, amount: 0 }
    expect((await change(file, { columns: twice })).code).toBe('validation_error')
    expect((await change(file, { columns: { age: 0 } })).code).toBe('validation_error')
    const { amount: _amount, ...without } = file.form.columns
    const missing = (await change(file, { columns: without })).data as Import
    expect((await run(missing, 'check')).code).toBe('required')
    expect((await change(file, {})).code).toBe('changed_meanwhile')
    const empty = await checked((await change(missing, { columns: file.form.columns })).data)
    expect(empty.state).toBe('CHECKED')
  })

  test('ORC-011 files that nobody confirms are deleted after 7 days, and with the erasure of a partner', async () => {
    const old = await upload('orders', GERMAN)
    desk.clock.now += 7 * 86_400_000 - 1_000
    await deleteOldImports(desk.core)
    ann = await desk.signIn(ann)
    const young = await upload('orders', GERMAN)
    await deleteOldImports(desk.core)
    expect((await desk.as(ann, 'GET', `imports/${old.id}`)).code).toBe('not_found')
    expect((await desk.as(ann, 'GET', `imports/${young.id}`)).code).toBeUndefined()
    await erasePartner(desk.core, 5)
    expect((await desk.as(ann, 'GET', `imports/${young.id}`)).code).toBe('not_found')
    const left = await sql`
      select from console.import_parts p join console.imports i on i.id = p.import_id
      where i.id in (${old.id}, ${young.id})`.execute(desk.core.database.read)
    expect(left.rows).toEqual([])
    const { content } = (await desk.as(ann, 'GET', 'imports')).data
    expect(content.every(({ state }: Import) => state === 'DONE')).toBe(true)
  })
})
