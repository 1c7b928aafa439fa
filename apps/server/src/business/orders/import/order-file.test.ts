import fc from 'fast-check'
import { expect, test } from 'vitest'

import { OrderFile, type OrderLine } from './order-file.ts'

/** Few values, so that payments are often equal; ids and amounts beyond 32 bits. */
const ordersOfFiles = fc.uniqueArray(
  fc.record({
    orderId: fc.integer({ min: 1, max: 2 ** 40 }),
    partnerId: fc.integer({ min: 1, max: 2 ** 40 }),
    paidAt: fc.integer({ min: 1_760_000_000_000, max: 1_760_000_000_003 }),
    cents: fc.integer({ min: 1, max: 2 ** 50 }),
    line: fc.integer({ min: 2, max: 2 ** 32 - 1 }),
    row: fc.constantFrom(-1, 0, 2 ** 31 - 1),
  }),
  { selector: ({ orderId }) => orderId, maxLength: 60 },
)

const fileOf = (orders: readonly OrderLine[]): OrderFile => {
  const file = new OrderFile()
  for (const order of orders) file.add(order)
  return file
}

test('a file gives back its orders, also beyond the room it began with', () => {
  const orders = Array.from({ length: 2_501 }, (_, at) => {
    return { orderId: at, partnerId: at, paidAt: at, cents: at, line: at, row: at }
  })
  const file = fileOf(orders)
  expect(file.length).toBe(2_501)
  expect([...file]).toEqual(orders)
  expect([file.at(2_500), file.at(2_501)]).toEqual([orders[2_500], undefined])
})

test('a file sorts its orders as a list of objects is sorted', () => {
  fc.assert(
    fc.property(ordersOfFiles, (orders) => {
      const file = fileOf(orders)
      file.sort()
      expect([...file]).toEqual(
        orders.toSorted((a, b) => a.paidAt - b.paidAt || a.orderId - b.orderId),
      )
    }),
  )
})

test('the groups of a file are its orders, each group full but the last', () => {
  fc.assert(
    fc.property(ordersOfFiles, fc.integer({ min: 1, max: 70 }), (orders, size) => {
      const groups = [...fileOf(orders).groups(size)]
      expect(groups.flat()).toEqual(orders)
      expect(groups.map(({ length }) => length)).toEqual(
        Array.from({ length: Math.ceil(orders.length / size) }, (_, at) =>
          Math.min(size, orders.length - at * size),
        ),
      )
    }),
  )
})

test('rows of buyers are found by their partners', () => {
  const file = fileOf([
    { orderId: 1, partnerId: 30, paidAt: 1, cents: 1, line: 2, row: -1 },
    { orderId: 2, partnerId: 20, paidAt: 1, cents: 1, line: 3, row: -1 },
  ])
  file.setRows((partnerId) => partnerId / 10)
  expect([...file].map(({ row }) => row)).toEqual([3, 2])
})
