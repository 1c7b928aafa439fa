// @vitest-environment jsdom
import type { CallReply, getPayout } from '@partner-office/contracts'
import { installTopLayer } from '@partner-office/ui/testing/top-layer.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { openTestOffice } from '../../testing/open.ts'
import { answerCalls, refusal, success } from '../../testing/services.ts'
import { showPage } from '../../testing/show-page.tsx'
import { PayoutDetail } from './payout-detail.tsx'

type Payout = CallReply<typeof getPayout>

beforeAll(installTopLayer)
beforeEach(() => vi.stubGlobal('scrollTo', () => {}))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const AT = Date.UTC(2026, 10, 3, 9, 5)
const BACK = 'The whole amount is back on your balance.'
const CANCEL = 'POST /v1/payout/12/cancel'

const payout = (facts: Partial<Payout> = {}): Payout => ({
  id: 12,
  createdAt: AT,
  address: 'TXkeyOfAWallet0000000000000000000A',
  amount: '100.00000000',
  status: 'PENDING',
  txId: null,
  from: 'UPT',
  to: 'USDT',
  cancellable: false,
  cancelled: false,
  fee: '1.50000000',
  receive: '98.50000000',
  requestedAt: AT,
  takenAt: null,
  endedAt: null,
  reason: null,
  ...facts,
})

/** Shows a payout in its panel; returns the panel and the calls. */
async function show(facts: Partial<Payout> = {}) {
  const calls = answerCalls({
    'GET /v1/payout/12': success(payout(facts)),
    [CANCEL]: refusal('not_found'),
  })
  showPage(openTestOffice(), () => <PayoutDetail id={12} onClose={() => {}} />)
  await screen.findByText('Confirmed with your code')
  return { panel: screen.getByRole('dialog'), calls }
}

const plain = (text: string | null) => text?.replaceAll(/[\u00a0\u202f]/g, ' ')
const terms = (panel: HTMLElement) =>
  [...panel.querySelectorAll('dl > div')].map(({ children: [term, amount] }) => [
    term!.textContent,
    plain(amount!.textContent),
  ])
const steps = (panel: HTMLElement) =>
  [...panel.querySelectorAll('ol > li p.medium-weight')].map(({ textContent }) => textContent)

test('PAY-079 a payout that is on its way: what it sends, its fee, and what arrives', async () => {
  const { panel } = await show()
  expect(plain(screen.getByText('You receive').nextElementSibling!.textContent)).toBe(
    '98.50000000 UPT',
  )
  expect(terms(panel)).toEqual([
    ['You send', '100.00000000 UPT'],
    ['Fee', '\u22121.50000000 UPT'],
  ])
  expect(steps(panel)).toEqual([
    'Requested',
    'Confirmed with your code',
    'Taken up for sending',
    'Sent',
  ])
})

test.each([
  [{ takenAt: null }, ['Requested', 'Confirmed with your code', 'Rejected']],
  [{ takenAt: AT }, ['Requested', 'Confirmed with your code', 'Taken up for sending', 'Rejected']],
])('PAY-079 of a payout that was rejected nothing left: %o', async (facts, expected) => {
  const ended = { status: 'REJECTED', endedAt: AT, reason: 'Wrong network' } as const
  const { panel } = await show({ ...facts, ...ended })
  expect(plain(screen.getByText('Amount').nextElementSibling!.textContent)).toBe('100.00000000 UPT')
  expect(terms(panel)).toEqual([])
  expect(steps(panel)).toEqual(expected)
  expect(screen.getByText(`Wrong network. ${BACK}`)).toBeDefined()
})

test('PAY-079 cancelling asks first, can be left, and says why it failed', async () => {
  const { calls } = await show({ cancellable: true })
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  press('Cancel payout')
  press('Keep it')
  expect(calls).not.toContain(CANCEL)
  press('Cancel payout')
  press('Cancel payout')
  await screen.findByText('This was not found.')
  expect(calls.filter((call) => call === CANCEL)).toHaveLength(1)
})

test('PAY-079 a payout that cannot be cancelled has no button for it', async () => {
  await show()
  expect(screen.queryByRole('button', { name: 'Cancel payout' })).toBeNull()
})
