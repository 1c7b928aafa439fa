// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openTestOffice } from '../../testing/open.ts'
import { showPage } from '../../testing/show-page.tsx'
import { stubWideWindow } from '../../testing/wide-window.ts'
import type { TeamSearchState } from './lib/use-team-search.ts'
import { TeamPath } from './team-path.tsx'

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  stubWideWindow()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const named = (id: number, name: string) => ({ id, name, flSize: 1 })
const unnamed = (id: number) => ({ id, name: null, flSize: null })

/** Shows a path; returns the text of each step, and how many names are drawn as missing. */
async function show(steps: TeamSearchState['steps'], isPathLoading: boolean) {
  const linkTo = () => ({ to: '.' })
  const state = { steps, isPathLoading, linkTo } as unknown as TeamSearchState
  showPage(openTestOffice(), () => <TeamPath state={state} />)
  const path = await screen.findByRole('navigation', { name: 'Path in the team' })
  return {
    steps: [...path.querySelectorAll('li')].map(({ textContent }) => textContent),
    missing: path.querySelectorAll('.skeleton').length,
  }
}

test('TEA-043 a step has its line and its name; an empty name is called so', async () => {
  expect(await show([named(1, 'Ada'), named(2, 'Ben'), named(3, '')], false)).toEqual({
    steps: ['Ada', 'Line 11Ben', expect.stringMatching(/^Line 22noname$/)],
    missing: 0,
  })
})

test.each([
  [true, 1],
  [false, 0],
])(
  'TEA-043 a name that is not known is drawn as missing while it loads: %s',
  async (is, missing) => {
    expect(await show([named(1, 'Ada'), unnamed(2)], is)).toEqual({
      steps: ['Ada', 'Line 11'],
      missing,
    })
  },
)
