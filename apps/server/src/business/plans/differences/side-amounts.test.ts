import { expect, test } from 'vitest'

import { ruleAtOrder } from './explained-part.ts'
import { SideAmounts, type SideRecord } from './side-amounts.ts'

const RECORD: SideRecord = {
  partnerId: 1,
  type: 'DIRECT',
  currency: 'UPT',
  orderId: 7,
  level: 2,
  units: 3n,
  cents: 100n,
  rate: null,
  rule: ruleAtOrder('1', { rank: null, percent: '5', rate: '1', base: null }),
}

test('PLN-016 amounts of a partner are kept apart by programme and currency, and taken once', () => {
  const amounts = new SideAmounts()
  for (const record of [
    RECORD,
    { ...RECORD, currency: 'UCN' },
    { ...RECORD, type: 'TEAM' },
    { ...RECORD, partnerId: 2 },
    RECORD,
  ] as const) {
    amounts.add(record)
  }
  expect(
    [...amounts.values()].map(({ partnerId, type, currency, units, records }) => [
      partnerId,
      type,
      currency,
      units,
      records,
    ]),
  ).toEqual([
    [1, 'DIRECT', 'UPT', 6n, 2],
    [1, 'DIRECT', 'UCN', 3n, 1],
    [1, 'TEAM', 'UPT', 3n, 1],
    [2, 'DIRECT', 'UPT', 3n, 1],
  ])
  expect(amounts.take(RECORD)).toMatchObject({ currency: 'UPT', units: 6n })
  expect(amounts.take(RECORD)).toBeUndefined()
  expect([...amounts.values()]).toHaveLength(3)
})

test.each([7, 2 ** 41 - 1, 2 ** 41, Number.MAX_SAFE_INTEGER])(
  'PLN-010 the print of an order %i is exact',
  (orderId) => {
    const amounts = new SideAmounts()
    amounts.add({ ...RECORD, orderId })
    const [amount] = amounts.values()
    expect(amount!.print).toBe(3n * (BigInt(orderId) * 4_096n + 3n))
  },
)
