import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { sponsorLists } from '../../testing/random-networks.ts'
import { depthFirst } from './depth-first.ts'

test('each partner comes directly before their downline, with the values listed for them', () => {
  fc.assert(
    fc.property(
      sponsorLists({ minLength: 1, maxLength: 40 }, 'any', 'bushy', 'chain', 'roots'),
      (list) => {
        const listedAt = new Map(list.map(({ id }, at) => [id, at]))
        const sponsors = list.map(({ sponsorId }) =>
          sponsorId === null ? -1 : listedAt.get(sponsorId)!,
        )
        const { partners, rowOf } = depthFirst({
          size: list.length,
          ids: Float64Array.from(list, ({ id }) => id),
          parent: Int32Array.from(sponsors),
          registeredAt: Float64Array.from(list, ({ id }) => id * 10),
          blocked: Uint8Array.from(list, ({ id }) => id % 2),
        })
        expect(new Set(rowOf).size).toBe(list.length)
        for (const [at, { id }] of list.entries()) {
          const row = rowOf[at]!
          expect(partners.ids[row]).toBe(id)
          expect(partners.registeredAt[row]).toBe(id * 10)
          expect(partners.blocked[row]).toBe(id % 2)
          expect(partners.parent[row]).toBe(sponsors[at]! < 0 ? -1 : rowOf[sponsors[at]!])
          const below = [...list.keys()].filter((other) => isBelow(sponsors, other, at))
          const rows = below.map((other) => rowOf[other]!).toSorted((a, b) => a - b)
          expect(rows).toEqual(rows.map((_, index) => row + 1 + index))
          expect(partners.end[row]).toBe(row + 1 + rows.length)
        }
      },
    ),
  )
})

function isBelow(sponsors: readonly number[], below: number, top: number): boolean {
  let at = sponsors[below]!
  while (at >= 0 && at !== top) at = sponsors[at]!
  return at === top
}
