// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { StaleNote } from '../../shell/stale-note.tsx'
import { failingHost, HOST_FAULTS } from '../../testing/failing-host.ts'
import { openTestOffice } from '../../testing/open.ts'
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

test('REP-014 where nothing can be generated, one sentence says why and from when, and asks for no document', async () => {
  show({ isAvailable: false })
  await pass(0)
  const reason = screen.getByText(/^Statements are made automatically/)
  expect(reason.textContent).toContain('the one for November 2026 on 01.12.2026')
  expect(reason.closest('details')?.open).toBe(false)
  expect((screen.getByText('Generate').closest('button') as HTMLButtonElement).disabled).toBe(true)
  expect(screen.queryByText('Address not verified')).toBeNull()
})

test('an approved document is not asked for, though it states no field', async () => {
  const approved = ['PASSPORT', 'ADDRESS'].map((documentType) => ({
    documentType,
    status: 'APPROVED',
    fields: {},
    updatedAt: 5,
  }))
  answerCalls({ 'GET /v1/verifications': success(approved) })
  const office = openTestOffice()
  vi.spyOn(office.config, 'isOn').mockReturnValue(true)
  showPage(office, GenerateForm)
  await pass(0)
  expect(screen.getByText('Name verified')).toBeDefined()
  expect(screen.getByText('Address verified')).toBeDefined()
})
