import { fraction, multiply, truncateToUnits } from '@partner-office/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { Api } from '@partner-office/web'
import { HOSTS } from '@partner-office/web/testing/hosts.ts'

import { Config } from '../configuration/config.ts'
import { converted, equivalent, pairOf, rateQuery } from './rates.ts'

test('ENT-018 a rate is kept by its `from_to` pair', () => {
  expect(pairOf('EUR', 'UPT')).toBe('EUR_UPT')
})

test.each([
  ['100', '2.5', '250.00000000'],
  ['1000', '0.333333333333333333', '333.33333333'],
  ['0.01', '4.16', '0.04160000'],
])('RNK-034 a bonus of %s EUR at %s is %s UPT', (eur, rate, upt) =>
  expect(converted(eur, rate, 8)).toBe(upt),
)

test('C10 an equivalent is rounded half up, where a bonus in UPT is cut', () => {
  expect(equivalent('0.123456', '5500')).toBe('679.01')
  expect(converted('0.123456', '5500', 2)).toBe('679.00')
})

test('RNK-034 the bonus in UPT is never more than bonus times rate, and less by under one unit', () => {
  const decimal = fc
    .tuple(fc.nat(1_000_000), fc.nat(999_999))
    .map(([whole, decimals]) => `${whole}.${String(decimals).padStart(6, '0')}`)
  fc.assert(
    fc.property(decimal, decimal, (eur, rate) => {
      const exact = multiply(fraction(eur), fraction(rate))
      const units = truncateToUnits(exact, 8)
      expect(
        converted(eur, rate, 8)
          .replace('.', '')
          .replace(/^0+(?=\d)/, ''),
      ).toBe(String(units))
    }),
  )
})

test.each([
  ['FMT-014', 'every 60000 ms by default', [], 60_000],
  ['FMT-015', 'as often as exchangeRefresh says', [['exchangeRefresh', '5000']], 5_000],
] as const)('%s a rate is asked for again %s', (_, __, properties, interval) => {
  const api = new Api(HOSTS, () => null, { failedGlobally: () => {}, serverFailed: () => {} })
  const config = new Config({ ...HOSTS, product: 'office' }, new Map(properties))
  expect(rateQuery(api, config, 'EUR', 'UPT').refetchInterval).toBe(interval)
})
