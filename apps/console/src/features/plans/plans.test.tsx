// @vitest-environment jsdom
// What the pages of the plan show of the calls, and what each act sends.
import {
  comparePlans,
  DEFAULT_PLAN_DOCUMENT,
  draftText,
  leavesOf,
  readPlan,
} from '@partner-office/domain'
import { BROKEN_PLANS, changedPlan } from '@partner-office/domain/testing/broken-plans.ts'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { givePlans, planDraft } from '../../testing/fake-plans.ts'
import { FakeService, NOW, refused } from '../../testing/fake-service.ts'
import { openPage } from '../../testing/open-page.tsx'
import { ConsoleServices, makeConsole } from '../../open-console.tsx'
import { PlanFormContext } from './plan-form.ts'
import { ProgrammeSections, RankSections, RuleSections } from './plan-sections.tsx'
import { PlanView } from './plan-view.tsx'

let service: FakeService
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  service = new FakeService()
  givePlans(service)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const show = (shown: ReactNode) =>
  render(<ConsoleServices console={makeConsole()}>{shown}</ConsoleServices>)

const bodyOf = (call: string) => service.calls.findLast((one) => one.call === call)?.body
const press = (name: string, at: HTMLElement = document.body) =>
  fireEvent.click(within(at).getByRole('button', { name }))
const fieldAt = (place: string) => document.querySelector<HTMLInputElement>(`[name="${place}"]`)!
const type = (place: string, value: string) =>
  fireEvent.change(fieldAt(place), { target: { value } })

test.each([
  ['the default plan', DEFAULT_PLAN_DOCUMENT],
  ['a plan without rows', changedPlan({ unilevel: [], 'programmes.winner.rows': [] })],
])('PLN-002 %s: each leaf of the document is on the page once', (_name, plan) => {
  show(<PlanView document={plan} />)
  const shown = [...document.querySelectorAll('[data-place]')]
  expect(shown.map((each) => each.getAttribute('data-place')).toSorted()).toEqual(
    leavesOf(plan)
      .map(({ place }) => place)
      .toSorted(),
  )
  for (const each of shown) expect(each.textContent).not.toBe('')
  const percent = document.querySelector('[data-place="programmes.diamond.rows[2].percent"]')
  expect(percent?.textContent).toBe('1.25')
})

test('PLN-002 beside the ranks stand the caps of their legs and how many partners hold them now', async () => {
  await openPage('/console/plan/versions/1', service)
  const table = await screen.findByRole('table', { name: 'Ranks' })
  expect(await within(table).findByText('121,806')).toBeTruthy()
  const cells = (code: string) =>
    within(within(table).getByText(code).closest('tr')!)
      .getAllByRole('cell')
      .slice(-3)
      .map(({ textContent }) => textContent)
  expect(cells('FREE')).toEqual(['–', '–', '9,887,178'])
  expect(cells('JADE')).toEqual(['2,500.00', '1,500.00', '121,806'])
  expect(cells('AMBER')).toEqual(['–', '–', '–'])
})

type Changes = Parameters<typeof changedPlan>[0]

function problemsOf(changes: Changes) {
  const read = readPlan(changedPlan(changes))
  return 'problems' in read ? read.problems : []
}

/** The broken places, in as few plans as keep the problems of each. */
function brokenTogether(): Changes[] {
  const plans: Changes[] = []
  for (const [place, value] of BROKEN_PLANS) {
    const own = problemsOf({ [place]: value })
    const isApart = (other: string) => !place.startsWith(other) && !other.startsWith(place)
    const at = plans.findIndex((others) => {
      if (!Object.keys(others).every(isApart)) return false
      const [before, both] = [problemsOf(others), problemsOf({ ...others, [place]: value })]
      const places = new Set(both.map((each) => each.place))
      return both.length === before.length + own.length && places.size === both.length
    })
    plans[at < 0 ? plans.length : at] = { ...plans[at], [place]: value }
  }
  return plans
}

