import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { verifyStatement } from '@partner-office/statement-check'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { forgeData, forgePdf } from '../../testing/forge-statement.ts'
import { drawStatement } from './draw-statement.ts'
import { signStatement } from './sign-statement.ts'
import { type SignedStatement, STATEMENT_FORMAT } from './statement.ts'

/** `soak/forgeries.ts` sets more. */
const FORGERIES = Number(process.env['PROPERTY_CASES'] ?? 400)

const released = (name: string): Buffer => readFileSync(join(import.meta.dirname, 'released', name))

/** Files of earlier versions as they were issued. */
const OLD = { data: released('version-1.statement'), file: released('version-1.pdf') }
const SECOND = { data: released('version-2.statement'), file: released('version-2.pdf') }
const OLD_KEY = {
  id: 'b2b33eafc7d03f16',
  publicKey: 'SuntsoyDNjGQehq-2on_W5apjZEN6ww8_ucnmvVmN48',
  retiredAt: null,
}

const SECOND_KEY = {
  id: 'dc9554d54a42ea18',
  publicKey: '5MJhZhecJbjxhq3CTmeYrd5GNBePuD7IDUWGk4UNfoE',
  retiredAt: null,
}

const pair = generateKeyPairSync('ed25519')
const publicBytes = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
const KEY = {
  id: createHash('sha256').update(publicBytes).digest('hex').slice(0, 16),
  publicKey: publicBytes.toString('base64url'),
  retiredAt: null as number | null,
}
const signer = {
  id: KEY.id,
  sign: (text: string | Buffer) =>
    sign(null, Buffer.from(text as string), pair.privateKey).toString('hex'),
}
const KEYS = [OLD_KEY, SECOND_KEY, KEY]

const { statement: OLD_STATEMENT } = JSON.parse(OLD.data.toString()) as SignedStatement
const DISPUTE = { id: 7, endedAt: 1, result: 'ANSWERED', text: 'Question 7', amounts: [] }
/** A statement as it is issued now: with the sum of adjustments, behind that of corrections, and the disputes. */
const NEW_STATEMENT = Object.fromEntries(
  Object.entries({ ...OLD_STATEMENT, format: STATEMENT_FORMAT }).flatMap(([name, value]) =>
    name === 'corrected'
      ? [
          [name, value],
          ['adjusted', '0.00000000'],
        ]
      : name === 'entries'
        ? [
            [name, value],
            ['disputes', [DISPUTE]],
          ]
        : [[name, value]],
  ),
) as SignedStatement['statement']

function issued(statement: SignedStatement['statement'] = NEW_STATEMENT) {
  const content = signStatement(statement, signer)
  const file = drawStatement(content, { signer, officeOrigin: 'http://office.test' })
  return { data: Buffer.from(content), file }
}

const NEW = issued()
const SOURCES = [OLD, SECOND, NEW].flatMap(({ data, file }) => [data, file])
const isPdf = (bytes: Buffer) => bytes.subarray(0, 5).toString() === '%PDF-'

const codesOf = async (bytes: Uint8Array, keys = KEYS) =>
  (await verifyStatement(bytes, keys)).findings.map(({ code, part }) => `${code} ${part}`)

const replaced = (source: Buffer, from: string | RegExp, to: string): Buffer => {
  const text = source.toString('latin1').replace(from, to)
  expect(text).not.toBe(source.toString('latin1'))
  return Buffer.from(text, 'latin1')
}

test('statements of all versions are valid as they were issued, a new file around an old statement too', async () => {
  const around = drawStatement(OLD.data.toString(), { signer, officeOrigin: 'http://office.test' })
  for (const source of [...SOURCES, around]) expect(await codesOf(source)).toEqual([])
})

