// @vitest-environment jsdom
import { installTopLayer } from '@partner-office/ui/testing/top-layer.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import type { OfferedKind } from '../../parts/bonus/programme-titles.ts'
import { infinityRecord } from '../../testing/infinity.ts'
import { openTestOffice } from '../../testing/open.ts'
import { answerCalls, success } from '../../testing/services.ts'
import { showPage } from '../../testing/show-page.tsx'
import { stubWideWindow } from '../../testing/wide-window.ts'
import { ProgrammeView } from './programme-view.tsx'

beforeAll(installTopLayer)
beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  stubWideWindow()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const CHECKPOINTS = [
  { id: 1, targetTurnover: '5000.00', value: '100.00' },
  { id: 2, targetTurnover: '9000.00', value: '250.00' },
]
const POOLS = { '1': '10.00', '2': '20.00', '3': '30.00' }
const PERIOD = { name: 'October 2026', endsIn: 'Ends in', end: 1, isCurrent: false, month: null }

/** What the standing says of the next row; null for nothing. */
async function nextOf(kind: OfferedKind, facts: Parameters<typeof infinityRecord>[0]) {
  answerCalls({
    'GET /v1/bonus/history': success({ content: [], number: 0, totalPages: 0 }),
  })
  const record = infinityRecord({ checkpoints: CHECKPOINTS, achievedCheckpoints: [1], ...facts })
  showPage(openTestOffice(), () => (
    <ProgrammeView kind={kind} record={record} rows={[]} period={PERIOD} />
  ))
  await screen.findByText('October 2026')
  return (
    screen.queryByText(/next checkpoint(:| adds)/)?.textContent.replaceAll('\u00a0', ' ') ?? null
  )
}

test.each([
  ['WINNER', {}, 'At the next checkpoint: 250.000000 WIN'],
  ['BSP', {}, 'At the next checkpoint: 250.00 EUR'],
  ['CYCLED_TURBO', {}, 'The next checkpoint adds 250.00 EUR'],
  ['BSP', { achievedCheckpoints: [1, 2] }, null],
  ['DIAMOND_POOL', { poolAmounts: POOLS }, null],
] as const)('XBO-002 %s with %o: what the next row gives', async (kind, facts, sentence) => {
  expect(await nextOf(kind, facts as object)).toBe(sentence)
})
