// @vitest-environment jsdom
// What the pages of plan differences show of their calls, and what their buttons send.
import type { ListedPeriod, PlanDifference } from '@partner-office/contracts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { differenceJob, FAKE_DIFFERENCE, FAKE_EXPLANATION } from '../../testing/fake-difference.ts'
import { givePlans } from '../../testing/fake-plans.ts'
import { FakeService, NOW } from '../../testing/fake-service.ts'
import { openPage } from '../../testing/open-page.tsx'

const PATH = 'GET /console/v1/plan/differences'

const period = (month: string, state: ListedPeriod['state']): ListedPeriod => ({
  month,
  state,
  records: 1,
  sums: [],
  hash: null,
  sealedAt: null,
  statementsAt: null,
  late: 0,
  proposal: null,
  proposedBy: null,
  approvedBy: null,
})

/** Events of a job that never come. */
class NoEvents extends EventTarget {
  close() {}
}

let service: FakeService
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  vi.stubGlobal('EventSource', NoEvents)
  service = new FakeService()
  givePlans(service)
  show(FAKE_DIFFERENCE)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const show = (difference: PlanDifference) => service.data.set(`${PATH}/4`, difference)
const open = (query = '') => openPage(`/console/plan/differences/4${query}`, service)
const rowsOf = async (name: string): Promise<string[][]> => {
  const table = await screen.findByRole('table', { name })
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    )
}

test('PLN-003 what the draft changes of the version of then stands by place, and leads to the draft', async () => {
  await open()
  expect(await rowsOf('What changes')).toEqual([['Changed', 'before: 7→after: 8']])
  expect(screen.getByText('Against version 1')).toBeTruthy()
  const draft = screen.getByRole('link', { name: 'Draft: Second level 8 %' })
  expect(draft.getAttribute('href')).toBe('/console/plan/drafts/7')
})

test('PLN-010 totals stand by programme and currency with the difference of each month, in EUR and coins', async () => {
  await open()
  const [team, winner, together] = await rowsOf('Cost by programme and month')
  expect(team).toEqual([
    '100.00 EUR200.00000000 UPT',
    '150.00 EUR300.00000000 UPT',
    '+50.00 EUR+100.00000000 UPT',
    '+25.00 EUR+50.00000000 UPT',
    '+25.00 EUR+50.00000000 UPT',
  ])
  expect(winner).toEqual([
    '600.000000 WIN',
    '0.000000 WIN',
    '-600.000000 WIN',
    '–',
    '-600.000000 WIN',
  ])
  expect(together).toEqual(['100.00 EUR', '150.00 EUR', '+50.00 EUR', '+25.00 EUR', '+25.00 EUR'])
  expect(
    screen.getByText('The draft has no rank AMBER. Partners who held it hold FREE instead.'),
  ).toBeDefined()
})

test('PLN-011 an empty difference says that the draft gives the same amounts', async () => {
  const result = { ...FAKE_DIFFERENCE.result, records: 0, partners: 0, gains: [], losses: [] }
  show({ ...FAKE_DIFFERENCE, result })
  await open()
  expect(await screen.findByText(/The draft gives the same amounts/)).toBeDefined()
  expect(screen.getAllByText('No partner.')).toHaveLength(2)
})

/** How long the bars of losses and gains of a rank are. */
const barsOf = (rank: string) =>
  Array.from(
    screen.getByRole('row', { name: new RegExp(`^${rank}`) }).querySelectorAll<HTMLElement>('i'),
    ({ style }) => style.inlineSize,
  )

test('PLN-012 partners who gain, lose and stay the same stand by rank, with sums and median', async () => {
  await open()
  expect(await rowsOf('Who gains, who loses')).toEqual([
    [
      '1,200',
      '1',
      '3',
      '+60.01 EUR',
      '-10.01 EUR',
      '+50.00 EUR',
      '0.00 EUR',
      '+100.00000000 UPT',
      '',
    ],
  ])
  // A loss of 10.005 EUR beside a gain of 60.005 EUR.
  expect(barsOf('Jade')).toEqual([expect.stringMatching(/^16\.6/), '100%'])
})

