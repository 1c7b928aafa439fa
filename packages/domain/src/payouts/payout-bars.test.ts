import { expect, test } from 'vitest'

import { PAYOUT_BAR_CODES, PAYOUT_BARS, payoutBars, type PayoutEligibility } from './payout-bars.ts'

const FREE: PayoutEligibility = {
  isBlocked: false,
  isClosed: false,
  arePayoutsOn: true,
  isRouteOpen: true,
  isLocked: false,
  isVerified: true,
  hasTwoFactor: true,
}

const BARRED: readonly [keyof PayoutEligibility, string, string][] = [
  ['isBlocked', 'user_blocked', 'user_blocked'],
  ['isClosed', 'account_closed', 'access_denied'],
  ['arePayoutsOn', 'payouts_off', 'access_denied'],
  ['isRouteOpen', 'route_disabled', 'payout_is_disabled'],
  ['isLocked', 'payouts_locked', 'payout_is_disabled'],
  ['isVerified', 'user_not_verified', 'user_not_verified'],
  ['hasTwoFactor', '2fa_disabled', '2fa_disabled'],
]

test('nothing bars a partner who may be paid', () => {
  expect(payoutBars(FREE)).toEqual([])
})

test.each(BARRED)('C11.27 %s alone bars a payout as %s', (state, bar, code) => {
  const [found, ...others] = payoutBars({ ...FREE, [state]: !FREE[state] })
  expect([found, others]).toEqual([bar, []])
  expect(PAYOUT_BAR_CODES[found!]).toBe(code)
})

test('C9 several states are named in the order in which a request is refused for them', () => {
  const all = Object.fromEntries(BARRED.map(([state]) => [state, !FREE[state]]))
  expect(payoutBars(all as PayoutEligibility)).toEqual(BARRED.map(([, bar]) => bar))
  expect(PAYOUT_BARS).toHaveLength(BARRED.length)
})
