// @vitest-environment jsdom
import type { CallReply, getPayoutStanding } from '@partner-office/contracts'
import { installTopLayer } from '@partner-office/ui/testing/top-layer.ts'
import { HOSTS } from '@partner-office/web/testing/hosts.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { Config } from '../../lib/configuration/config.ts'
import { hold } from '../../testing/adjustments.ts'
import { openTestOffice } from '../../testing/open.ts'
import { answerCalls, refusal, success } from '../../testing/services.ts'
import { showPage } from '../../testing/show-page.tsx'
import { BalanceWidgets } from './balance-widgets.tsx'

const STANDING = {
  pending: 0,
  maxPending: 3,
  isLocked: false,
  isStopped: false,
  waitsUntil: null,
  addresses: [],
  passwordChangedAt: null,
  authenticatorChangedAt: null,
  holdHours: 0,
  held: [],
  waiting: [],
  checkedAt: 1,
} satisfies CallReply<typeof getPayoutStanding>
const CALL = 'GET /v1/payout/standing'

beforeAll(installTopLayer)
beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(standing: Parameters<typeof answerCalls>[0][string], isPayoutOpen = true) {
  const calls = answerCalls({
    'GET /v1/balances': success({
      UCHAIN_UCN_BONUS: '5.00000000',
      UCHAIN_UPT_BONUS: '1250.00000000',
    }),
    'GET /v1/exchange/current-rate': refusal('rate_not_found'),
    [CALL]: standing,
  })
  const config = new Config(HOSTS, new Map(isPayoutOpen ? [['permissionsPayout', 'TRUE']] : []))
  showPage({ ...openTestOffice(), config }, BalanceWidgets)
  return calls
}

test('ADJ-011 a balance shows the sum that is on hold; its window names each hold', async () => {
  show(
    success({
      ...STANDING,
      held: [
        hold({ recordId: 71 }),
        hold({ amount: '0.00000001', until: null, reason: 'Another reason.' }),
      ],
    }),
  )
  const button = await screen.findByRole('button', { name: /on hold$/ })
  expect(button.textContent?.replaceAll('\u00a0', ' ')).toBe('100.00000001 UPT on hold')
  expect(button.closest('.balance')?.textContent).toMatch(/^UPT balance/)
  fireEvent.click(button)
  const dialog = within(await screen.findByRole('dialog', { name: 'On hold' }))
  const [first, second] = dialog
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))
  expect(first).toBe(
    '100.00000000 UPT on holdSince 12.11.2026 14:05 UTC, until 30.11.2026 00:00 UTC.We check an order of your team.Bonus 71',
  )
  expect(second).toBe(
    '0.00000001 UPT on holdSince 12.11.2026 14:05 UTC. No end is set yet.Another reason.',
  )
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each([
  ['without a hold', success(STANDING)],
  ['with a hold of another account', success({ ...STANDING, held: [hold({ account: 'CASH' })] })],
  ['when the call fails', refusal('internal_server_error', 500)],
])('ADJ-011 %s the balances show nothing of holds', async (_title, standing) => {
  const calls = show(standing)
  await vi.waitFor(() => expect(calls).toContain(CALL))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.queryByRole('button', { name: /on hold/ })).toBeNull()
})

test('ADJ-011 where payouts are not open, nobody asks for holds', async () => {
  const calls = show(success({ ...STANDING, held: [hold()] }), false)
  await vi.waitFor(() => expect(calls).toContain('GET /v1/balances'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(calls).not.toContain(CALL)
})
