import { parse } from 'csv-parse/sync'

import { compute } from '../../../../oracle/compute.ts'
import type { Scenario } from '../../../../oracle/random-network.ts'
import type { Db } from '../db/database.ts'

/** Somebody of a network, from the oracle's figures alone. Units: cents, epoch milliseconds. */
export type OraclePartner = {
  readonly id: number
  readonly sponsorId: number | null
  readonly registeredAt: number
  readonly name: string
  readonly rang: string
  readonly activeUntil: number
  readonly ownTurnover: number
  readonly flTurnover: number
  readonly teamTurnover: number
  readonly flSize: number
  readonly teamSize: number
}

type Field = 'registeredAt' | 'ownTurnover' | 'flTurnover' | 'teamTurnover' | 'flSize' | 'teamSize'

/** What is asked, in the words of the call. */
export type TeamWish = {
  readonly sponsorId: number
  readonly scope: 'firstLine' | 'downline'
  readonly sort: `${Field}|${'asc' | 'desc'}`
  readonly rang?: string
  readonly active?: boolean
  readonly name?: string
  readonly ranges: readonly {
    readonly field: Exclude<Field, 'registeredAt'>
    readonly min?: number
    readonly max?: number
  }[]
}

/** For tests: the team call by the plainest means, on figures that the product has not computed. */
export class TeamOracle {
  readonly people: ReadonlyMap<number, OraclePartner>
  readonly now: number

  private constructor(people: readonly OraclePartner[], now: number) {
    this.people = new Map(people.map((person) => [person.id, person]))
    this.now = now
  }

  static async open(db: Db, scenario: Scenario): Promise<TeamOracle> {
    const { figures, ranks } = compute(scenario)
    const [figuresOf, rankOf] = [byPartner(figures), byPartner(ranks)]
    const stored = await db
      .selectFrom('partners')
      .select(['id', 'sponsorId', 'registeredAt', 'firstName', 'lastName'])
      .execute()
    const people = stored.map(({ firstName, lastName, ...person }) => {
      const told = figuresOf.get(person.id)!
      return {
        ...person,
        name: `${firstName} ${lastName}`,
        rang: rankOf.get(person.id)!['rankCode']!,
        activeUntil: Number(told['activeUntil']),
        ownTurnover: cents(told['ownTurnover']!),
        flTurnover: cents(told['flTurnover']!),
        teamTurnover: cents(told['teamTurnover']!),
        flSize: Number(told['flSize']),
        teamSize: Number(told['teamSize']),
      }
    })
    return new TeamOracle(people, scenario.now)
  }

  /** The partners above somebody, nearest first. */
  above({ sponsorId }: OraclePartner): OraclePartner[] {
    if (sponsorId === null) return []
    const sponsor = this.people.get(sponsorId)!
    return [sponsor, ...this.above(sponsor)]
  }

  isAtOrBelow(id: number, upperId: number): boolean {
    const person = this.people.get(id)
    return (
      person !== undefined && [person, ...this.above(person)].some((each) => each.id === upperId)
    )
  }

  /** Everybody who meets the wish, in its order. */
  find(wish: TeamWish): number[] {
    const [field, direction] = wish.sort.split('|') as [Field, string]
    const sign = direction === 'asc' ? 1 : -1
    return [...this.people.values()]
      .filter((person) => this.#meets(person, wish))
      .toSorted((a, b) => sign * (a[field] - b[field]) || a.id - b.id)
      .map(({ id }) => id)
  }

  #meets(
    person: OraclePartner,
    { sponsorId, scope, rang, active, name, ranges }: TeamWish,
  ): boolean {
    const isInScope =
      scope === 'firstLine'
        ? person.sponsorId === sponsorId
        : person.id !== sponsorId && this.isAtOrBelow(person.id, sponsorId)
    return (
      isInScope &&
      (rang === undefined || person.rang === rang) &&
      (active === undefined || person.activeUntil > this.now === active) &&
      (name === undefined || wordsOf(name).every((word) => folded(person.name).includes(word))) &&
      ranges.every(
        ({ field, min = -Infinity, max = Infinity }) =>
          person[field] >= min && person[field] <= max,
      )
    )
  }
}

const folded = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

const wordsOf = (name: string): string[] => folded(name).trim().split(/\s+/)

const cents = (euros: string): number => Math.round(Number(euros) * 100)

function byPartner(csv: string): ReadonlyMap<number, Readonly<Record<string, string>>> {
  const rows = parse(csv, { columns: true }) as Record<string, string>[]
  return new Map(rows.map((row) => [Number(row['partnerId']), row]))
}
