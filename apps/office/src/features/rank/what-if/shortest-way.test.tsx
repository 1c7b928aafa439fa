// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openTestOffice } from '../../../testing/open.ts'
import { showPage } from '../../../testing/show-page.tsx'
import { ShortestWay } from './shortest-way.tsx'

beforeEach(() => vi.stubGlobal('scrollTo', () => {}))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const GRACE = { firstName: 'Grace', lastName: 'Hopper' }

test.each([
  [
    'a leg that stands',
    [{ userId: 0, amount: 800_000n }],
    '8,000.00 EUR in this leg: Grace Hopper.',
  ],
  ['a new leg', [{ userId: null, amount: 100_000n }], '1,000.00 EUR in a new leg.'],
  [
    'both',
    [
      { userId: 0, amount: 800_000n },
      { userId: null, amount: 100_000n },
    ],
    '8,000.00 EUR in this leg: Grace Hopper and 1,000.00 EUR in a new leg.',
  ],
])('the shortest way names %s', async (_, parts, sentence) => {
  const status = { topPartners: [GRACE] }
  const answer = { now: { reached: false, cheapest: { parts } } }
  showPage(openTestOffice(), () => (
    <ShortestWay status={status as never} answer={answer as never} onFill={() => {}} />
  ))
  expect(await screen.findByText(sentence)).toBeDefined()
})
