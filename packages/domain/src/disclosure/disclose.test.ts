import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { PROPERTY_CASES } from '../testing/property-cases.ts'
import { type Disclosed, disclose, type DisclosedMembers } from './disclose.ts'
import { areFew, type GroupNumbers } from './group-numbers.ts'

const RANKS = 4
const COUNTRIES = 3

/** A member in one month, or over all of them. Units: whole EUR. */
type Member = {
  readonly income: number
  readonly isActive: boolean
  readonly rank: number
  readonly country: number
}

const EUR = 100_000_000n

function membersOf(members: readonly Member[]): DisclosedMembers {
  return {
    incomes: BigInt64Array.from(members, ({ income }) => BigInt(income) * EUR),
    purchases: new Float64Array(members.length),
    isActive: Uint8Array.from(members, ({ isActive }) => Number(isActive)),
    rank: Uint8Array.from(members, ({ rank }) => rank),
    country: Uint16Array.from(members, ({ country }) => country),
  }
}

type Terms = Partial<Parameters<typeof disclose>[1]>

function disclosed(members: readonly Member[], terms: Terms = {}): Disclosed | null {
  const work = disclose(membersOf(members), {
    joined: null,
    ranks: RANKS,
    countries: 0,
    months: 1,
    withMean: true,
    ...terms,
  })
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value
}

const some = (count: number, member: Partial<Member> = {}): Member[] =>
  Array.from({ length: count }, (_, at) => ({
    income: at + 1,
    isActive: true,
    rank: 0,
    country: 0,
    ...member,
  }))

describe('DIS-004 what is shown', () => {
  test.each([
    [9, false],
    [10, true],
  ])('of a network of %i members', (members, isShown) => {
    expect(disclosed(some(members)) !== null).toBe(isShown)
  })

  test.each([
    ['nine are not active', 31, 9, null],
    ['ten are not active', 30, 10, 30],
    ['nine are active', 9, 31, null],
    ['ten are active', 10, 30, 10],
    ['all are active', 40, 0, 40],
    ['nobody is active', 0, 40, null],
  ])('of active members where %s', (_, active, others, shown) => {
    const members = [...some(active), ...some(others, { isActive: false })]
    expect(disclosed(members)!.active?.members ?? null).toBe(shown)
  })

  test('active members are left out where a rank and they differ by five', () => {
    const members = [
      ...some(25, { isActive: false, rank: 0 }),
      ...some(5),
      ...some(35, { rank: 1 }),
    ]
    const { active, ranks } = disclosed(members)!
    expect(active).toBeNull()
    expect(ranks.map(({ places, numbers }) => [places, numbers.members])).toEqual([
      [[0], 30],
      [[1, 2, 3], 35],
    ])
  })

  test('twelve months keep the joined ranks of their last month, and show one mean', () => {
    const members = [...some(30), ...some(12, { rank: 1 }), ...some(15, { rank: 3 })]
    const month = disclosed(members)!
    const joined = month.ranks.map(({ places }) => places)
    expect(joined).toEqual([[0], [1, 2], [3]])
    const year = disclosed(members, {
      joined: [
        [0, 1],
        [2, 3],
      ],
      months: 12,
    })!
    expect(year.ranks.map(({ places }) => places)).toEqual([
      [0, 1],
      [2, 3],
    ])
    expect(year.all.mean).not.toBeNull()
    expect(
      [year.active!, ...year.ranks.map(({ numbers }) => numbers)].map(({ mean }) => mean),
    ).toEqual([null, null, null])
    expect(disclosed(members, { joined, months: 12, withMean: false })!.all.mean).toBeNull()
  })

  test('DIS-008 countries of 100 members or more stand alone, without a mean', () => {
    const members = [...some(150), ...some(100, { country: 1 }), ...some(99, { country: 2 })]
    const { countries } = disclosed(members, { countries: COUNTRIES })!
    expect(countries.map(({ places, numbers }) => [places, numbers.members, numbers.mean])).toEqual(
      [
        [[0], 150, null],
        [[1], 100, null],
        [[2], 99, null],
      ],
    )
  })

  test('DIS-004 countries are left out where a rank and a country differ by five', () => {
    const members = [...some(150), ...some(105, { country: 1, rank: 1 }), ...some(5, { rank: 1 })]
    expect(disclosed(members, { countries: COUNTRIES })!.countries).toEqual([])
  })
})

