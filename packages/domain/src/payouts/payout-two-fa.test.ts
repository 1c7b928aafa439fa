import { describe, expect, test } from 'vitest'

import { allowedTwoFaMethods, payoutTwoFaMethod } from './payout-two-fa.ts'

describe('two-factor methods of payouts', () => {
  test('ACC-010 the list is read without case and white space', () => {
    expect(allowedTwoFaMethods(' telegram , Google_Authenticator')).toEqual([
      'TELEGRAM',
      'GOOGLE_AUTHENTICATOR',
    ])
    expect(allowedTwoFaMethods('GOOGLE _AUTHENTICATOR')).toEqual(['GOOGLE_AUTHENTICATOR'])
  })

  test('ACC-011 without the property both are allowed', () => {
    expect(allowedTwoFaMethods(undefined)).toEqual(['TELEGRAM', 'GOOGLE_AUTHENTICATOR'])
  })

  test.each(['', ' ', ',', 'SMS', 'TELEGRAMM,x'])('%j allows nothing', (property) => {
    expect(allowedTwoFaMethods(property)).toEqual([])
  })

  test('ACC-012 the first allowed method that the partner has is used', () => {
    const both = ['GOOGLE_AUTHENTICATOR', 'TELEGRAM']
    expect(payoutTwoFaMethod(['TELEGRAM', 'GOOGLE_AUTHENTICATOR'], both)).toBe('TELEGRAM')
    expect(payoutTwoFaMethod(['GOOGLE_AUTHENTICATOR', 'TELEGRAM'], both)).toBe(
      'GOOGLE_AUTHENTICATOR',
    )
    expect(payoutTwoFaMethod(['TELEGRAM', 'GOOGLE_AUTHENTICATOR'], [both[0]!])).toBe(
      'GOOGLE_AUTHENTICATOR',
    )
    expect(payoutTwoFaMethod(['GOOGLE_AUTHENTICATOR'], ['TELEGRAM'])).toBeNull()
    expect(payoutTwoFaMethod([], both)).toBeNull()
  })
})
