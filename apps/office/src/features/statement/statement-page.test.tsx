// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { openTestOffice } from '../../testing/open.ts'
import { answerCalls, refusal, success } from '../../testing/services.ts'
import { showPage } from '../../testing/show-page.tsx'
import { StatementPage } from './statement-page.tsx'

const STATEMENT = {
  format: 'partner-office-statement/3',
  partnerId: 1042,
  holder: { name: 'Ada Own', isNameVerified: false, address: [], isAddressVerified: false },
  period: '2026-10',
  currency: 'UPT',
  account: 'UCHAIN_UPT_BONUS',
  language: 'en',
  issuedAt: Date.UTC(2026, 10, 1, 0, 5),
  opening: '100.00000000',
  credited: '50.50000000',
  corrected: '0.00000000',
  adjusted: '-7.25000000',
  paidOut: '-20.00000000',
  closing: '123.25000000',
  entries: [
    { section: 'credit', amount: '50.50000000' },
    { section: 'payout', amount: '-20.00000000' },
    { section: 'adjustment', amount: '-7.25000000' },
  ],
  disputes: [],
  rates: [],
  seal: { hash: 'c0ffee', sealedAt: Date.UTC(2026, 10, 1, 0, 5), trees: null },
}

type Signed = { readonly text: string; readonly code: string; readonly keys: readonly object[] }

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
const sha256 = async (text: string) =>
  hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))

/** A statement in the form of docs/statements.md, signed with a new key. */
async function signed(statement: { readonly format: string } = STATEMENT): Promise<Signed> {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign'])) as CryptoKeyPair
  const publicKey = await crypto.subtle.exportKey('raw', pair.publicKey)
  const id = hex(await crypto.subtle.digest('SHA-256', publicKey)).slice(0, 16)
  const parts: [string, string][] = []
  for (const [name, value] of Object.entries(statement)) {
    if (!Array.isArray(value)) parts.push([name, await sha256(JSON.stringify(value))])
    else {
      parts.push([`${name}/count`, await sha256(String(value.length))])
      for (const [at, item] of value.entries()) {
        parts.push([`${name}/${at}`, await sha256(JSON.stringify(item))])
      }
    }
  }
  const written = (value: string) => {
    const signature = { algorithm: 'Ed25519', key: id, value }
    return `${JSON.stringify({ statement, parts, signature })}\n`
  }
  const covered = new TextEncoder().encode(`${statement.format}\n${written('')}`)
  const value = hex(await crypto.subtle.sign('Ed25519', pair.privateKey, covered))
  const encoded = btoa(String.fromCharCode(...new Uint8Array(publicKey)))
  const key = {
    id,
    algorithm: 'Ed25519',
    publicKey: encoded.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
    madeAt: 1,
    retiredAt: null,
  }
  return {
    text: written(value),
    code: (await sha256(`statement code ${value}`)).slice(0, 32),
    keys: [key],
  }
}

let own: Signed
beforeAll(async () => {
  own = await signed()
})
beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type Answers = Parameters<typeof answerCalls>[0]

/** What the office says about a statement with a known code. */
function known() {
  const { period: billingPeriod, currency, partnerId, issuedAt } = STATEMENT
  const { opening, credited, corrected, adjusted, paidOut, closing } = STATEMENT
  const sums = { opening, credited, corrected, adjusted, paidOut, closing }
  return success({
    ...sums,
    currency,
    partnerId,
    issuedAt,
    billingPeriod,
    key: 'a1b2c3',
    seal: 'c0ffee',
  })
}

function show(code: string, answers: Answers = {}) {
  answerCalls({
    [`GET /v1/statement/check/${code}`]: known(),
    [`GET /v1/statement/check/${own.code}`]: known(),
    'GET /v1/statement/keys': success(own.keys),
    ...answers,
  })
  const address = `/en/statement/${code}`
  return showPage(openTestOffice(), StatementPage, { path: '/statement/{-$code}', address })
}

async function drop(content: string | Uint8Array<ArrayBuffer>): Promise<HTMLElement> {
  const file = new File([content], 'statement-2026-10-UPT.json')
  fireEvent.change(await screen.findByLabelText('File of the statement'), {
    target: { files: [file] },
  })
  return screen.findByText(/^This file is/)
}

const region = (name: string) => screen.findByRole('region', { name })

test('a printed code shows the figures to compare, and the signing key', async () => {
  show('a'.repeat(32))
  expect(await screen.findByText('This statement is valid. We issued it.')).toBeDefined()
  const { textContent } = await region('By its code')
  for (const text of ['October 2026', 'UPT', '1042', '123.25000000', '01.11.2026', 'a1b2c3']) {
    expect(textContent).toContain(text)
  }
})

test('an unknown code is not valid', async () => {
  const code = 'b'.repeat(32)
  show(code, { [`GET /v1/statement/check/${code}`]: refusal('not_found') })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('There is no valid statement with this code')
  expect(alert.textContent).toContain(code)
})

test('another code is checked anew: until its answer it is not valid', async () => {
  const history = show('a'.repeat(32))
  await screen.findByText('This statement is valid. We issued it.')
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  act(() => history.push(`/en/statement/${'b'.repeat(32)}`))
  await vi.waitFor(() => expect(screen.queryByText(/^This statement is valid/)).toBeNull())
})

test('without a code the page checks files alone', async () => {
  show('')
  expect(await region('By its file')).toBeDefined()
  expect(screen.queryByRole('region', { name: 'By its code' })).toBeNull()
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/verify-statement.mjs', 'http://office.test/v1/statement/keys'])
})

