import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { verifyStatement } from '@partner-office/statement-check'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'

import { AFTER_OCTOBER, openBonusNetwork } from '../../testing/bonus-network.ts'
import { openEmbedded } from '../../testing/databases.ts'
import { closePeriod } from '../months/close-period.ts'
import { drawStatement } from './draw-statement.ts'
import { makeStatements } from './make-statements.ts'
import { currentSigner, readStatementKeys } from './statement-keys.ts'
import type { StatementKey } from '@partner-office/contracts'

const PROGRAM = fileURLToPath(import.meta.resolve('@partner-office/statement-check'))

let content: Buffer
let file: Buffer
let keys: StatementKey[]

beforeAll(async () => {
  const { core, clock } = await openBonusNetwork(await openEmbedded())
  clock.now = AFTER_OCTOBER
  await closePeriod(core, '2026-10')
  await makeStatements(core, '2026-10')
  const stored = await core.database.read
    .selectFrom('statements')
    .select('content')
    .where('partnerId', '=', 1)
    .where('currency', '=', 'UPT')
    .executeTakeFirstOrThrow()
  content = Buffer.from(stored.content!)
  file = drawStatement(stored.content!, {
    signer: await currentSigner(core),
    officeOrigin: 'http://office.test',
  })
  keys = await readStatementKeys(core.database.read)
})

const partsOf = async (bytes: Buffer) =>
  (await verifyStatement(bytes, keys)).findings.map(({ code, part }) =>
    `${code} ${part ?? ''}`.trim(),
  )

test('any changed bit of a statement is found, in its data and in its file', async () => {
  const anyBit = fc.tuple(fc.nat(), fc.nat({ max: 7 }), fc.boolean())
  await fc.assert(
    fc.asyncProperty(anyBit, async ([place, bit, isFile]) => {
      const bytes = Buffer.from(isFile ? file : content)
      bytes[place % bytes.length]! ^= 1 << bit
      expect((await verifyStatement(bytes, keys)).isValid).toBe(false)
    }),
    { numRuns: 300 },
  )
})

test('a byte that is added or removed anywhere is found', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.boolean(), fc.boolean(), async (place, isFile, isAdded) => {
      const source = isFile ? file : content
      const at = place % source.length
      const changed = isAdded
        ? Buffer.concat([source.subarray(0, at), Buffer.from(' '), source.subarray(at)])
        : Buffer.concat([source.subarray(0, at), source.subarray(at + 1)])
      expect((await verifyStatement(changed, keys)).isValid).toBe(false)
    }),
    { numRuns: 200 },
  )
})

test('the changed part is named', async () => {
  const text = content.toString()
  const changed = (from: string, to: string) => Buffer.from(text.replace(from, to))
  expect(text).toContain('"amount":"20000.00000000"')
  expect(await partsOf(content)).toEqual([])
  const [amount] = await partsOf(changed('"amount":"20000.00000000"', '"amount":"90000.00000000"'))
  expect(amount).toMatch(/^part_changed entries\/\d+$/)
  expect(await partsOf(changed('"closing":"', '"closing":"9'))).toEqual([
    'part_changed closing',
    'signature_wrong',
  ])
  expect(await partsOf(changed('"statement":{', '"statement": {'))).toEqual([
    'not_as_issued',
    'signature_wrong',
  ])
  expect(await partsOf(Buffer.from('{}\n'))).toEqual(['not_a_statement'])
  const page = Buffer.from(file)
  const stream = page.indexOf('stream\n', page.indexOf('/MediaBox') - 4000)
  page[stream + 20]! ^= 1
  expect((await partsOf(page))[0]).toMatch(/^part_changed (page 1|fonts|structure)$/)
})

test('a file with other data inside is found, though the data is valid itself', async () => {
  const other = content.toString().replace('"language":"en"', '"language":"de"')
  const swapped = Buffer.from(
    file.toString('latin1').replace(content.toString('latin1'), other),
    'latin1',
  )
  expect(swapped.length).toBe(file.length)
  expect(await partsOf(swapped)).toContain('part_changed data')
})

test('verify-statement.mjs says that a file is valid, or what was changed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'partner-office-statement-'))
  const check = (bytes: Buffer): string => {
    writeFileSync(join(folder, 'statement'), bytes)
    const words = [PROGRAM, join(folder, 'statement'), join(folder, 'keys.json')]
    return execFileSync(process.execPath, words, { encoding: 'utf8', stdio: 'pipe' })
  }
  writeFileSync(join(folder, 'keys.json'), JSON.stringify({ state: 'success', data: keys }))
  for (const bytes of [content, file]) {
    expect(check(bytes)).toMatch(
      /^VALID: statement of partner 1 for 2026-10, UPT\nnumber [0-9a-f]{32}/,
    )
  }
  const changed = Buffer.from(content.toString().replace('"closing":"', '"closing":"9'))
  expect(() => check(changed)).toThrow(
    expect.objectContaining({
      status: 1,
      stdout: expect.stringMatching(/^NOT VALID: .*\n- closing: was changed\n/),
    }),
  )
  writeFileSync(join(folder, 'keys.json'), '{}')
  expect(() => check(content)).toThrow(
    expect.objectContaining({
      status: 2,
      stderr: `${join(folder, 'keys.json')} cannot be read: it is no list of keys\n`,
    }),
  )
  rmSync(folder, { recursive: true })
})
