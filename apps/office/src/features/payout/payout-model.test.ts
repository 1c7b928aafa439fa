import { CallFailed } from '@partner-office/web'
import { describe, expect, test } from 'vitest'

import type { PayoutStanding } from '../../lib/queries/payout-standing.ts'
import { hold } from '../../testing/adjustments.ts'
import { attemptsAfter } from './payout-errors.ts'
import {
  balanceAfter,
  freeOf,
  isPayable,
  isWithinLimits,
  type Limits,
  maximumOf,
  minimumOf,
  pastedCode,
  payoutOptions,
  payoutState,
  STEPS,
} from './payout-model.ts'

const LIMITS: Limits = {
  from: 'UCHAIN_UCN_BONUS',
  to: 'UCN_XRC10_WHITE',
  minAmount: '10.00000000',
  requestLimit: '200.00000000',
  dailyLimit: '300.00000000',
  dailyLimitPercent: null,
  availableAmount: '120.00000000',
  fee: '2',
  minFee: '1.00000000',
  maxFee: '50.00000000',
  verificationRequired: true,
}
const ROUTE = { payoutFrom: LIMITS.from, payoutTo: LIMITS.to, enabled: true }
const SOURCES = {
  settings: [ROUTE],
  limits: [LIMITS],
  balances: { UCHAIN_UCN_BONUS: '500.00000000' },
  isVerified: true,
  standing: { held: [], waiting: [] },
}
const titleOf = (currency: string) => `${currency} bonus`
const [OPTION] = payoutOptions(SOURCES, titleOf) as [ReturnType<typeof payoutOptions>[number]]

test('PAY-002 the steps are numbered from 0', () => {
  expect(STEPS).toEqual({ initial: 0, choose: 1, amount: 2, confirm: 3, finish: 4 })
})

describe('options', () => {
  test('PAY-013 an option has every fact of its route', () => {
    expect(OPTION).toEqual({
      id: 'UCHAIN_UCN_BONUS_UCN_XRC10_WHITE',
      from: 'UCHAIN_UCN_BONUS',
      to: 'UCN_XRC10_WHITE',
      title: 'UCN bonus',
      img: 'UCN',
      balance: '500.00000000',
      held: '0.00000000',
      waiting: '0.00000000',
      currencyFrom: 'UCN',
      currencyTo: 'UCN',
      disabledDueToVerification: false,
      walletType: 'MAIN',
      badge: null,
      limits: LIMITS,
    })
    expect(payoutOptions({ ...SOURCES, settings: [{ ...ROUTE, badge: 'New' }] }, titleOf)).toEqual([
      { ...OPTION, badge: 'New' },
    ])
  })

  test.each([
    [false, true, true],
    [true, true, false],
    [false, false, false],
  ])(
    'ACC-016 verified %s, required %s: disabled due to verification %s',
    (isVerified, verificationRequired, disabled) => {
      const limits = [{ ...LIMITS, verificationRequired }]
      const [option] = payoutOptions({ ...SOURCES, isVerified, limits }, titleOf)
      expect(option!.disabledDueToVerification).toBe(disabled)
      expect(isPayable(option!)).toBe(!disabled)
    },
  )

  test('PAY-011 a route that is disabled or unknown is no option', () => {
    for (const settings of [
      [{ ...ROUTE, enabled: false }],
      [{ ...ROUTE, payoutFrom: 'UNKNOWN' }],
      [{ ...ROUTE, payoutTo: 'ELSEWHERE' }],
    ]) {
      expect(payoutOptions({ ...SOURCES, settings }, titleOf)).toEqual([])
    }
  })

  test.each([
    ['0.00000001', true],
    ['0.00000000', false],
    ['-1.00000000', false],
  ])('PAY-018 a balance of %s is payable: %s', (balance, payable) => {
    expect(isPayable({ ...OPTION, balance })).toBe(payable)
  })
})

