import fc from 'fast-check'

import type { Fact } from '../network/facts.ts'

type Shape = 'random' | 'chain' | 'star' | 'roots'

/** Picks a new partner's sponsor, as a place in the list of earlier partners; null for a root. */
const SPONSOR: Readonly<Record<Shape, (draw: number, before: number) => number | null>> = {
  random: (draw, before) => (draw % 7 === 0 ? null : draw % before),
  chain: (_draw, before) => before - 1,
  star: () => 0,
  roots: (draw, before) => (draw % 3 === 0 ? draw % before : null),
}

/**
 * Generates facts of small networks of every shape (chains, stars, several roots), with orders at the limits of activity,
 * orders at equal instants, late orders, and cancellations.
 */
export function randomFacts({ fewest = 0, most = 60 } = {}): fc.Arbitrary<Fact[]> {
  const step = fc.record({ draw: fc.nat(), what: fc.integer({ min: 0, max: 9 }) })
  return fc
    .tuple(
      fc.constantFrom<Shape>('random', 'chain', 'star', 'roots'),
      fc.array(step, { minLength: fewest, maxLength: most }),
    )
    .map(([shape, steps]) => factsFrom(shape, steps))
}

function factsFrom(shape: Shape, steps: readonly { draw: number; what: number }[]): Fact[] {
  const facts: Fact[] = []
  const ids: number[] = []
  const standing: Extract<Fact, { kind: 'order' }>[] = []
  for (const { draw, what } of steps) {
    const fact = facts.length + 1
    if (ids.length === 0 || what < 4) {
      const sponsor = ids.length === 0 ? null : SPONSOR[shape](draw, ids.length)
      const id = ids.length * 3 + 1
      facts.push({
        kind: 'partner',
        fact,
        id,
        sponsorId: sponsor === null ? null : ids[sponsor]!,
        registeredAt: 0,
      })
      ids.push(id)
    } else if (what === 9 && standing.length > 0) {
      const [order] = standing.splice(draw % standing.length, 1)
      facts.push({ ...order!, kind: 'cancellation', fact })
    } else if (what === 8) {
      facts.push({
        kind: 'block',
        fact,
        partnerId: ids[draw % ids.length]!,
        blocked: draw % 2 === 0,
      })
    } else {
      const order = {
        kind: 'order' as const,
        fact,
        partnerId: ids[draw % ids.length]!,
        paidAt: (draw % 13) * 86_400_000_000,
        cents: [4_999, 5_000, 5_001, 1, 123_456][draw % 5]!,
      }
      facts.push(order)
      standing.push(order)
    }
  }
  return facts
}