test(
  `${FORGERIES} forgeries that change structure: none is valid`,
  { timeout: 4 * 3_600_000 },
  async () => {
    const step = fc.record({ kind: fc.nat(), a: fc.nat(), b: fc.nat() })
    const steps = fc.array(step, { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...SOURCES), steps, async (source, changes) => {
        const forged = isPdf(source)
          ? forgePdf(source, changes)
          : Buffer.from(forgeData(source.toString(), changes))
        fc.pre(!forged.equals(source))
        const { isValid, findings } = await verifyStatement(forged, KEYS)
        expect(isValid).toBe(false)
        expect(findings.length).toBeGreaterThan(0)
        // What a forger writes is not repeated to the reader.
        for (const { part } of findings) expect(part ?? '').toMatch(/^[\w/ ]*$/)
      }),
      { numRuns: FORGERIES },
    )
  },
)

test('bytes of any kind get an answer', async () => {
  const json = fc.json().map((text) => Buffer.from(text))
  const bytes = fc.uint8Array({ maxLength: 2_000 })
  const pdf = bytes.map((rest) => Buffer.concat([Buffer.from('%PDF-'), rest]))
  const line = fc
    .jsonValue()
    .map((value) =>
      Buffer.from(
        `%PDF-1.7\n%PartnerOfficeStatement ${JSON.stringify({ a: value, ...Object(value) })}\nstartxref\n1\n%%EOF\n`,
      ),
    )
  const deep = fc.nat({ max: 20_000 }).map((depth) => {
    const nested = '['.repeat(depth) + ']'.repeat(depth)
    const text = `{"statement":{"entries":[${nested}],"rates":[],"seal":null},"parts":[],"signature":{}}\n`
    return Buffer.from(text)
  })
  await fc.assert(
    fc.asyncProperty(fc.oneof(json, bytes, pdf, line, deep), async (garbage) => {
      expect((await verifyStatement(garbage, KEYS)).isValid).toBe(false)
    }),
    { numRuns: 150 },
  )
})