test('PLN-012 several ranks are added up', async () => {
  const [jade] = FAKE_DIFFERENCE.result.ranks
  const ranks = [jade!, { ...jade!, rank: 'AMBER', lossEur: '-0.00500000', more: 2 }]
  show({ ...FAKE_DIFFERENCE, result: { ...FAKE_DIFFERENCE.result, ranks } })
  await open()
  const rows = await rowsOf('Who gains, who loses')
  expect(rows[2]).toEqual([
    '1,202',
    '2',
    '6',
    '+120.01 EUR',
    '-10.01 EUR',
    '+100.00 EUR',
    '–',
    '–',
    '',
  ])
})

test('PLN-013 both explanations stand side by side, and the first step that differs is marked', async () => {
  service.data.set(`${PATH}/4/explanation`, { content: FAKE_EXPLANATION })
  await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Explain Team of Lena Vogel' }))
  const panes = await screen.findAllByRole('table', { name: /^2026-03, UPT: (Credited|Draft)$/ })
  const marks = panes.map((pane) => pane.querySelector('mark')?.textContent)
  expect(marks).toEqual(['7 %', '8 %'])
  expect(screen.getAllByText('first step that differs')).toHaveLength(2)
  expect(within(panes[0]!).getByText('Nothing is credited here.')).toBeDefined()
  expect(panes.map((pane) => pane.querySelectorAll('tbody tr').length)).toEqual([3, 3])
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('table', { name: /^2026-03, UPT/ })).toBeNull()
})

test('PLN-014 a filter is in the address, and is asked for', async () => {
  await open('?type=TEAM&country=DE')
  await screen.findByRole('table', { name: 'Cost by programme and month' })
  const asked = service.calls.filter(({ call }) => call === `${PATH}/4`)
  expect(asked.at(-1)).toMatchObject({ query: { type: 'TEAM', country: 'DE' } })
})

test('PLN-017 a difference that runs shows its month and can be cancelled; one that was interrupted can be started again', async () => {
  const job = differenceJob({
    state: 'RUNNING',
    endedAt: null,
    done: 1,
    result: null,
    acts: ['cancel'],
  })
  show({ ...FAKE_DIFFERENCE, job, result: null })
  await open()
  expect(await screen.findByText('1 of 3')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel the job' }))
  await waitFor(() =>
    expect(service.calls.some(({ call }) => call === 'DELETE /console/v1/jobs/9')).toBe(true),
  )
  cleanup()
  show({ ...FAKE_DIFFERENCE, job: { ...job, state: 'INTERRUPTED', acts: ['again'] }, result: null })
  await open()
  service.data.set('GET /console/v1/jobs', { content: [] })
  fireEvent.click(await screen.findByRole('button', { name: 'Start again' }))
  await waitFor(() =>
    expect(service.calls.some(({ call }) => call === 'POST /console/v1/jobs/9/again')).toBe(true),
  )
})

test('PLN-010 the newest six closed months are chosen at first, and the months are sent', async () => {
  const months = ['2026-03', '2026-02', '2026-01', '2025-12', '2025-11', '2025-10', '2025-09']
  service.data.set('GET /console/v1/periods', {
    content: [period('2026-04', 'OPEN'), ...months.map((month) => period(month, 'SEALED'))],
  })
  service.data.set(PATH, { content: [FAKE_DIFFERENCE] })
  service.data.set('POST /console/v1/plan/differences', { id: 4, jobId: 9 })
  await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Run over closed months' }))
  const dialog = await screen.findByRole('dialog')
  const boxes = await within(dialog).findAllByRole('checkbox', { checked: true })
  expect(boxes).toHaveLength(6)
  fireEvent.click(within(dialog).getByRole('checkbox', { name: '2025-10' }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Run the draft' }))
  await waitFor(() =>
    expect(
      service.calls.find(({ call }) => call === 'POST /console/v1/plan/differences'),
    ).toMatchObject({
      body: { draftId: 7, months: months.slice(0, 5) },
    }),
  )
})
