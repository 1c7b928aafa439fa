import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { eurCents, type EurCents } from '../money.ts'
import { networks, ownTurnoverOf } from './random-networks.ts'
import { figuresOf, type Figures, type TreePartner } from './figures.ts'

const [R, A, B, C] = [1, 2, 3, 4]

const network: TreePartner[] = [
  { id: R, sponsorId: null },
  { id: A, sponsorId: R },
  { id: B, sponsorId: R },
  { id: C, sponsorId: A },
]

function own(euros: Record<number, number>): Map<number, EurCents> {
  return new Map(Object.entries(euros).map(([id, eur]) => [Number(id), eurCents(eur * 100)]))
}

function ask(euros: Record<number, number>, id: number): Figures {
  return figuresOf(network, own(euros)).get(id)!
}

describe('worked examples', () => {
  test('C0 example 1: R has a first line of 2 with 800 and a team of 3 with 1,000', () => {
    expect(ask({ [A]: 500, [B]: 300, [C]: 200 }, R)).toEqual({
      ownTurnover: 0n,
      flSize: 2,
      flTurnover: 800_00n,
      teamSize: 3,
      teamTurnover: 1000_00n,
      legs: [
        { userId: A, turnover: 700_00n },
        { userId: B, turnover: 300_00n },
      ],
    })
  })

  test('C0 example 2: C buys 50 more, which R sees in the team and A in the first line', () => {
    const euros = { [A]: 500, [B]: 300, [C]: 250 }
    expect(ask(euros, R)).toMatchObject({ flTurnover: 800_00n, teamTurnover: 1050_00n })
    expect(ask(euros, R).legs[0]).toEqual({ userId: A, turnover: 750_00n })
    expect(ask(euros, A)).toMatchObject({ flTurnover: 250_00n, flSize: 1, teamSize: 1 })
  })

  test('a partner without a team has only their own turnover', () => {
    expect(ask({ [C]: 200 }, C)).toEqual({
      ownTurnover: 200_00n,
      flSize: 0,
      flTurnover: 0n,
      teamSize: 0,
      teamTurnover: 0n,
      legs: [],
    })
  })
})

/** The plain definition: x is below y if the path up from x contains y. */
function teamOf(id: number, partners: readonly TreePartner[]): TreePartner[] {
  const sponsors = new Map(partners.map((partner) => [partner.id, partner.sponsorId]))
  return partners.filter((partner) => {
    let above = partner.sponsorId
    while (above !== null && above !== id) above = sponsors.get(above) ?? null
    return above === id
  })
}

describe('properties of C0', () => {
  test('the figures equal the definition', () => {
    fc.assert(
      fc.property(networks, ({ partners, orders }) => {
        const bought = ownTurnoverOf(orders)
        const sum = (members: readonly TreePartner[]) =>
          members.reduce((total, { id }) => total + (bought.get(id) ?? 0n), 0n)

        for (const [id, figures] of figuresOf(partners, bought)) {
          const firstLine = partners.filter(({ sponsorId }) => sponsorId === id)
          const team = teamOf(id, partners)
          expect(figures).toMatchObject({
            ownTurnover: bought.get(id) ?? 0n,
            flSize: firstLine.length,
            flTurnover: sum(firstLine),
            teamSize: team.length,
            teamTurnover: sum(team),
          })
        }
      }),
      { numRuns: 150 },
    )
  })

  test('teamTurnover is the sum of the legs, teamSize the sum of 1 + teamSize of the first line', () => {
    fc.assert(
      fc.property(networks, ({ partners, orders }) => {
        const all = figuresOf(partners, ownTurnoverOf(orders))
        for (const { legs, teamTurnover, teamSize, flSize } of all.values()) {
          const members = legs.map(({ userId }) => all.get(userId)!)
          expect(legs).toHaveLength(flSize)
          expect(legs.reduce((sum, leg) => sum + leg.turnover, 0n)).toBe(teamTurnover)
          expect(members.reduce((sum, member) => sum + 1 + member.teamSize, 0)).toBe(teamSize)
          expect(legs.map((leg) => leg.turnover)).toEqual(
            members.map((member) => member.ownTurnover + member.teamTurnover),
          )
        }
      }),
      { numRuns: 150 },
    )
  })

  test('values do not depend on the order in which partners and orders arrive', () => {
    const shuffled = networks.chain((network_) =>
      fc.record({
        network: fc.constant(network_),
        partners: fc.shuffledSubarray([...network_.partners], {
          minLength: network_.partners.length,
        }),
        orders: fc.shuffledSubarray([...network_.orders], { minLength: network_.orders.length }),
      }),
    )
    fc.assert(
      fc.property(shuffled, ({ network: { partners, orders }, ...others }) => {
        const figures = figuresOf(partners, ownTurnoverOf(orders))
        expect(figuresOf(others.partners, ownTurnoverOf(others.orders))).toEqual(figures)
      }),
      { numRuns: 100 },
    )
  })

  test('a cancelled order counts nowhere: the figures are those without it', () => {
    fc.assert(
      fc.property(networks, ({ partners, orders }) => {
        const kept = orders.filter((order) => !order.cancelled)
        const without = figuresOf(partners, ownTurnoverOf(kept))
        expect(figuresOf(partners, ownTurnoverOf(orders))).toEqual(without)
      }),
      { numRuns: 100 },
    )
  })
})

describe('odd networks', () => {
  test('a chain of 100,000 partners needs no stack', () => {
    const length = 100_000
    const chain = Array.from({ length }, (_, i) => ({ id: i + 1, sponsorId: i === 0 ? null : i }))
    const bought = new Map(chain.map(({ id }) => [id, eurCents(1)]))
    expect(figuresOf(chain, bought).get(1)).toMatchObject({
      flSize: 1,
      flTurnover: 1n,
      teamSize: 99_999,
      teamTurnover: 99_999n,
    })
  })

  test('several roots are independent', () => {
    const roots = [
      { id: 1, sponsorId: null },
      { id: 2, sponsorId: null },
      { id: 3, sponsorId: 2 },
    ]
    const figures = figuresOf(roots, own({ 3: 10 }))
    expect(figures.get(1)).toMatchObject({ teamSize: 0, teamTurnover: 0n })
    expect(figures.get(2)).toMatchObject({ teamSize: 1, teamTurnover: 1000n })
  })

  test('amounts of 2^60 cents add up exactly', () => {
    const huge = eurCents(2n ** 60n)
    const bought = new Map(network.map(({ id }) => [id, huge]))
    expect(figuresOf(network, bought).get(R)?.teamTurnover).toBe(3n * 2n ** 60n)
  })

  test('a cycle or an unknown sponsor is a bug of the caller', () => {
    const cycle = [
      { id: 1, sponsorId: 2 },
      { id: 2, sponsorId: 1 },
    ]
    expect(() => figuresOf(cycle, new Map())).toThrow(RangeError)
    expect(() => figuresOf([{ id: 1, sponsorId: 9 }], new Map())).toThrow(RangeError)
  })

  test('no partners have no figures', () => {
    expect(figuresOf([], new Map()).size).toBe(0)
  })
})