describe('a list of parts that can be read in two ways', () => {
  test('a stretch of a file whose line hides in the name of the next one is found', async () => {
    const text = OLD.file.toString('latin1')
    const [all, first, length, hash, name] =
      /\["(page 2)",(143),"([0-9a-f]{64})"\],\["(structure)"/.exec(text)!
    // Behind the header, the structure, page 1 and the structure.
    const cut = 15 + 301 + 142 + 8490
    const merged = text.replace(all, `["${first} ${length} ${hash}\\n${name}"`)
    const forged = merged.slice(0, cut) + merged.slice(cut + 143)
    expect(await codesOf(Buffer.from(forged, 'latin1'))).toContain('parts_changed null')
  })

  test('values that are removed together with their line are named', async () => {
    const document = JSON.parse(OLD.data.toString()) as {
      statement: object
      parts: [string, string][]
    }
    const at = document.parts.findIndex(([name]) => name === 'holder')
    const [[, hash], [name, next]] = document.parts.slice(at, at + 2) as [
      [string, string],
      [string, string],
    ]
    document.parts.splice(at, 2, [`holder ${hash}\n${name}`, next])
    Reflect.deleteProperty(document.statement, 'holder')
    expect(await codesOf(Buffer.from(`${JSON.stringify(document)}\n`))).toContain(
      'parts_changed holder',
    )
  })
})

test.each([
  ['a key beside the statement', /"signature":\{/, '"note":1,"signature":{', 'not_as_issued null'],
  ['a key inside the signature', /"algorithm":/, '"note":1,"algorithm":', 'not_as_issued null'],
  ['a key inside the statement', /"currency":/, '"note":1,"currency":', 'parts_changed null'],
  ['keys in another order', /("account":"\w+"),("language":"\w+")/, '$2,$1', 'parts_changed null'],
  ['text after the end', /\n$/, '\n\n', 'not_as_issued null'],
])('%s is refused in all versions', async (_, from, to, finding) => {
  for (const { data } of [OLD, SECOND, NEW]) {
    expect(await codesOf(replaced(data, from, to))).toContain(finding)
  }
})

test.each([
  ['without its sum', /"adjusted":"0\.00000000",/, ''],
  ['with another sum', '"adjusted":"0.00000000"', '"adjusted":"1.00000000"'],
])('ADJ-007 a statement %s of adjustments is refused', async (_, from, to) => {
  expect(await codesOf(replaced(NEW.data, from, to))).not.toEqual([])
})

test('ADJ-007 a statement whose adjustments do not add up is refused, though it is signed', async () => {
  const { data } = issued({ ...NEW_STATEMENT, adjusted: '0.00000001' })
  expect(await codesOf(data)).toEqual(['sums_wrong adjustment', 'sums_wrong closing'])
})

test.each([
  ['another result', '"result":"ANSWERED"', '"result":"CORRECTED"', 'part_changed disputes/0'],
  [
    'none of them',
    /"disputes":\[.*?\],"rates"/,
    '"disputes":[],"rates"',
    'part_changed disputes/count',
  ],
])('DSP-011 a statement whose disputes have %s is refused', async (_, from, to, finding) => {
  expect(await codesOf(replaced(NEW.data, from, to))).toContain(finding)
})

test('an earlier version has no sum of adjustments', async () => {
  const added = replaced(SECOND.data, '"paidOut":', '"adjusted":"0.00000000","paidOut":')
  expect(await codesOf(added)).toContain('parts_changed null')
})

test('a file states the number and the date of the statement inside', async () => {
  const other = { ...NEW_STATEMENT, partnerId: 2 }
  const swapped = issued(other)
  const line = NEW.file.toString('latin1')
  const [number] = /"number":"[0-9a-f]{32}"/.exec(line)!
  expect(swapped.file.toString('latin1')).not.toContain(number)
  expect(number).toContain((await verifyStatement(NEW.data, KEYS)).code)
  expect(line).toContain(`"date":${NEW_STATEMENT.issuedAt}`)
})

describe('C11.32 a retired key signs nothing dated after its end', () => {
  const { issuedAt } = NEW_STATEMENT
  const retired = (retiredAt: number) => [OLD_KEY, SECOND_KEY, { ...KEY, retiredAt }]
  const codes = async (statement: SignedStatement['statement'], retiredAt: number) => {
    const { data, file } = issued(statement)
    return [await codesOf(data, retired(retiredAt)), await codesOf(file, retired(retiredAt))]
  }

  test('a statement dated at its end is valid, and one dated a millisecond later is not', async () => {
    expect(await codes(NEW_STATEMENT, issuedAt)).toEqual([[], []])
    expect(await codes(NEW_STATEMENT, issuedAt - 1)).toEqual([
      ['key_retired null'],
      ['key_retired null'],
    ])
  })

  test('an earlier date does not help: the month and its seal are not older than the statement', async () => {
    const back = { ...NEW_STATEMENT, issuedAt: issuedAt - 40 * 86_400_000 }
    expect(await codes(back, issuedAt - 1)).toEqual([['key_retired null'], ['key_retired null']])
    const { seal } = NEW_STATEMENT
    const monthEnd = Date.UTC(2026, 10, 1)
    const early = { ...back, seal: { ...seal, sealedAt: 0 } }
    expect(await codes(early, monthEnd - 1)).toEqual([['key_retired null'], ['key_retired null']])
    expect(await codes(early, monthEnd)).toEqual([[], []])
    const noMonth = signStatement({ ...early, period: 'once' }, signer)
    expect(await codesOf(Buffer.from(noMonth), retired(monthEnd))).toEqual(['key_retired null'])
  })

  test('a file of an old statement that a retired key drew is dated like the statement', async () => {
    const file = drawStatement(OLD.data.toString(), { signer, officeOrigin: 'http://office.test' })
    expect(await codesOf(file, retired(issuedAt))).toEqual([])
    expect(await codesOf(file, retired(issuedAt - 1))).toEqual(['key_retired null'])
  })
})
