import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { DEFAULT_PLAN_DOCUMENT } from '@partner-office/domain'
import { beforeAll, describe, expect, test, vi } from 'vitest'

import {
  type Child,
  freePorts,
  runSource,
  startServer,
  temporaryDirectory,
} from '../testing/child.ts'
import { copyDatabaseTo } from '../testing/databases.ts'
import { chainText, ordersText } from '../testing/network-files.ts'
import { office as runLine } from './office.ts'

const directory = temporaryDirectory()
const file = (name: string) => join(directory, name)
let variables: Record<string, string> = { DATA_DIR: file('data'), DEMO: 'off' }

/** The directory of an answer that is not written yet. */
const UNFINISHED = /^partner-office-[A-Za-z0-9]{6}$/

/** Runs a command line in a process of its own, as the program; returns its result. */
async function program(line: string, more: Record<string, string> = {}) {
  const { said, ended } = runSource('office.ts', line.split(' '), { ...variables, ...more })
  return { exit: await ended, ...said }
}

/** Runs a command line as the program does, in this process: the server answers both alike. */
async function office(line: string | readonly string[], more: Record<string, string> = {}) {
  const words = typeof line === 'string' ? line.split(' ') : line
  const said = { out: '', err: '' }
  const caught = (name: keyof typeof said) => (chunk: string | Uint8Array) => {
    said[name] += String(Buffer.from(chunk as Uint8Array))
    return true
  }
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(caught('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(caught('err')),
  ]
  try {
    return { exit: await runLine(words, { ...variables, ...more }), ...said }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

const ORDERS = ordersText([
  [11, 3, '2024-02-01T00:00:00Z', '100.00'],
  [12, 2, '2024-02-02T00:00:00Z', '50.50'],
])
const FIGURES = `partnerId,ownTurnover,flSize,flTurnover,teamSize,teamTurnover,activeUntil
1,0.00,1,50.50,2,150.50,
2,50.50,1,100.00,1,100.00,1709424000000
3,100.00,0,0.00,0,0.00,1709337600000
`

beforeAll(() => {
  copyDatabaseTo(file('data'))
  writeFileSync(file('partners.csv'), chainText(3))
  writeFileSync(file('orders.csv'), ORDERS)
  writeFileSync(
    file('bad.csv'),
    ordersText([
      [21, 99, '2024-02-01T00:00:00Z', '1'],
      [22, 1, 'soon', '-1'],
    ]),
  )
  writeFileSync(
    file('plan.json'),
    JSON.stringify({ ...DEFAULT_PLAN_DOCUMENT, validFrom: Date.UTC(2030, 0) }),
  )
})

describe('office without a server', () => {
  test('a file is imported, and figures can be exported to a file', async () => {
    expect(await program(`import partners ${file('partners.csv')}`)).toMatchObject({
      exit: 0,
      out: '3 partners imported\n',
    })
    expect(await program(`export figures --out ${file('figures.csv')}`)).toMatchObject({
      exit: 0,
      out: '',
    })
    expect(readFileSync(file('figures.csv'), 'utf8')).toMatch(/\n1,0.00,1,0.00,2,0.00,\n/)
  })
})

describe('office while the server runs', () => {
  let server: Child
  beforeAll(async () => {
    variables = { ...variables, ...(await freePorts()) }
    server = await startServer(variables)
  })

  test('the server runs the command, with the same files', async () => {
    expect(await program(`import orders ${file('orders.csv')}`)).toMatchObject({
      exit: 0,
      out: '2 orders imported\n',
    })
    expect(await office('export figures')).toEqual({ exit: 0, out: FIGURES, err: '' })
    const before = readdirSync(tmpdir())
    expect(await office(`export figures --out ${file('again.csv')}`)).toMatchObject({
      exit: 0,
      out: '',
    })
    expect(readFileSync(file('again.csv'), 'utf8')).toBe(FIGURES)
    const made = readdirSync(tmpdir()).filter((name) => !before.includes(name))
    expect(made.filter((name) => UNFINISHED.test(name))).toEqual([])
  })

  test('rates, config and plan are changed and shown', async () => {
    expect(await office('rates set EUR UPT 2.5')).toMatchObject({ exit: 0 })
    expect((await office('rates list')).out).toMatch(/^EUR\tUPT\tSELL\t2\.5\t/m)

    expect(await office('config set maxPendingPayouts 4')).toMatchObject({ exit: 0 })
    expect((await office('config list')).out).toMatch(/^maxPendingPayouts\t4\tserver\tset$/m)
    expect(await office('config unset maxPendingPayouts')).toMatchObject({ exit: 0 })
    expect((await office('config list')).out).toMatch(/^maxPendingPayouts\t3\tserver\tdefault$/m)

    const shown = await office('plan show')
    writeFileSync(file('shown.json'), shown.out)
    expect(await office(`plan check ${file('shown.json')}`)).toMatchObject({ exit: 0 })
    expect(await office(`plan load ${file('plan.json')}`)).toMatchObject({
      exit: 0,
      out: expect.stringContaining('plan version 2 loaded; valid from 2030-01-01'),
    })
  })

  test('partners are blocked, exported and erased; orders are cancelled', async () => {
    expect(await office('partner block 3 --reason fraud')).toMatchObject({ exit: 0 })
    expect(JSON.parse((await office('partner export 3')).out).blocks).toMatchObject([
      { reason: 'fraud' },
    ])
    expect(await office('partner unblock 3')).toMatchObject({ exit: 0 })
    expect(await office('partner unlock 3')).toMatchObject({ exit: 0 })
    expect(await office('partner public-page 3 2')).toMatchObject({
      exit: 0,
      out: 'partner 3 has its public page on publicSite.2\n',
    })
    expect(await office('partner public-page 3 0')).toMatchObject({
      exit: 0,
      out: 'partner 3 has no public page\n',
    })
    expect(await office('partner erase 3 --reason asked')).toMatchObject({ exit: 0 })
    expect((await office('partner export 3')).out).toContain('erased-3@invalid')
    expect(await office(['cancel', 'order', '11', '--reason', 'sent back'])).toMatchObject({
      exit: 0,
    })
  })

  test('a backup made while it runs is restored into an empty data directory, and refused elsewhere', async () => {
    expect(await office(`backup ${file('all.backup')}`)).toMatchObject({ exit: 0 })
    const figures = await office('export figures')
    expect(await office(`restore ${file('all.backup')}`)).toMatchObject({
      exit: 1,
      err: expect.stringContaining('holds data already'),
    })
    const elsewhere = { DATA_DIR: file('restored') }
    expect(await program(`restore ${file('all.backup')}`, elsewhere)).toMatchObject({ exit: 0 })
    expect(await program('export figures', elsewhere)).toEqual(figures)
  })

  test('OBS-009 doctor asks the server for what its data show', async () => {
    const { exit, out } = await office('doctor --json')
    const codes = (JSON.parse(out) as { code: string }[]).map(({ code }) => code)
    expect({ exit, codes }).toEqual({
      exit: 1,
      codes: ['mail_missing', 'keys_not_exported', 'backup_missing'],
    })
  })

  test('verify finds no differences', async () => {
    expect(await office('verify')).toMatchObject({ exit: 0, out: 'no differences\n' })
  })

  test('the audit log has the actor of every change, with and without a server, and no refusals', async () => {
    const { out } = await office('audit list')
    const rows = out
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'))
    expect(rows.slice(1).map(([, , command]) => command)).toEqual([
      'import partners',
      'import orders',
      'rates set',
      'config set',
      'config unset',
      'plan load',
      'partner block',
      'partner export',
      'partner unblock',
      'partner unlock',
      'partner public-page',
      'partner public-page',
      'partner erase',
      'partner export',
      'cancel order',
    ])
    for (const [at, who] of rows.slice(1)) {
      expect(at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
      expect(who).toMatch(/^\S+ \(command line\)$/)
    }
    expect(out).toMatch(/import orders\t.*"words":\["orders.csv"\]/)
    expect(out).toMatch(/import orders\t.*"sha256":"[0-9a-f]{64}"/)
  })

  test('a command that is typed wrongly exits with its status', async () => {
    expect(await program('partner block')).toMatchObject({ exit: 2, out: '' })
  })

  test.each([
    ['partner export 99 --out OUT', 1, /^there is no partner 99\n$/],
    ['import orders BAD', 1, /^line 2: .*\nline 3: .*\n3 problems; nothing was imported\n$/s],
    ['import partners /nowhere.csv', 1, /^\/nowhere.csv cannot be read: there is no such file\n$/],
    [
      'export figures --out /nowhere/x.csv',
      1,
      /^\/nowhere\/x.csv cannot be written: there is no such directory\n$/,
    ],
    ['export figures --out /tmp', 1, /^\/tmp cannot be written: it is a directory\n$/],
    ['partner block', 2, /^usage: office partner block ID/],
  ])('`%s` exits %d with plain lines', async (line, exit, message) => {
    const answer = await office(
      line.replace('BAD', file('bad.csv')).replace('OUT', file('never.csv')),
    )
    expect(answer).toEqual({ exit, out: '', err: expect.stringMatching(message) })
  })

  test('no partial files are left behind', () => {
    expect(readdirSync(directory).filter((name) => name.endsWith('.part'))).toEqual([])
    expect(existsSync(file('never.csv'))).toBe(false)
  })

  test('a wrong key is refused with a message that names OPERATOR_KEY', async () => {
    expect(await office('rates list', { OPERATOR_KEY: 'wrong' })).toMatchObject({
      exit: 1,
      out: '',
      err: expect.stringContaining('OPERATOR_KEY'),
    })
  })

  test('after a kill -9 of the server, the next command owns the data and finds all of it', async () => {
    server.process.kill('SIGKILL')
    await server.ended
    expect((await program('rates list')).out).toMatch(/^EUR\tUPT\tSELL\t2\.5\t/m)
  })
})

describe('help', () => {
  test('needs neither data nor a valid environment', async () => {
    const { exit, out } = await program('--help', { PORT: 'nonsense', DATA_DIR: '/proc/nowhere' })
    expect(exit).toBe(0)
    expect(out).toContain('import partners FILE.csv')
    expect(await office('rates list', { PORT: 'nonsense' })).toMatchObject({
      exit: 1,
      err: expect.stringMatching(/^PORT must be [^\n]+\n$/),
    })
  })
})