describe('held and waiting amounts', () => {
  const NO_LIMITS = { availableAmount: null, requestLimit: null, dailyLimit: null }
  const held = (amount: string, account: string = LIMITS.from) => hold({ account, amount })
  const waiting = (amount: string, route: object = {}) => ({
    from: LIMITS.from,
    to: LIMITS.to,
    at: 1,
    amount,
    ...route,
  })
  const optionOf = (standing: Partial<Pick<PayoutStanding, 'held' | 'waiting'>>) =>
    payoutOptions(
      {
        ...SOURCES,
        limits: [{ ...LIMITS, ...NO_LIMITS }],
        standing: { held: [], waiting: [], ...standing },
      },
      titleOf,
    )[0]!

  test('ADJ-010 the maximum is the balance less what is held and what waits, to the unit', () => {
    const option = optionOf({
      held: [held('100.00000001'), held('50.00000000')],
      waiting: [waiting('20.00000000'), waiting('0.00000003', { at: 2 })],
    })
    expect(option).toMatchObject({ held: '150.00000001', waiting: '20.00000003' })
    expect(maximumOf(option)).toBe('329.99999996')
    expect(freeOf(option)).toBe('329.99999996')
    expect(isWithinLimits(option, '329.99999996')).toBe(true)
    expect(isWithinLimits(option, '329.99999997')).toBe(false)
    expect(option.balance).toBe('500.00000000')
  })

  test('what is no amount is not within the limits, even without a minimum', () => {
    const option = optionOf({})
    const free = { ...option, limits: { ...option.limits, minAmount: '0.00000000' } }
    expect(isWithinLimits(free, '0.00000001')).toBe(true)
    expect(isWithinLimits(free, '')).toBe(false)
  })

  test('ADJ-010 holds of other accounts and amounts that wait for other routes lower nothing', () => {
    const option = optionOf({
      held: [held('100.00000000', 'UCHAIN_UPT_BONUS')],
      waiting: [
        waiting('20.00000000', { to: 'UCN_OTHER' }),
        waiting('20.00000000', { from: 'UCHAIN_UPT_BONUS' }),
      ],
    })
    expect(maximumOf(option)).toBe('500.00000000')
  })

  test.each([
    ['499.99999999', '0.00000001', true],
    ['500.00000000', '0.00000000', false],
    ['500.00000001', '0.00000000', false],
  ])('ADJ-010 with %s of 500 held, %s is free and payable: %s', (amount, free, payable) => {
    const option = optionOf({ held: [held(amount)] })
    expect(freeOf(option)).toBe(free)
    expect(maximumOf(option)).toBe(free)
    expect(isPayable(option)).toBe(payable)
  })
})

describe('amounts', () => {
  test('PAY-024 PAY-025 PAY-026 maximum and minimum follow the limits', () => {
    const most = (changes: Partial<Limits>) =>
      maximumOf({ ...OPTION, limits: { ...LIMITS, ...changes } })
    expect(most({})).toBe('120.00000000')
    expect(most({ availableAmount: null })).toBe('200.00000000')
    expect(most({ availableAmount: null, requestLimit: null })).toBe('300.00000000')
    expect(most({ availableAmount: null, requestLimit: null, dailyLimit: null })).toBe(
      '500.00000000',
    )
    expect(minimumOf(OPTION)).toBe('10.00000000')
  })

  test('PAY-014 PAY-030 PAY-033 the state holds what was entered, its fee and what arrives', () => {
    const entered = { step: STEPS.amount, wallet: 'a wallet', transfer: '100', minUltimaRate: '5' }
    const state = payoutState(OPTION, entered)
    expect(state).toEqual({
      step: 2,
      from: 'UCHAIN_UCN_BONUS',
      to: 'UCN_XRC10_WHITE',
      wallet: 'a wallet',
      transfer: '100',
      receive: '98.00000000',
      fee: '2.00000000',
      currencyFrom: 'UCN',
      currencyTo: 'UCN',
      title: 'UCN bonus',
      img: 'UCN',
      balance: '500.00000000',
      minUltimaRate: null,
    })
    expect(balanceAfter(state)).toBe('400.00000000')
    expect(payoutState({ ...OPTION, currencyFrom: 'ULTIMA' }, entered).minUltimaRate).toBe('5')
    expect(payoutState(OPTION, { ...entered, transfer: '' })).toMatchObject({
      fee: '0.00000000',
      receive: '0.00000000',
    })
    expect(balanceAfter(payoutState(OPTION, { ...entered, transfer: '501' }))).toBe('0.00000000')
  })
})

test.each([
  ['PAY-048', '12-34 56', '123456'],
  ['PAY-049', '1234567', '123456'],
  ['PAY-050', '12345', null],
  ['PAY-050', 'no digits', null],
])('%s of a pasted %j the code is %s', (_row, text, code) => {
  expect(pastedCode(text)).toBe(code)
})

const failure = (code: string, errors: string[] | null = null) =>
  new CallFailed({ state: 'error', errors: [{ code, fieldName: null, errors }] })

test.each([
  [failure('invalid_confirmation_code', ['1']), 3, 1],
  [failure('invalid_confirmation_code'), 3, 2],
  [failure('confirmation_code_error'), 3, 0],
  [failure('otp_already_used'), 2, 2],
])('attempts that %s leaves of %i: %i', (error, before, left) => {
  expect(attemptsAfter(error, before)).toBe(left)
})