test('a file as it was issued is valid, and says which statement it is', async () => {
  show(own.code)
  await drop(own.text)
  const { textContent } = await region('By its file')
  expect(textContent).toContain('This file is valid. No byte of it was changed.')
  for (const text of [own.code, 'October 2026', '1042', '123.25000000']) {
    expect(textContent).toContain(text)
  }
  expect(textContent).not.toContain('another statement')
})

test('ADJ-007 the code and the file show the sum of the adjustments', async () => {
  show(own.code)
  await drop(own.text)
  for (const name of ['By its code', 'By its file']) {
    expect((await region(name)).textContent).toMatch(/Adjustments\u22127\.25000000.UPT/)
  }
})

test('ADJ-007 a file from before there were adjustments is valid, and shows none', async () => {
  const { adjusted: _adjusted, disputes: _disputes, ...rest } = STATEMENT
  const old = await signed({
    ...rest,
    format: 'partner-office-statement/2',
    closing: '130.50000000',
    entries: STATEMENT.entries.slice(0, 2),
  } as typeof rest)
  show(own.code, {
    'GET /v1/statement/keys': success(old.keys),
    [`GET /v1/statement/check/${old.code}`]: known(),
  })
  await drop(old.text)
  const { textContent } = await region('By its file')
  expect(textContent).toContain('This file is valid')
  expect(textContent).toMatch(/Adjustments0\.00000000.UPT/)
})

test('a valid file of another statement than the printed one is found', async () => {
  show('c'.repeat(32))
  await drop(own.text)
  expect((await region('By its file')).textContent).toContain(
    'This is not the statement whose code you opened.',
  )
})

test.each([
  ['"closing":"123.2', '"closing":"923.2', 'Balance at the end: was changed.'],
  ['"amount":"-20.0', '"amount":"-10.0', 'Entry 2: was changed.'],
  ['"partnerId":1042', '"partnerId":1043', 'Partner number: was changed.'],
  ['"statement":{', '"statement": {', 'Bytes between the values were changed.'],
  ['"algorithm"', '"algorithn"', 'The signature does not belong to this statement.'],
  ['{"statement"', '["statement"', 'It is not a statement'],
])('a file with %s changed to %s is not valid', async (from, to, expected) => {
  show(own.code)
  expect(own.text).toContain(from)
  await drop(own.text.replace(from, to))
  expect((await screen.findByRole('alert')).textContent).toContain(expected)
})

test('a statement that somebody else signed is not valid', async () => {
  show(own.code)
  await drop((await signed()).text)
  expect((await screen.findByRole('alert')).textContent).toContain(
    'It is signed with a key that is not ours.',
  )
})

test.each([
  ['"holder":{"name":"Ada', '"holder":{"name":"Eve', 'Name and address: was changed.'],
  ['"account":"UCHAIN', '"account":"SU', 'Account: was changed.'],
  [',"language":"en"', '', 'Language: was added or removed.'],
  [',"language":"en"', ',"language":"en","note":1', 'A part of it: was added or removed.'],
])('a file with %s changed to %s names the part in words', async (from, to, expected) => {
  show(own.code)
  expect(own.text).toContain(from)
  await drop(own.text.replace(from, to))
  expect((await screen.findByRole('alert')).textContent).toContain(expected)
})

test('C11.32 a file whose key was retired before its date is not valid', async () => {
  const { issuedAt } = STATEMENT
  const retired = (retiredAt: number) => ({
    'GET /v1/statement/keys': success(own.keys.map((key) => ({ ...key, retiredAt }))),
  })
  show(own.code, retired(issuedAt - 1))
  await drop(own.text)
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Its key was retired before the date of the statement.',
  )
  cleanup()
  show(own.code, retired(issuedAt))
  expect((await drop(own.text)).textContent).toContain('This file is valid')
})

test('a file with a right signature and a number that the office did not issue is not valid', async () => {
  show('', { [`GET /v1/statement/check/${own.code}`]: refusal('not_found') })
  await drop(own.text)
  expect((await screen.findByRole('alert')).textContent).toContain(
    'we did not issue a statement with this number',
  )
})

test('files of any kind get an answer', async () => {
  const deep = `{"statement":{"entries":[${'['.repeat(50_000)}${']'.repeat(50_000)}],"rates":[]},"parts":[],"signature":{}}`
  show('')
  for (const garbage of ['', '%PDF-', 'null', '[]', '{"statement":null}', '"\ud800"', deep]) {
    await drop(garbage)
    expect((await screen.findByRole('alert')).textContent).toContain('It is not a statement')
  }
})

test('a file that went away says so', async () => {
  show('')
  const file = new File(['x'], 'gone.pdf')
  file.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'))
  fireEvent.change(await screen.findByLabelText('File of the statement'), {
    target: { files: [file] },
  })
  expect(await screen.findByText(/The file could not be read/)).toBeDefined()
})

test('a file that is no statement is named', async () => {
  show(own.code)
  await drop(new Uint8Array([0xff, 0xd8, 0xff]))
  expect((await screen.findByRole('alert')).textContent).toContain('statement-2026-10-UPT.json')
})

test('a browser without this signature says so', async () => {
  show(own.code)
  const { subtle } = crypto
  vi.stubGlobal('crypto', { ...crypto, subtle: { digest: subtle.digest.bind(subtle) } })
  fireEvent.change(await screen.findByLabelText('File of the statement'), {
    target: { files: [new File([own.text], 'statement.json')] },
  })
  expect(await screen.findByText(/This browser cannot check signatures/)).toBeDefined()
})
