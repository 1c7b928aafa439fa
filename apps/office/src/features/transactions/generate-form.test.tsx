// @vitest-environment jsdom
import { HOSTS } from '@partner-office/web/testing/hosts.ts'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Config } from '../../lib/configuration/config.ts'
import { StaleNote } from '../../shell/stale-note.tsx'
import { failingHost, HOST_FAULTS } from '../../testing/failing-host.ts'
import { openTestOffice } from '../../testing/open.ts'
import { plainTexts } from '../../testing/plain-text.ts'
import { answerCalls, success } from '../../testing/services.ts'
import { showPage } from '../../testing/show-page.tsx'
import { GenerateForm } from './generate-form.tsx'

/** The timeout of a call, and a moment. */
const TIMEOUT = 21_000
const MINUTE = 60_000

const PASSPORT = {
  documentType: 'PASSPORT',
  status: 'APPROVED',
  fields: {
    name: { value: 'Ada', verified: true },
    surname: { value: 'Lovelace', verified: true },
  },
  updatedAt: 5,
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 1, 14, 32) })
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Shows the form, with the host of the documents that it asks. */
function show({ isAvailable = true } = {}) {
  answerCalls({ 'GET /v1/verifications': success([PASSPORT]) })
  const passport = failingHost((path) => path === '/v1/verifications')
  const office = openTestOffice()
  vi.spyOn(office.config, 'isOn').mockReturnValue(isAvailable)
  showPage(office, () => (
    <>
      <StaleNote />
      <GenerateForm />
    </>
  ))
  return { passport, queries: office.queries }
}

const failure = () => screen.queryByText("Can't download verification information")
const ageOfData = () => screen.queryByText(/^These figures are from 14:32 UTC/)
const generate = () => screen.getByRole('button', { name: 'Generate' })

function expectConditions(): void {
  expect(screen.getByText('Name verified')).toBeDefined()
  expect(screen.getByText('Address not verified')).toBeDefined()
}

test.each(HOST_FAULTS)(
  'VER-004 the passport is %s from the start: the conditions of a statement say so, and follow by themselves',
  async (fault) => {
    const { passport } = show()
    passport.fail(fault)
    await pass(TIMEOUT)
    expect(failure()).not.toBeNull()
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined()
    expect(generate()).toBeDefined()

    passport.repair()
    await pass(MINUTE)
    expect(failure()).toBeNull()
    expectConditions()
  },
)

test.each(HOST_FAULTS)(
  'the passport is %s in mid-session: the conditions stay, with their age, until they can be read again',
  async (fault) => {
    const { passport, queries } = show()
    await pass(0)
    expectConditions()

    passport.fail(fault)
    void queries.invalidateQueries()
    await pass(TIMEOUT)
    expectConditions()
    expect(ageOfData()).not.toBeNull()

    passport.repair()
    await pass(MINUTE)
    expectConditions()
    expect(ageOfData()).toBeNull()
  },
)

test.each([
  ['TRUE', false],
  ['FALSE', true],
  ['', true],
  [null, true],
])(
  'D-035 D-062 with button.reportGenerate %j the button is disabled: %s',
  async (flag, isDisabled) => {
    answerCalls({ 'GET /v1/verifications': success([PASSPORT]) })
    const set = flag === null ? [] : [['button.reportGenerate', flag] as const]
    const office = { ...openTestOffice(), config: new Config(HOSTS, new Map(set)) }
    showPage(office, GenerateForm)
    await pass(0)
    const button = screen.getByText('Generate').closest('button')!
    expect(button.disabled).toBe(isDisabled)
    expect(button.closest('details') !== null).toBe(isDisabled)
    const description = document.getElementById(button.getAttribute('aria-describedby') ?? '')
    expect(/not available/.test(description?.textContent ?? '')).toBe(isDisabled)
  },
)

test('REP-014 where nothing can be generated, one sentence says why and from when, and asks for no document', async () => {
  show({ isAvailable: false })
  await pass(0)
  const reason = screen.getByText(/^Statements are made automatically/)
  expect(reason.textContent).toContain('the one for November 2026 on 01.12.2026')
  expect(reason.closest('details')?.open).toBe(false)
  expect((screen.getByText('Generate').closest('button') as HTMLButtonElement).disabled).toBe(true)
  expect(screen.queryByText('Address not verified')).toBeNull()
})

const ADDRESS = {
  documentType: 'ADDRESS',
  status: 'APPROVED',
  fields: {
    address1: { value: '1 Main St', verified: true },
    city: { value: 'Cork', verified: true },
    country: { value: 'IE', verified: true },
    zip: { value: 'T12', verified: true },
  },
  updatedAt: 5,
}

/** Shows the form to a partner with these documents. */
async function showDocuments(...documents: object[]): Promise<void> {
  answerCalls({ 'GET /v1/verifications': success(documents) })
  const office = openTestOffice()
  vi.spyOn(office.config, 'isOn').mockReturnValue(true)
  showPage(office, GenerateForm)
  await pass(0)
}

const linksTo = (name: string) =>
  screen.queryAllByRole('link', { name }).map((link) => link.getAttribute('href'))

test('REP-015 REP-016 documents that prove every fact are asked for no more', async () => {
  await showDocuments(PASSPORT, ADDRESS)
  expect(screen.getByText('Name verified')).toBeDefined()
  expect(screen.getByText('Address verified')).toBeDefined()
  expect([...linksTo('Verify'), ...linksTo('Support')]).toEqual([])
  expect(document.querySelectorAll('p:empty')).toHaveLength(0)
})

const { surname } = PASSPORT.fields
test.each([
  ['states nothing', {}],
  ['does not state the surname', { name: PASSPORT.fields.name }],
  ['states an empty surname', { ...PASSPORT.fields, surname: { ...surname, value: '' } }],
  ['has an unverified surname', { ...PASSPORT.fields, surname: { ...surname, verified: false } }],
])(
  'an approved passport that %s proves no name, as the service says: support can complete it',
  async (_, fields) => {
    await showDocuments({ ...PASSPORT, fields }, ADDRESS)
    expect(screen.getByText('Name not verified')).toBeDefined()
    expect(screen.getByText(/^The document was approved without these details/)).toBeDefined()
    expect(linksTo('Support')).toEqual(['/en/support'])
    expect(linksTo('Verify')).toEqual([])
  },
)

test.each(['NONE', 'PENDING', 'REJECTED'])(
  'a proof of address that is %s proves nothing, and is asked for',
  async (status) => {
    await showDocuments(PASSPORT, { ...ADDRESS, status })
    expect(screen.getByText('Name verified')).toBeDefined()
    expect(screen.getByText('Address not verified')).toBeDefined()
    expect(linksTo('Verify')).toHaveLength(1)
    expect(linksTo('Support')).toEqual([])
  },
)

test('REP-011 REP-013 a year and a month are chosen: years from now down to 2023, months by their names', async () => {
  await showDocuments(PASSPORT, ADDRESS)
  const options = (name: string) => plainTexts(screen.getByRole('combobox', { name }), 'option')
  expect(options('Year')).toEqual(['Choose', '2026', '2025', '2024', '2023'])
  expect(options('Month').slice(0, 3)).toEqual(['Choose', 'January', 'February'])
  expect(options('Month')).toHaveLength(13)
  for (const name of ['Year', 'Month']) {
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name }).value).toBe('')
  }
})