test('PLN-006 each of the broken plans has all its problems, once, with the words of `plan check`', () => {
  const console = makeConsole()
  // One form shows all plans, one after the other. No problem of an earlier plan may stay.
  const { rerender } = render(<></>)
  for (const changes of brokenTogether()) {
    const broken = changedPlan(changes)
    const problems = problemsOf(changes)
    const form = { document: broken, problems, changes: [], write: () => {} }
    rerender(
      <ConsoleServices console={console}>
        <PlanFormContext value={form}>
          <RuleSections />
          <RankSections />
          <ProgrammeSections />
        </PlanFormContext>
      </ConsoleServices>,
    )
    const shown = [...document.querySelectorAll('[data-problem]')].map((each) => ({
      place: each.getAttribute('data-problem'),
      text: each.textContent,
    }))
    expect(shown).toHaveLength(problems.length)
    for (const each of problems) {
      expect(shown).toContainEqual({
        place: each.place,
        text: expect.stringContaining(each.problem),
      })
      const field = fieldAt(each.place)
      if (field === null) continue
      expect(field.getAttribute('aria-invalid')).toBe('true')
      const described = document.getElementById(field.getAttribute('aria-describedby')!)
      expect(described?.textContent).toContain(each.problem)
    }
  }
}, 120_000)

test('PLN-001 PLN-020 the list says of each version its state, who has loaded it and why', async () => {
  await openPage('/console/plan', service)
  await screen.findByText('1,234')
  const table = screen.getByRole('table', { name: 'Versions' })
  const rows = within(table).getAllByRole('row').slice(1)
  const cells = rows.map(({ textContent }) => textContent)
  expect(cells[0]).toContain('Planned')
  expect(cells[0]).toContain('Withdraws version 2')
  expect(cells[0]).toContain('a wrong percent')
  expect(cells[1]).toContain('Withdrawn by version 3')
  expect(cells[2]).toContain('In force')
  expect(cells[2]).toContain('5,678')
})

test('PLN-006 PLN-007 problems and warnings come and go while typing', async () => {
  await openPage('/console/plan/drafts/7', service)
  await screen.findByRole('button', { name: 'Save' })
  expect(screen.queryByText('One place needs a change.')).toBeNull()
  type('ranks[7].turnover', '90000')
  expect(await screen.findByText('One place needs a change.')).toBeTruthy()
  expect(screen.getByText('must not be below the turnover of the row before')).toBeTruthy()
  expect(fieldAt('ranks[7].turnover').title).toBe('Was 250000')
  type('ranks[7].turnover', '250000')
  type('ranks[7].bonus', '50000.01')
  expect(await screen.findByText(/is above 20% of its turnover/)).toBeTruthy()
  expect(screen.queryByText('One place needs a change.')).toBeNull()
})

test.each([
  ['a field of another tab', 'activity.days', 'x', 'activity.days'],
  ['a number of a list', 'ranks[2].legs', '2 0.4', 'ranks[2].legs'],
])(
  'PLN-006 a click on the problem of %s moves the focus there',
  async (_name, place, typed, at) => {
    await openPage('/console/plan/drafts/7', service)
    await screen.findByRole('button', { name: 'Save' })
    if (at === 'activity.days')
      fireEvent.click(screen.getByRole('tab', { name: 'Start and rules' }))
    await waitFor(() => expect(fieldAt(at)).not.toBeNull())
    type(at, typed)
    fireEvent.click(screen.getByRole('tab', { name: 'Monthly programmes' }))
    await waitFor(() => expect(fieldAt(at)).toBeNull())
    const problem = screen
      .getAllByRole('link')
      .find(({ textContent }) => textContent?.startsWith(place))!
    fireEvent.click(problem)
    await waitFor(() => expect(document.activeElement).toBe(fieldAt(at)))
    fieldAt('validFrom')?.focus()
    fireEvent.click(problem)
    await waitFor(() => expect(document.activeElement).toBe(fieldAt(at)))
  },
)

test('PLN-006 a click on the problem of a value without a field moves the focus to its text', async () => {
  givePlans(service, planDraft(changedPlan({ 'ranks[3].colour': 'red' })))
  await openPage('/console/plan/drafts/7?tab=rules', service)
  fireEvent.click(await screen.findByRole('link', { name: 'ranks[3].colour' }))
  await waitFor(() => {
    expect(document.activeElement?.getAttribute('data-problem')).toBe('ranks[3].colour')
  })
})

