import { parse } from 'csv-parse/sync'

import { compute } from '../../../../oracle/compute.ts'
import type { Scenario } from '../../../../oracle/random-network.ts'
import type { Db } from '../db/database.ts'

/** A partner of a network, from the oracle's figures only. Units: cents, epoch milliseconds. */
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

/** A team query, with the names of the call. */
export type TeamQuery = {
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

/** For tests: the simplest implementation of the team call, on the oracle's figures. */
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
      const row = figuresOf.get(person.id)!
      return {
        ...person,
        name: `${firstName} ${lastName}`,
        rang: rankOf.get(person.id)!['rankCode']!,
        activeUntil: Number(row['activeUntil']),
        ownTurnover: cents(row['ownTurnover']!),
        flTurnover: cents(row['flTurnover']!),
        teamTurnover: cents(row['teamTurnover']!),
        flSize: Number(row['flSize']),
        teamSize: Number(row['teamSize']),
      }
    })
    return new TeamOracle(people, scenario.now)
  }

  /** The ancestors of a partner, nearest first. */
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

  /** Ids of the matching partners, in the order of the query. */
  find(query: TeamQuery): number[] {
    const [field, direction] = query.sort.split('|') as [Field, string]
    const sign = direction === 'asc' ? 1 : -1
    return [...this.people.values()]
      .filter((person) => this.#meets(person, query))
      .toSorted((a, b) => sign * (a[field] - b[field]) || a.id - b.id)
      .map(({ id }) => id)
  }

  #meets(
    person: OraclePartner,
    { sponsorId, scope, rang, active, name, ranges }: TeamQuery,
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
