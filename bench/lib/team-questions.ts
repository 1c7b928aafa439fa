import type { SeededRandom } from '../../apps/server/src/demo/random.ts'
import type { FiguresEngine } from '../../apps/server/src/network/figures-engine.ts'
import {
  type Bound,
  type SortField,
  SORT_FIELDS,
  type TeamQuestion,
} from '../../apps/server/src/network/search/question.ts'
import { ASKED_AT } from './network-arrays.ts'

const INFINITY = Number.POSITIVE_INFINITY

type Made = Partial<Omit<TeamQuestion, 'top'>>

const atLeast = (field: SortField, min: number): Bound => ({ field, min, max: INFINITY })

/** The kinds of searches. Each uses any sort and direction unless it sets one. */
export const QUESTION_KINDS: Readonly<Record<string, (random: SeededRandom) => Made>> = {
  'no filter': () => ({}),
  'rank and least team': (random) => ({
    rank: random.integer(1, 3),
    bounds: [atLeast('teamTurnover', 10_000)],
  }),
  'rare rank and active': (random) => ({
    rank: random.integer(4, 7),
    active: true,
    sort: 'ownTurnover',
    isDescending: true,
  }),
  'not active': () => ({ active: false }),
  'least own, small teams first': () => ({
    bounds: [atLeast('ownTurnover', 50_000)],
    sort: 'teamSize',
    isDescending: false,
  }),
  'five ranges, rank, active': (random) => ({
    rank: random.integer(1, 4),
    active: true,
    bounds: [
      { field: 'ownTurnover', min: 5_000, max: 40_000 },
      { field: 'flTurnover', min: 10_000, max: 90_000 },
      { field: 'teamTurnover', min: 90_000, max: 900_000 },
      { field: 'flSize', min: 2, max: 5 },
      { field: 'teamSize', min: 5, max: 60 },
    ],
  }),
  'a piece of a name': (random) => ({
    name: random.pick(['lem', 'ski', 'mar', 'quiz', 'xiy', 'an']),
  }),
  'two words': (random) => ({
    name: random.pick(['anma ski', 'ri kowal', 'el schu', 'jola an', 'ma ri']),
  }),
  'a name and filters': (random) => ({
    name: random.pick(['lem', 'marsa', 'ski']),
    active: true,
    bounds: [atLeast('teamTurnover', 10_000)],
  }),
  'page 5,000': () => ({ offset: 99_980 }),
  'page 5,000 of the inactive': () => ({ offset: 99_980, active: false }),
}

export function questionOf(random: SeededRandom, kind: string, top: number): TeamQuestion {
  return {
    top,
    scope: 'downline',
    sort: random.pick(SORT_FIELDS),
    isDescending: random.chance(0.5),
    offset: 0,
    limit: 20,
    bounds: [],
    rank: null,
    active: null,
    now: ASKED_AT,
    name: null,
    ...QUESTION_KINDS[kind]!(random),
  }
}

/** Rows by the size of their downlines. Few are large, and their searches take the longest. */
export function topsByClass(
  { size, span }: FiguresEngine,
  random: SeededRandom,
  most: number,
): Record<string, number[]> {
  const classes: Record<string, readonly [number, number]> = {
    'up to 100': [1, 100],
    'to 10,000': [1_000, 10_000],
    'to N/20': [10_000, size / 20],
    'over N/20': [size / 20, size + 1],
  }
  return Object.fromEntries(
    Object.entries(classes).map(([name, [from, to]]) => {
      const tops: number[] = []
      for (let row = 0; row < size; row += 1)
        if (span[row]! >= from && span[row]! < to) tops.push(row)
      return [name, sample(tops, random, most)]
    }),
  )
}

function sample(rows: readonly number[], random: SeededRandom, most: number): number[] {
  if (rows.length <= most) return [...rows]
  return Array.from({ length: most }, () => random.pick(rows))
}
