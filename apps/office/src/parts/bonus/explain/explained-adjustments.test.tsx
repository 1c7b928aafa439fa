// @vitest-environment jsdom
import type { BonusExplanation } from '@partner-office/contracts'
import { installTopLayer } from '@partner-office/ui/testing/top-layer.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { adjustment } from '../../../testing/adjustments.ts'
import { explanation } from '../../../testing/explanation.ts'
import { openTestOffice } from '../../../testing/open.ts'
import { answerCalls, success } from '../../../testing/services.ts'
import { showPage } from '../../../testing/show-page.tsx'
import { ExplanationPanel } from './explanation-panel.tsx'

beforeAll(installTopLayer)
beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(facts: Partial<BonusExplanation>): void {
  answerCalls({ 'GET /v1/bonus/explain': success([explanation(facts)]) })
  showPage(openTestOffice(), () => <ExplanationPanel of={{ recordId: '71' }} onClose={() => {}} />)
}

const TAKEN_BACK = [
  adjustment({ recordId: 71, takenBackBy: 13 }),
  adjustment({
    id: 13,
    recordId: 71,
    amount: '-25.50000000',
    reason: 'A mistake.',
    takesBack: 12,
  }),
]

test('ADJ-005 ADJ-009 the explanation lists each adjustment of its line, and leads to all', async () => {
  show({ adjustments: TAKEN_BACK })
  const list = await screen.findByRole('list', { name: 'Adjustments' })
  const texts = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))
  expect(texts).toEqual([
    expect.stringMatching(
      /^Adjustment 12\+25\.50000000 UPT.*12\.11\.2026.*wrong rate\.Taken back by adjustment 13$/,
    ),
    expect.stringMatching(
      /^Adjustment 13\u221225\.50000000 UPT.*A mistake\.Takes back adjustment 12$/,
    ),
  ])
  expect(screen.getByRole('link', { name: 'All adjustments' }).getAttribute('href')).toBe(
    '/en/bonuses/adjustments',
  )
})

test('ADJ-005 an explanation without adjustments has no box for them', async () => {
  show({})
  await screen.findByText('Booked')
  expect(screen.queryByRole('list', { name: 'Adjustments' })).toBeNull()
  expect(screen.queryByText('All adjustments')).toBeNull()
})

test('ADJ-005 the copied text has a line for each adjustment', async () => {
  const written = vi.fn<(text: string) => Promise<void>>(async () => {})
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: written } })
  show({ adjustments: TAKEN_BACK })
  fireEvent.click(await screen.findByRole('button', { name: 'Copy as text' }))
  await vi.waitFor(() => expect(written).toHaveBeenCalledOnce())
  const lines = written.mock.calls[0]![0].replaceAll('\u00a0', ' ').split('\n')
  expect(lines).toContain(
    'Adjustment 12, 12.11.2026 14:05 UTC, 25.50000000 UPT, Taken back by adjustment 13: Your bonus was computed with the wrong rate.',
  )
  expect(lines.some((line) => line.endsWith('Takes back adjustment 12: A mistake.'))).toBe(true)
})