test('PLN-005 rows are added, moved and removed, and what is saved is the document of the plan', async () => {
  await openPage('/console/plan/drafts/7', service)
  await screen.findByRole('button', { name: 'Save' })
  press('Add row to Unilevel')
  for (const [field, value] of [
    ['depthFrom', '16'],
    ['depthTo', '20'],
    ['percent', '0.5'],
    ['label', 'levels 16-20'],
  ] as const) {
    type(`unilevel[10].${field}`, value)
  }
  type('unilevel[10].kind', 'TEAM')
  type('ranks[2].legs', '0.4 0.2 ')
  expect(fieldAt('ranks[2].legs').value).toBe('0.4 0.2 ')
  press('Move row 11 of Unilevel up')
  press('Remove row 1 of Unilevel')
  const expected = structuredClone(DEFAULT_PLAN_DOCUMENT) as {
    unilevel: unknown[]
    ranks: { legs: string[] }[]
  }
  const [, ...rows] = DEFAULT_PLAN_DOCUMENT.unilevel
  const added = {
    validFrom: 1_760_313_600_000,
    depthFrom: 16,
    depthTo: 20,
    kind: 'TEAM',
    percent: '0.5',
    label: 'levels 16-20',
  }
  expected.unilevel = rows.toSpliced(8, 0, added as (typeof rows)[number])
  expected.ranks[2]!.legs = ['0.4', '0.2']
  service.data.set('PUT /console/v1/plan/drafts/7', () => planDraft(expected, { version: 2 }))
  press('Save')
  await waitFor(() => expect(bodyOf('PUT /console/v1/plan/drafts/7')).toBeDefined())
  expect(bodyOf('PUT /console/v1/plan/drafts/7')).toEqual({
    name: 'Summer',
    version: 1,
    text: draftText(expected),
  })
  expect(await screen.findByText('All changes are saved.')).toBeTruthy()
})

test('PLN-009 what another operator has saved is named, and one’s own can be kept as a new draft', async () => {
  await openPage('/console/plan/drafts/7', service)
  await screen.findByRole('button', { name: 'Save' })
  type('ranks[2].bonus', '101')
  service.refusals.set('PUT /console/v1/plan/drafts/7', [
    refused('changed_meanwhile', { errors: ['ranks[2].bonus: 100, not 101'] }),
  ])
  press('Save')
  expect(await screen.findByText('ranks[2].bonus: 100, not 101')).toBeTruthy()
  expect(fieldAt('ranks[2].bonus').value).toBe('101')
  service.data.set('POST /console/v1/plan/drafts', () => planDraft(DEFAULT_PLAN_DOCUMENT))
  press('Keep mine as a new draft')
  await waitFor(() => expect(bodyOf('POST /console/v1/plan/drafts')).toBeDefined())
  expect(bodyOf('POST /console/v1/plan/drafts')).toEqual({
    name: 'Summer (own changes)',
    from: 'file',
    text: draftText(changedPlan({ 'ranks[2].bonus': '101' })),
  })
})

test('PLN-003 a comparison names each value by its place', async () => {
  const changed = changedPlan({ 'activity.days': 31, 'ranks[1].code': undefined })
  givePlans(service, planDraft(changed))
  await openPage('/console/plan/comparison?before=version-1&after=draft-7', service)
  await screen.findByRole('table')
  const rows = [...document.querySelectorAll('[data-change]')]
  expect(rows.map((row) => row.getAttribute('data-change'))).toEqual(
    comparePlans(DEFAULT_PLAN_DOCUMENT, changed).map(({ place }) => place),
  )
  expect(rows[0]!.textContent).toContain('Removed')
  expect(rows[1]!.textContent).toContain('31')
})

test('PLN-004 an operator without the role plan reads a draft and has no field', async () => {
  service.me = service.me && {
    ...service.me,
    operator: { ...service.me.operator, roles: ['viewer'] },
  }
  await openPage('/console/plan/drafts/7', service)
  await waitFor(() => expect(document.querySelector('[data-place="validFrom"]')).not.toBeNull())
  expect(document.querySelector('input')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})
