// @vitest-environment jsdom
// The proofs: heads, seals and sealed months as the service has them, the signed text and its later check.
import type { Verified } from '@partner-office/contracts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { countText, timeTakenText } from '../../lib/figures.ts'
import { FakeService, NOW, refused } from '../../testing/fake-service.ts'
import { job } from '../../testing/fake-system.ts'
import { openPage } from '../../testing/open-page.tsx'
import type { Integrity } from './integrity.ts'

const hash = (digit: string) => digit.repeat(64)
const INTEGRITY: Integrity = {
  at: NOW,
  heads: [
    { chain: 'audit', number: '812', hash: hash('a'), at: NOW - 1_000 },
    { chain: 'months', number: '2026-10', hash: hash('c'), at: NOW - 2_000 },
  ],
  unsealed: { facts: 1_000, journal: 20, transfers: 3 },
  history: {
    number: 14,
    lastFact: 9_000,
    lastEntry: 700,
    lastAudit: 801,
    lastTransferId: 55,
    hash: hash('b'),
    sealedAt: NOW - 3_000,
  },
  ledger: null,
  months: [
    {
      month: '2026-10',
      records: 31_604,
      corrections: 52,
      hash: hash('c'),
      before: hash('d'),
      sealedAt: NOW - 2_000,
    },
    {
      month: '2026-09',
      records: 29_000,
      corrections: 0,
      hash: hash('d'),
      before: null,
      sealedAt: NOW - 9_000,
    },
  ],
  figures: { asOf: 10_000, audited: 8_214, drift: 0, driftOfDay: 2 },
  verify: {
    job: 7,
    at: NOW - 5_000,
    actor: 'ann@x.org',
    checks: 96,
    differences: 0,
    ms: 2_472_000,
  },
  acknowledged: [],
}
const MOVED = 'partner 42: depth 9'
const FOUND: Verified = {
  checks: 96,
  found: 3,
  differences: ['transfer 7: amount', MOVED, 'order 9: its buyer does not exist'],
  families: ['ledger', 'tree', 'facts'],
}
const CALL = 'GET /console/v1/integrity'
const CHECK = 'POST /console/v1/integrity/heads/check'

let service: FakeService
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  service = new FakeService()
  service.data.set(CALL, INTEGRITY)
  service.data.set('GET /console/v1/jobs', { content: [] })
  service.data.set('GET /console/v1/jobs/7', job(7, { result: FOUND, endedAt: NOW }))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement!
const cells = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent))

test('AUD-005 the page shows heads, seals, months, drift and the last verification as the service has them', async () => {
  await openPage('/console/integrity', service)
  const heads = await screen.findByRole('table', { name: 'Heads of the chains' })
  expect(cells(heads).map(([chain, number]) => [chain, number])).toEqual([
    ['Audit logNov 26, 2026, 10:41 UTC', '812'],
    ['Sealed monthsNov 26, 2026, 10:41 UTC', '2026-10'],
  ])
  expect(cells(screen.getByRole('table', { name: 'Sealed months' }))).toEqual([
    ['2026-10', '31,604', '52', 'cccccccc', 'dddddddd', 'Nov 26, 2026, 10:41 UTC'],
    ['2026-09', '29,000', '0', 'dddddddd', 'First month', 'Nov 26, 2026, 10:41 UTC'],
  ])
  expect(figure('Last verification').textContent).toBe(
    'Last verificationNo differenceNov 26, 2026, 10:41 UTC, 41 min 12 sec, 96 checks, ann@x.org',
  )
  expect(figure('Drift of the figures in 24 hours').textContent).toContain('2 differences')
  expect(figure('Not sealed yet').textContent).toContain('1,023')
  expect(screen.getByText(/^Up to fact 9,000, entry 700 of the journal/)).toBeTruthy()
  expect(screen.getByText('There is no seal yet.')).toBeTruthy()
})

test('SCR-006 the verification and the drift lead to their entries of the audit log', async () => {
  await openPage('/console/integrity', service)
  const link = async (name: string) =>
    (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await link('No difference')).toBe('/console/system?job=7')
  expect(await link('2 differences')).toBe('/console/audit?command=figures+drift')
})

test('AUD-005 without verification, seals and months the page says so', async () => {
  service.data.set(CALL, { ...INTEGRITY, verify: null, history: null, months: [], heads: [] })
  await openPage('/console/integrity', service)
  expect(await screen.findByText('Never verified')).toBeTruthy()
  expect(screen.getAllByText('There is no seal yet.')).toHaveLength(2)
  expect(screen.getByText('No month is sealed yet.')).toBeTruthy()
})

test('AUD-007 the signed text of the heads is copied', async () => {
  const copied: string[] = []
  vi.stubGlobal('navigator', {
    ...navigator,
    language: 'en',
    clipboard: { writeText: async (text: string) => void copied.push(text) },
  })
  service.data.set('GET /console/v1/integrity/heads', { text: 'partner-office-heads/1\n' })
  await openPage('/console/integrity', service)
  fireEvent.click(await screen.findByRole('button', { name: 'Copy as signed text' }))
  await waitFor(() => expect(copied).toEqual(['partner-office-heads/1\n']))
})

