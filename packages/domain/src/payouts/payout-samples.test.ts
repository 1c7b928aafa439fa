import { expect, test } from 'vitest'

import { fraction } from '../fraction.ts'
import { type CoinUnits, formatUnits } from '../money.ts'
import { parseCoinAmount } from './payout-amounts.ts'
import { payoutSamples } from './payout-samples.ts'

const upt = (text: string): CoinUnits => parseCoinAmount(text, 'UPT')!

const BEFORE = {
  currency: 'UPT',
  minAmount: upt('10'),
  requestLimit: upt('5000'),
  dailyLimit: null,
  fee: { percent: fraction('2'), minFee: upt('1'), maxFee: upt('50') },
} as const

test('PQU-013 five amounts cost what the shared function says, before and after', () => {
  const after = {
    ...BEFORE,
    minAmount: upt('20'),
    dailyLimit: upt('8000'),
    fee: { percent: fraction('1.5'), minFee: upt('2'), maxFee: null },
  }
  const shown = payoutSamples(BEFORE, after).map(({ amount, old, next }) =>
    [amount, old.fee, old.receive, next.fee, next.receive].map((units) =>
      formatUnits(units, 8).replace(/\.?0+$/, ''),
    ),
  )
  expect(shown).toEqual([
    ['20', '1', '19', '2', '18'],
    ['100', '2', '98', '2', '98'],
    ['1000', '20', '980', '15', '985'],
    ['5000', '50', '4950', '75', '4925'],
    ['8000', '50', '7950', '120', '7880'],
  ])
})

test('PQU-013 a limit that does not exist is left out, and equal amounts count once', () => {
  const same = { ...BEFORE, minAmount: upt('100'), requestLimit: upt('1000') }
  expect(payoutSamples(same, same).map(({ amount }) => amount)).toEqual([upt('100'), upt('1000')])
})