/** What somebody knows who reads a page: sums of unknown incomes, each as the unknowns that it adds up. */
type Sums = readonly (readonly number[])[]

/**
 * Looks for sums and differences of known sums in which one to nine unknowns are left.
 *
 * Unknowns that appear in the same sums cannot be told apart and are one column. A set of columns is given away if the rows
 * have a combination that is 0 everywhere else: the rank of the rows falls when the set's columns are left out.
 */
function isGivenAway(sums: Sums, unknowns: number): boolean {
  const columns = new Map<string, number>()
  for (let unknown = 0; unknown < unknowns; unknown += 1) {
    const column = sums.map((sum) => sum[unknown]!).join()
    columns.set(column, (columns.get(column) ?? 0) + 1)
  }
  const kinds = [...columns].filter(([column]) => column.includes('1'))
  const rows = sums.map((_, at) => kinds.map(([column]) => Number(column.split(',')[at])))
  const whole = rankOf(rows)
  const isTold = (from: number, left: number, chosen: ReadonlySet<number>): boolean => {
    if (chosen.size > 0) {
      const others = rows.map((row) => row.filter((_, column) => !chosen.has(column)))
      if (rankOf(others) < whole) return true
    }
    for (let kind = from; kind < kinds.length; kind += 1) {
      const [, size] = kinds[kind]!
      if (size < left && isTold(kind + 1, left - size, new Set([...chosen, kind]))) return true
    }
    return false
  }
  return isTold(0, 10, new Set())
}

/** The rank of a matrix of small whole numbers. */
function rankOf(matrix: readonly (readonly number[])[]): number {
  const rows = matrix.map((row) => [...row])
  let rank = 0
  for (let column = 0; column < (rows[0]?.length ?? 0); column += 1) {
    const pivot = rows.findIndex((row, at) => at >= rank && Math.abs(row[column]!) > 1e-9)
    if (pivot < 0) continue
    ;[rows[rank], rows[pivot]] = [rows[pivot]!, rows[rank]!]
    for (let at = rank + 1; at < rows.length; at += 1) {
      const factor = rows[at]![column]! / rows[rank]![column]!
      rows[at] = rows[at]!.map((value, place) => value - factor * rows[rank]![place]!)
    }
    rank += 1
  }
  return rank
}

/** The groups of a disclosure, each with the members in it. */
function groupsOf({
  all,
  active,
  ranks,
  countries,
}: Disclosed): readonly (readonly [GroupNumbers, (member: Member) => boolean])[] {
  return [
    [all, () => true],
    ...(active === null ? [] : [[active, (member: Member) => member.isActive] as const]),
    ...ranks.map(({ places, numbers }) => {
      return [numbers, (member: Member) => places.includes(member.rank)] as const
    }),
    ...countries.map(({ places, numbers }) => {
      return [numbers, (member: Member) => places.includes(member.country)] as const
    }),
  ]
}

/** A few kinds of members, of which some are few. Incomes are 0 or not: an attack needs no amounts. */
const kinds = fc.array(
  fc.record({
    count: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 10, max: 120 })),
    months: fc.array(
      fc.record({
        income: fc.constantFrom(0, 1),
        isActive: fc.boolean(),
        rank: fc.nat({ max: RANKS - 1 }),
        isMember: fc.oneof({ weight: 6, arbitrary: fc.constant(true) }, fc.constant(false)),
      }),
      { minLength: 2, maxLength: 2 },
    ),
    country: fc.nat({ max: COUNTRIES - 1 }),
  }),
  { minLength: 2, maxLength: 7 },
)

