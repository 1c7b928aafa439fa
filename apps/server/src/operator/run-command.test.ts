import { DEFAULT_PLAN_DOCUMENT } from '@partner-office/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Core } from '../core/core.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import { asUpload, openTestCore } from '../testing/core.ts'
import { openEmbedded } from '../testing/databases.ts'
import { chainText, ordersText } from '../testing/network-files.ts'
import { DatabaseBusy } from '../db/bounded-pool.ts'
import { parseCommand } from './parse-command.ts'
import { runCommand } from './run-command.ts'

let core: Core
beforeAll(async () => {
  core = await openTestCore(await openEmbedded())
  await importPartners(core, asUpload(chainText(3)))
})
afterAll(() => core.database.close())

/** A command, the text of its input file, and its messages. */
async function run(line: string, input = '') {
  const request = parseCommand(line.split(' '))
  if (request.kind !== 'run') throw new Error('Not a command')
  const said = { out: '', notes: [] as string[] }
  const exit = await runCommand(
    core,
    { command: request.command, actor: 'ann' },
    {
      input: asUpload(input),
      out: async (chunk) => {
        said.out += String(chunk)
      },
      note: (text) => said.notes.push(text),
      progress: () => {},
    },
  )
  return { exit, ...said }
}

const plan = (change: object) => JSON.stringify({ ...DEFAULT_PLAN_DOCUMENT, ...change })

test.each([
  ['partner block 99', '', ['there is no partner 99']],
  ['partner unlock 99', '', ['there is no partner 99']],
  ['partner erase 99 --reason x', '', ['there is no partner 99']],
  ['partner export 99', '', ['there is no partner 99']],
  ['wallets approve 99', '', ['there is no partner 99']],
  ['cancel order 99 --reason x', '', ['there is no order 99']],
  ['config set newsfeed maybe', '', ['newsfeed: must be TRUE or FALSE']],
  [
    'config set newsFeed TRUE',
    '',
    ['newsFeed: is not the name of a setting; did you mean newsfeed?'],
  ],
  [
    'config unset nonsense',
    '',
    ['nonsense: is not the name of a setting; `config list` shows them all'],
  ],
  ['rates set EUR XXX 2', '', ['TO: must be one of EUR, UPT, UCN, ULTIMA, WIN, BSP, DBSP, USDT']],
  [
    'rates set EUR UPT 0',
    '',
    ['rate: must be a decimal above 0 with at most 12 digits and 18 decimals'],
  ],
  [
    'rates set EUR UPT -1',
    '',
    ['rate: must be a decimal above 0 with at most 12 digits and 18 decimals'],
  ],
  [
    'rates set EUR UPT 1e3',
    '',
    ['rate: must be a decimal above 0 with at most 12 digits and 18 decimals'],
  ],
  ['rates set EUR EUR 1', '', ['to: must differ from `from`']],
  [
    'plan load x.json',
    plan({ legRule: 'guess' }),
    ['legRule: must be ranked or sequential, not "guess"'],
  ],
  ['plan load x.json', '{ no', [expect.stringContaining('the file is not JSON')]],
  ['plan load x.json', ' '.repeat(1_100_000), ['the file is larger than a plan can be']],
  ['news add x.md', 'hello', [expect.stringMatching(/^front matter: must begin/)]],
  [
    'news add x.md',
    '---\nlanguage: xx\ntitle: T\ndate: soon\n---\nText',
    [
      'category: is missing',
      expect.stringMatching(/^language: must be one of en, /),
      expect.stringMatching(/^date: must be a day/),
    ],
  ],
  ['news add x.md', ' '.repeat(300_000), ['the file is larger than a post can be']],
  ['plan show --version 99', '', ['there is no plan version 99']],
  [
    'import orders x.csv',
    ordersText([[1, 99, 'soon', '-1']]),
    [
      expect.stringMatching(/^line 2: /),
      expect.stringMatching(/^line 2: /),
      '2 problems; nothing was imported',
    ],
  ],
  ['restore x', 'no backup', [expect.stringContaining('holds data already')]],
  ['demo', '', [expect.stringContaining('holds partners already')]],
])('`%s` with %j is refused in plain lines, and changes nothing', async (line, input, notes) => {
  expect(await run(line, input)).toEqual({ exit: 1, out: '', notes })
})

test('plan check prints each problem with its place, and loads nothing', async () => {
  expect(await run('plan check x.json', plan({ legRule: 'guess' }))).toEqual({
    exit: 1,
    out: 'legRule: must be ranked or sequential, not "guess"\n',
    notes: [],
  })
  expect(await run('plan check x.json', plan({}))).toMatchObject({ exit: 0 })
  expect(await core.plans.latest(core.database.read)).toBe(1)
})

test('decimals of a plan are read exactly', async () => {
  const text = plan({ validFrom: Date.UTC(2030, 0) }).replaceAll(/"(\d+\.\d+)"/g, '$1')
  expect(await run('plan load x.json', text)).toMatchObject({ exit: 0 })
  expect(
    (await core.plans.at(core.database.read, Date.UTC(2030, 1))).plan.ranks[2]!.legPercents,
  ).toEqual([
    { num: 1n, den: 2n },
    { num: 3n, den: 10n },
  ])
})

test('news add says which feed a post joins, and when pages do not show that feed', async () => {
  const post = (language: string) =>
    `---\nlanguage: ${language}\ntitle: T\ncategory: C\ndate: 2026-10-01\n---\nText\n`
  expect(await run('news add x.md', post('en'))).toEqual({
    exit: 0,
    out: 'post 1 added to the en feed\n',
    notes: [],
  })
  expect(await run('news add x.md', post('ar'))).toEqual({
    exit: 0,
    out: 'post 2 added to the ar feed\n',
    notes: ['pages in ar show the en feed until newsLanguages names ar'],
  })
})

test('refused commands are not in the audit log', async () => {
  expect((await run('audit list')).out.trimEnd().split('\n')).toHaveLength(4)
})

/** Runs a command while each change fails. */
async function failing(error: Error, notes: string[] = []): Promise<number> {
  const transaction = () => Promise.reject(error)
  const { database } = core
  const broken = { ...core, database: { ...database, long: { ...database.long, transaction } } }
  const command = parseCommand(['config', 'set', 'newsfeed', 'TRUE'])
  if (command.kind !== 'run') throw new Error('Not a command')
  const note = (line: string) => void notes.push(line)
  const io = { input: null, out: async () => {}, note, progress: () => {} }
  return runCommand(broken, { command: command.command, actor: 'ann' }, io)
}

test('an error that is no refusal is rethrown as a bug', async () => {
  await expect(failing(new Error('broken'))).rejects.toThrow('broken')
})

test('H9 a database in use is no bug: the answer asks the operator to try again', async () => {
  const notes: string[] = []
  expect(await failing(new DatabaseBusy(), notes)).toBe(1)
  expect(notes).toEqual(['The database is in use and nothing was changed. Try again in a moment.'])
})
