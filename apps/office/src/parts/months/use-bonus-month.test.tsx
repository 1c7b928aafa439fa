// @vitest-environment jsdom
import { monthText } from '@partner-office/domain'
import { searchParams } from '@partner-office/web'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { month } from '../../lib/navigation/search-params.ts'
import { PATHS } from '../../paths.ts'
import { useBonusMonth } from './use-bonus-month.ts'

const PAGE = PATHS.bonusInfinityBonus

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2025-05-31T23:30:00-05:00'), toFake: ['Date'] })
  vi.stubEnv('TZ', 'America/Bogota')
})
afterEach(() => {
  cleanup()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

function Month() {
  const { shown, isCurrent } = useBonusMonth(PAGE)
  return <p role="status">{`${monthText(shown)} ${isCurrent}`}</p>
}

/** Returns the month that a page shows at an address. */
async function monthAt(search: string): Promise<string | null> {
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: PAGE,
    component: Month,
    validateSearch: searchParams({ month }),
  })
  const history = createMemoryHistory({ initialEntries: [`/en/bonuses/infinity/bonus${search}`] })
  const router = createRouter({ routeTree: root.addChildren([page]), history })
  render(<RouterProvider router={router} />)
  return (await screen.findByRole('status')).textContent
}

test.each([
  ['INF-006 without a month the current one of UTC is shown', '', '2025-06 true'],
  ['INF-003 another month is shown as such', '?month=2025-05', '2025-05 false'],
  ['INF-006 so it is where the address asks for a month to come', '?month=2025-07', '2025-06 true'],
])('%s: %j', async (_, search, shown) => {
  expect(await monthAt(search)).toBe(shown)
})