type Kinds = typeof kinds extends fc.Arbitrary<infer Value> ? Value : never

/** Two months one after the other, and both together: as the twelve months are to their months. */
function published(people: Kinds) {
  const each = people.flatMap(({ count, ...kind }) => Array.from({ length: count }, () => kind))
  const inMonth = (month: number) =>
    each.map(({ months, country }) => ({ ...months[month]!, country }))
  const [first, second] = [inMonth(0), inMonth(1)]
  const both = each.map(({ months: [one, other], country }) => ({
    income: (one!.isMember ? one!.income : 0) + (other!.isMember ? other!.income : 0),
    isActive: one!.isActive || other!.isActive,
    rank: other!.rank,
    isMember: one!.isMember || other!.isMember,
    country,
  }))
  return { first, second, both }
}

type Person = Member & { readonly isMember: boolean }

const earningIn = (people: readonly Person[]): number =>
  people.filter(({ isMember, income }) => isMember && income !== 0).length

const show = (people: readonly Person[], terms: Terms): Disclosed | null =>
  disclosed(
    people.filter(({ isMember }) => isMember),
    { countries: COUNTRIES, ...terms },
  )

describe('DIS-004 the attack', () => {
  test('finds the one who is in one of two sums', () => {
    const eleven = Array<number>(11).fill(1)
    expect(
      isGivenAway(
        [
          [...eleven, 1],
          [...eleven, 0],
        ],
        12,
      ),
    ).toBe(true)
    expect(
      isGivenAway(
        [
          [...eleven, ...eleven],
          [...eleven, ...eleven.map(() => 0)],
        ],
        22,
      ),
    ).toBe(false)
  })

  test('property: no sum or difference of the means of two months and of both together is of one to nine incomes', () => {
    fc.assert(
      fc.property(kinds, (people) => {
        const { first, second, both } = published(people)
        const size = first.length
        const one = show(first, {})
        const other = show(second, {})
        const withMean = !areFew(earningIn(first)) && !areFew(earningIn(second))
        const joined = other?.ranks.map(({ places }) => places) ?? null
        const year = other && show(both, { joined, months: 12, withMean })
        const isUnknown = ({ isMember, income }: Person) => isMember && income !== 0
        const rowOf = (
          isIn: (member: Member) => boolean,
          among: readonly Person[],
          months: readonly number[],
        ) =>
          [first, second].flatMap((inMonth, month) =>
            inMonth.map((person, at) =>
              Number(
                months.includes(month) &&
                  isUnknown(person) &&
                  among[at]!.isMember &&
                  isIn(among[at]!),
              ),
            ),
          )
        const sums = (
          [
            [one, first, [0]],
            [other, second, [1]],
            [year, both, [0, 1]],
          ] as const
        ).flatMap(([page, among, months]) =>
          (page === null ? [] : groupsOf(page))
            .filter(([{ mean }]) => mean !== null)
            .map(([, isIn]) => rowOf(isIn, among, months)),
        )
        expect(isGivenAway(sums, 2 * size)).toBe(false)
      }),
      { numRuns: PROPERTY_CASES },
    )
  })

  test('property: no sum or difference of the groups of one page is of one to nine members', () => {
    fc.assert(
      fc.property(kinds, (people) => {
        const { second } = published(people)
        const members = second.filter(({ isMember }) => isMember)
        const page = show(second, {})
        if (page === null) return
        const groups = groupsOf(page)
        expect(groups.map(([numbers]) => numbers.members)).toEqual(
          groups.map(([, isIn]) => members.filter(isIn).length),
        )
        const sums = groups.map(([, isIn]) => members.map((member) => Number(isIn(member))))
        expect(isGivenAway(sums, members.length)).toBe(false)
      }),
      { numRuns: PROPERTY_CASES },
    )
  })
})
