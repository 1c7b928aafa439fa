import { NO_ROW } from './columns.ts'
import type { FiguresEngine } from './figures-engine.ts'
import { rollRows } from './roll-up.ts'

/**
 * The partners of a team who had registered before an instant, each after the own sponsor, by place: the top has place 0. `parent` is
 * the place of the sponsor, -1 for the top.
 */
export type PastPlaces = { readonly ids: Float64Array; readonly parent: Int32Array }

/** Figures of one partner at a past instant. Units: cents and people. */
export type PastFigures = {
  readonly ownTurnover: number
  readonly flSize: number
  readonly flTurnover: number
  readonly teamSize: number
  readonly teamTurnover: number
}

/**
 * Copies who was in the team of a row before an instant: a re-index may change the rows afterwards. A partner whose sponsor had not
 * registered yet is left out with that sponsor.
 *
 * Memory: 16 bytes for each partner of the team.
 */
export function placesBefore(engine: FiguresEngine, top: number, before: number): PastPlaces {
  const most = 1 + engine.teamSize[top]!
  const ids = new Float64Array(most)
  const parent = new Int32Array(most)
  const places = new PlacesOfRows(engine, top)
  let size = 0
  const add = (row: number, above: number): void => {
    ids[size] = engine.ids[row]!
    parent[size] = above
    places.set(row, size)
    size += 1
  }
  if (engine.registeredAt[top]! < before) {
    add(top, NO_ROW)
    for (const row of engine.downline(top)) {
      const above = places.get(engine.parent[row]!)
      if (above !== NO_ROW && engine.registeredAt[row]! < before) add(row, above)
    }
  }
  return { ids: ids.subarray(0, size), parent: parent.subarray(0, size) }
}

/**
 * All partners of a team today, and since when each has been in it: the registration of the last one between the top and the partner.
 *
 * Memory: 24 bytes for each partner of the team. Units: epoch milliseconds.
 */
export function placesSince(
  engine: FiguresEngine,
  top: number,
): PastPlaces & { readonly since: Float64Array } {
  const places = placesBefore(engine, top, Infinity)
  const since = new Float64Array(places.ids.length)
  since[0] = engine.registeredAt[top]!
  let place = 1
  for (const row of engine.downline(top)) {
    since[place] = Math.max(engine.registeredAt[row]!, since[places.parent[place]!]!)
    place += 1
  }
  return { ...places, since }
}

/** Places by row: the indexed rows of a team are one interval, the few late ones stand in a map. */
class PlacesOfRows {
  readonly #top: number
  readonly #indexed: Int32Array
  readonly #late = new Map<number, number>()

  constructor(engine: FiguresEngine, top: number) {
    this.#top = top
    this.#indexed = new Int32Array(1 + (top < engine.indexed ? engine.span[top]! : 0)).fill(NO_ROW)
  }

  get(row: number): number {
    return this.#indexed[row - this.#top] ?? this.#late.get(row) ?? NO_ROW
  }

  set(row: number, place: number): void {
    if (row - this.#top < this.#indexed.length) this.#indexed[row - this.#top] = place
    else this.#late.set(row, place)
  }
}

/** A team as it was at a past instant. Source: decisions D-169. */
export class PastTeam {
  readonly places: PastPlaces
  readonly #own: Float64Array
  readonly #flTurnover: Float64Array
  readonly #flSize: Int32Array
  readonly #teamSize: Int32Array
  readonly #team: Float64Array

  /** `own` are the own turnovers by place, as they were at that instant. Units: cents. */
  constructor(places: PastPlaces, own: Float64Array) {
    const { length } = places.ids
    this.places = places
    this.#own = own
    this.#flTurnover = new Float64Array(length)
    this.#flSize = new Int32Array(length)
    this.#teamSize = new Int32Array(length)
    this.#team = new Float64Array(length)
    const into = {
      flTurnover: this.#flTurnover,
      flSize: this.#flSize,
      teamSize: this.#teamSize,
      team: this.#team,
    }
    rollRows({ parent: places.parent, own }, into, 0, length)
  }

  /** The places of the first line of the top. */
  firstLine(): number[] {
    const { parent } = this.places
    const line: number[] = []
    for (let place = 1; place < parent.length; place += 1) if (parent[place] === 0) line.push(place)
    return line
  }

  /** The legs below some places, those with turnover, the largest first. Units: cents. */
  legsOf(wanted: Iterable<number>): ReadonlyMap<number, readonly number[]> {
    const legs = new Map<number, number[]>([...wanted].map((place) => [place, []]))
    const { parent } = this.places
    for (let place = 1; place < parent.length; place += 1) {
      const turnover = this.#own[place]! + this.#team[place]!
      if (turnover > 0) legs.get(parent[place]!)?.push(turnover)
    }
    for (const turnovers of legs.values()) turnovers.sort((one, other) => other - one)
    return legs
  }

  figuresAt(place: number): PastFigures {
    return {
      ownTurnover: this.#own[place]!,
      flSize: this.#flSize[place]!,
      flTurnover: this.#flTurnover[place]!,
      teamSize: this.#teamSize[place]!,
      teamTurnover: this.#team[place]!,
    }
  }
}
