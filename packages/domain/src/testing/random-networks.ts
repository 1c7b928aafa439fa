import * as fc from 'fast-check'

import { eurCents, type EurCents } from '../money.ts'
import type { Leg } from '../rules/fifty-percent-rule.ts'
import type { TreePartner } from './figures.ts'

type Order = { readonly partnerId: number; readonly amount: EurCents; readonly cancelled: boolean }

export type RandomNetwork = {
  readonly partners: readonly TreePartner[]
  readonly orders: readonly Order[]
}

/** Amounts from a small set now and then, so that equal legs really happen. */
export const amounts: fc.Arbitrary<EurCents> = fc
  .oneof(
    fc.constantFrom(0n, 1n, 50_00n, 100_00n, 33_33n),
    fc.bigInt({ min: 0n, max: 10_000_00n }),
    fc.bigInt({ min: 0n, max: 2n ** 60n }),
  )
  .map((amount) => eurCents(amount))

type Shape = 'chain' | 'star' | 'roots' | 'bushy' | 'any'

/** Sponsors, sponsors first, of a network in one of the shapes. */
export const sponsorLists = (
  size: { minLength: number; maxLength: number },
  ...shapes: readonly Shape[]
): fc.Arbitrary<TreePartner[]> =>
  fc
    .tuple(fc.constantFrom(...shapes), fc.array(fc.nat(), { ...size, size: 'max' }))
    .map(([shape, choices]) => treeOf(shape, choices))

function treeOf(shape: Shape, choices: readonly number[]): TreePartner[] {
  return choices.map((choice, index) => ({
    id: index + 1,
    sponsorId: sponsorOf(shape, index, choice),
  }))
}

/** Trees of up to 25 partners: chains, stars, several roots, and anything between. */
export const networks: fc.Arbitrary<RandomNetwork> = fc
  .tuple(
    fc.constantFrom<Shape>('chain', 'star', 'roots', 'any'),
    fc.array(fc.nat(), { minLength: 1, maxLength: 25 }),
    fc.array(fc.record({ partner: fc.nat(), amount: amounts, cancelled: fc.boolean() }), {
      maxLength: 30,
    }),
  )
  .map(([shape, choices, orders]) => ({
    partners: treeOf(shape, choices),
    orders: orders.map(({ partner, ...order }) => ({
      ...order,
      partnerId: (partner % choices.length) + 1,
    })),
  }))

function sponsorOf(shape: Shape, index: number, choice: number) {
  if (index === 0) return null
  if (shape === 'chain') return index
  if (shape === 'star') return 1
  if (shape === 'bushy') return Math.ceil(index / 3)
  if (shape === 'roots' && choice % 3 === 0) return null
  return (choice % index) + 1
}

/** What each partner bought, cancelled orders left out. */
export function ownTurnoverOf(orders: readonly Order[]): Map<number, EurCents> {
  const own = new Map<number, EurCents>()
  for (const { partnerId, amount, cancelled } of orders) {
    if (!cancelled) own.set(partnerId, eurCents((own.get(partnerId) ?? 0n) + amount))
  }
  return own
}

/** Up to 12 legs with user ids of their own, in any order. */
export const legLists: fc.Arbitrary<Leg[]> = fc.uniqueArray(
  fc.record({ userId: fc.integer({ min: 1, max: 99 }), turnover: amounts }),
  { maxLength: 12, selector: (leg) => leg.userId },
)
