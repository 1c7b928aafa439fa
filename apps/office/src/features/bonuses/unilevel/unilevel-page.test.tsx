// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openTestOffice } from '../../../testing/open.ts'
import { answerCalls, refusal, success } from '../../../testing/services.ts'
import { showPage } from '../../../testing/show-page.tsx'
import { stubWideWindow } from '../../../testing/wide-window.ts'
import { UnilevelPage } from './unilevel-page.tsx'

const CHANGE = Date.UTC(2026, 10, 1)
const level = (validFrom: number, percent: string) => ({
  validFrom,
  kind: 'DIRECT',
  depthFrom: 1,
  depthTo: 1,
  percent,
  label: '',
})

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  stubWideWindow()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function showAt(now: number, percents: readonly [number, string][]) {
  vi.useFakeTimers({ toFake: ['Date'], now })
  answerCalls({
    'GET /v1/bonus/unilevel': success(
      percents.map(([validFrom, percent]) => level(validFrom, percent)),
    ),
    'GET /v1/bonus/months': refusal('data_not_ready'),
  })
  const office = openTestOffice()
  office.queries.setQueryData(['clock-lag'], 0)
  showPage(office, UnilevelPage)
  await screen.findByRole('heading', { name: 'Percentages' })
}

/** The percentage that the explanation names, and the chosen period. */
const shown = () => [
  /^\S+/.exec(screen.getByText(/of the orders of people you invited yourself/).textContent)?.[0],
  screen
    .queryAllByRole('button', { pressed: true })
    .map(({ textContent }) => textContent)
    .join(),
]

const TABLES: [number, string][] = [
  [0, '7'],
  [CHANGE, '9'],
]

test.each([
  [CHANGE - 1, '7%', 'Before'],
  [CHANGE, '9%', 'Since 01.11.2026'],
])('BON-017 the percentages in force at %d', async (now, percent, period) => {
  await showAt(now, TABLES)
  expect(shown()).toEqual([percent, period])
})

test('BON-019 another period is shown when it is chosen; the explanations keep naming the percentages in force', async () => {
  await showAt(CHANGE, TABLES)
  const figure = () => screen.getAllByRole('cell')[0]!.textContent
  expect(figure()).toBe('9%')
  fireEvent.click(screen.getByRole('button', { name: 'Before' }))
  expect(shown()).toEqual(['9%', 'Before'])
  expect(figure()).toBe('7%')
})

test('a plan with one table has no choice of periods', async () => {
  await showAt(CHANGE, [[0, '7']])
  expect(screen.queryByRole('group', { name: 'Period' })).toBeNull()
  expect(shown()).toEqual(['7%', ''])
})