const check = async (text: string) => {
  fireEvent.change(await screen.findByLabelText('Signed text'), { target: { value: text } })
  fireEvent.click(screen.getByRole('button', { name: 'Check the text' }))
}

test.each([
  [{ isContained: true, signature: 'right' }, 'contain every head', 'has signed it', 'status'],
  [{ isContained: true, signature: 'wrong' }, 'contain every head', 'signature is wrong', 'alert'],
  [
    { isContained: false, signature: 'right' },
    'do not contain this text',
    'has signed it',
    'alert',
  ],
] as const)(
  'AUD-007 a text is checked against the chains of today: %j',
  async (answer, said, signed, role) => {
    const state = answer.isContained ? 'contained' : 'missing'
    const heads = [{ chain: 'audit', number: '9', hash: hash('a'), at: null, state }]
    service.data.set(CHECK, { at: NOW, heads, ...answer })
    await openPage('/console/integrity', service)
    await check('the text')
    const note = (await screen.findByText(new RegExp(said))).closest(`[role="${role}"]`)
    expect(note?.textContent).toMatch(new RegExp(signed))
    expect(cells(screen.getByRole('table', { name: 'Check an earlier text' }))).toEqual([
      ['Audit log', '9', answer.isContained ? 'Contained' : 'Missing'],
    ])
    fireEvent.change(screen.getByLabelText('Signed text'), { target: { value: 'another' } })
    expect(screen.queryByText(new RegExp(said))).toBeNull()
  },
)

test('AUD-007 what is no such text is not checked, and the page says so', async () => {
  service.refusals.set(CHECK, [refused('invalid_format', { fieldName: 'text' })])
  await openPage('/console/integrity', service)
  await check('hello')
  expect(await screen.findByText('The text was not checked.')).toBeTruthy()
})

test('roles without the whole log read the proofs, and neither copy nor check the heads', async () => {
  const { me } = service
  service.me = { ...me!, operator: { ...me!.operator, roles: ['plan'] } }
  await openPage('/console/integrity', service)
  expect(await screen.findByText('Heads of the chains', { selector: 'h2' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Copy as signed text' })).toBeNull()
  expect(screen.queryByLabelText('Signed text')).toBeNull()
})

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1_000, '1 sec'],
  [59_999, '59 sec'],
  [60_000, '1 min 0 sec'],
  [2_472_000, '41 min 12 sec'],
])('a duration of %d ms is %s', (ms, said) => {
  expect(timeTakenText(ms)).toBe(said)
  expect(countText(10_482_306)).toBe('10,482,306')
})

const listed = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ firstChild }) => firstChild?.textContent)

test('AUD-006 differences are listed by kind, with what they mean and what to do', async () => {
  await openPage('/console/integrity', service)
  expect(await screen.findByText('3 differences were found.')).toBeTruthy()
  expect(listed('Ledger')).toEqual(['transfer 7: amount'])
  expect(listed('Partners and orders')).toEqual([MOVED, 'order 9: its buyer does not exist'])
  expect(screen.getByText(/transfers of a currency do not add up to zero/)).toBeTruthy()
  expect(screen.getAllByText(/^Stop payouts with the setting permissionsPayout/)).toHaveLength(2)
})

test('AUD-006 differences of an earlier version have no kind', async () => {
  const result: Verified = { checks: 96, found: 2_000, differences: ['transfer 7: amount'] }
  service.data.set('GET /console/v1/jobs/7', job(7, { result, endedAt: NOW }))
  await openPage('/console/integrity', service)
  await screen.findByText('2,000 differences were found.')
  expect(listed('Differences')).toEqual(['transfer 7: amount'])
  expect(screen.getByText('The first one is listed.')).toBeTruthy()
})

test('AUD-006 an admin acknowledges a difference with a reason; it stays listed with both', async () => {
  service.data.set('POST /console/v1/integrity/acknowledgements', {})
  await openPage('/console/integrity', service)
  fireEvent.click(await screen.findByRole('button', { name: `Acknowledge: ${MOVED}` }))
  const dialog = await screen.findByRole('dialog', { name: 'Acknowledge this difference?' })
  const reason = 'It is corrected tomorrow'
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: reason } })
  service.data.set(CALL, {
    ...INTEGRITY,
    acknowledged: [{ difference: MOVED, by: 'bob@x.org', at: NOW, reason }],
  })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Acknowledge' }))
  expect((await screen.findByText(reason, { selector: 'bdi' })).parentElement?.textContent).toMatch(
    /^Acknowledged by bob@x\.org, /,
  )
  expect(listed('Partners and orders')).toContain(MOVED)
  expect(screen.queryByRole('button', { name: `Acknowledge: ${MOVED}` })).toBeNull()
})

test('AUD-006 other roles read differences, and neither acknowledge nor verify', async () => {
  const { me } = service
  service.me = { ...me!, operator: { ...me!.operator, roles: ['finance'] } }
  await openPage('/console/integrity', service)
  await screen.findByText('3 differences were found.')
  expect(screen.queryByRole('button', { name: /^Acknowledge/ })).toBeNull()
  const start = screen.getByRole('button', { name: 'Verify' })
  expect(start.getAttribute('aria-disabled')).toBe('true')
})
