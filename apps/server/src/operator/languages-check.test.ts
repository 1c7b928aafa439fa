import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeEach, expect, test } from 'vitest'

import { temporaryDirectory } from '../testing/child.ts'
import { languagesCheck } from './commands/language-commands.ts'
import { office } from './office.ts'

const GERMAN = join(import.meta.dirname, '../../../../packages/locales/src/de')
const directory = temporaryDirectory()
const sets = join(directory, 'sets')

beforeEach(() => rmSync(sets, { recursive: true, force: true }))

/** Runs the command; returns its exit status and what it wrote. */
async function check(folder: string) {
  const lines: string[] = []
  const exit = await languagesCheck({
    command: { name: 'languages check', arguments: [folder], options: {} },
    io: {
      input: null,
      out: async (line) => void lines.push(String(line).trim()),
      note: (line) => void lines.push(line),
      progress: () => {},
    },
  })
  return { exit, lines }
}

function write(path: string, content: string): void {
  mkdirSync(join(sets, path, '..'), { recursive: true })
  writeFileSync(join(sets, path), content)
}

test('a complete set has no findings', async () => {
  cpSync(GERMAN, join(sets, 'de'), { recursive: true })
  expect(await check(sets)).toEqual({ exit: 0, lines: ['1 language checked, 0 findings'] })
  expect(await check(join(sets, 'de'))).toMatchObject({ exit: 0 })
})

test('a changed set may hold some texts only, and each wrong one is named with its file', async () => {
  write(
    'de/shared.json',
    JSON.stringify({ 'common.cancel': 'Cancel {{what}}', 'common.no': 'Nein' }),
  )
  write('fr/mail.json', '{')
  write('ru/mail.json', '{"frame.about": 1}')
  expect(await check(sets)).toEqual({
    exit: 1,
    lines: [
      'de/shared.json common.no: is not a key of English',
      'de/shared.json common.cancel: has other placeholders than English: what, not none',
      'fr/mail.json: is not a JSON object of texts',
      'ru/mail.json frame.about: is not a text',
      '3 languages checked, 4 findings',
    ],
  })
})

test('a new language has to have every file and every text', async () => {
  write('sw/shared.json', JSON.stringify({ 'common.cancel': 'Ghairi' }))
  const { exit, lines } = await check(sets)
  expect(exit).toBe(1)
  expect(lines).toContain('sw/office.json: is missing')
  expect(lines).toContain('sw/shared.json common.close: is missing')
  expect(lines.at(-1)).toMatch(/^1 language checked, \d+ findings$/)
})

test('a glossary of its own decides the words', async () => {
  write('de/glossary.json', '{"leg": {"word": "Strang", "forms": ["strang"], "not": []}}')
  const { lines } = await check(sets)
  expect(lines).toContain('de/glossary.json: rank is missing')
})

test('a directory that is missing or holds no language is refused; no data is opened', async () => {
  const variables = {
    DATA_DIR: join(directory, 'data'),
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
  }
  expect(await office(['languages', 'check', join(directory, 'none')], variables)).toBe(1)
  expect(await office(['languages', 'check', directory], variables)).toBe(1)
  write('de/shared.json', '{}')
  expect(await office(['languages', 'check', sets], variables)).toBe(0)
  expect(await office(['languages', 'check'], variables)).toBe(2)
})
