// @vitest-environment jsdom
import type { RankForecast } from '@partner-office/contracts'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openTestOffice } from '../../../testing/open.ts'
import { answerCalls, success } from '../../../testing/services.ts'
import { showPage } from '../../../testing/show-page.tsx'
import { ForecastCard } from './forecast-card.tsx'

beforeEach(() => vi.stubGlobal('scrollTo', () => {}))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const MAY = Date.UTC(2026, 4)
const INCREASES = 'Increase of your counted turnover in the last six full months'

/** Shows a forecast; returns the card with plain spaces in its texts. */
async function show(facts: Partial<RankForecast>) {
  const forecast: RankForecast = {
    state: 'RANGE',
    from: Date.UTC(2026, 11),
    to: Date.UTC(2027, 2),
    rang: 'RUBY',
    target: '100000.00',
    missing: '8000.00',
    increases: [{ month: MAY, amount: '1200.50' }],
    capped: [],
    ...facts,
  }
  answerCalls({ 'GET /v1/rang/forecast': success(forecast) })
  showPage(openTestOffice(), ForecastCard)
  await screen.findByText(/^This is arithmetic on your own past months/)
  return screen.getByRole('region', { name: 'When the next rank may come' })
}

const plain = ({ textContent }: HTMLElement) => textContent?.replaceAll('\u00a0', ' ')

test('RKH-003 a forecast has the rank, what is missing, its span, and the increase of each month', async () => {
  const card = await show({})
  expect(plain(card)).toContain('8,000.00 EUR')
  expect(screen.getByText('Earliest: December 2026. Latest: March 2027.')).toBeDefined()
  const list = screen.getByRole('heading', { name: INCREASES }).nextElementSibling as HTMLElement
  expect(plain(within(list).getByText('May 2026').parentElement!)).toBe('May 20261,200.50 EUR')
})

test('RKH-004 without a rank and increases, the card says why, and has no empty list', async () => {
  const card = await show({
    state: 'UNKNOWN',
    reason: 'NO_RANK',
    rang: null,
    missing: null,
    increases: [],
  })
  expect(screen.getByText('You hold the highest rank. There is no next one.')).toBeDefined()
  expect([screen.queryByText(INCREASES), card.querySelector('dl')]).toEqual([null, null])
  expect(plain(card)).not.toContain('EUR')
})

test.each([
  ['OPEN', 'Not before: December 2026'],
  ['LATE', 'More than three years'],
] as const)('RKH-003 a forecast that is %s has no end', async (state, sentence) => {
  const card = await show({ state })
  expect(screen.getByText(sentence)).toBeDefined()
  expect(plain(card)).not.toContain('March 2027')
})

test('RKH-003 legs at the cap are named, also one without a name', async () => {
  await show({
    capped: [
      { firstName: 'Grace', lastName: 'Hopper' },
      { firstName: '', lastName: '' },
    ],
  })
  expect(screen.getByText(/At the cap: Grace Hopper and .+\. Only turnover of other/)).toBeDefined()
})
