/** The default compensation plan as plain data (decisions B1, B2, B4), decimals as text. */

export type LegRule = 'ranked' | 'sequential'

export type Rank = {
  id: number
  code: string
  /** EUR, lifetime turnover of the team. */
  turnover: string
  /** Leg percents as fractions; null or empty stands for 0.5 and 0.3 (D-043). */
  legs: string[] | null
  /** EUR. */
  bonus: string
}

export type UnilevelRow = {
  /** Epoch milliseconds; the rows with the latest validFrom not after paidAt make the table. */
  validFrom: number
  depthFrom: number
  depthTo: number
  kind: 'DIRECT' | 'TEAM'
  /** Percent of the order: 40 is 40 %. */
  percent: string
}

/** What a month pays for, by the row (B3). Either a percent (of the row's own target, or of orders) or an amount. */
export type ProgrammeRow = {
  /** null: any rank. */
  minimumRank: string | null
  /** EUR; pools have none of their own. */
  target?: string
  /** 1.5 is 1.5 %. */
  percent?: string
  /** EUR, WIN for the winner programme. */
  amount?: string
  pool?: number
}

/** A monthly programme (B3). */
export type Programme = {
  /** It counts orders from this instant on. */
  from: number
  /** How many lines below count; null: all of them. */
  lines: number | null
  legs: string[]
  /** By rank, then target, ascending. */
  rows: ProgrammeRow[]
}

/** By the names they have in a plan. */
export const PROGRAMMES = [
  'infinity',
  'diamond',
  'diamondPools',
  'winner',
  'lifestyle',
  'bsp',
  'cycledTurbo',
] as const

export type Plan = {
  /** From when on this version holds; from ever when left out. */
  validFrom?: number
  legRule: LegRule
  countOwnTurnover: boolean
  ranksAreKept: boolean
  ranks: Rank[]
  unilevel: UnilevelRow[]
  activity: {
    /** EUR, the smallest own order that counts. */
    minimum: string
    days: number
    neededForDirect: boolean
    neededForTeam: boolean
  }
  programmes: Record<(typeof PROGRAMMES)[number], Programme>
}

/** What bonuses are credited in. */
export type Currency = 'UPT' | 'UCN' | 'BSP' | 'WIN' | 'ULTIMA'

/** Coins for one EUR before the operator sets another rate (B4). */
export const STARTING_RATES: Readonly<Record<Currency, string>> = {
  UPT: '2',
  UCN: '4',
  BSP: '1',
  WIN: '1',
  ULTIMA: '0.0002',
}

/** Infinity runs from March 2024 on, the others from then as well. */
const START = Date.UTC(2024, 2, 1)

/** The table of B2 changes here; an order paid at this very instant uses the new one. */
export const SWITCH = 1760313600000

const LEGS = ['0.5', '0.3']

/** A fresh copy, so that a caller may change settings in it. */
export function defaultPlan(): Plan {
  return {
    legRule: 'ranked',
    countOwnTurnover: false,
    ranksAreKept: true,
    ranks: [
      { id: 1, code: 'FREE', turnover: '0', legs: ['1'], bonus: '0' },
      { id: 2, code: 'AMBER', turnover: '1000', legs: ['1'], bonus: '0' },
      { id: 3, code: 'JADE', turnover: '5000', legs: [...LEGS], bonus: '100' },
      { id: 4, code: 'PEARL', turnover: '10000', legs: [...LEGS], bonus: '200' },
      { id: 5, code: 'TOPAZ', turnover: '25000', legs: [...LEGS], bonus: '500' },
      { id: 6, code: 'SAPPHIRE', turnover: '50000', legs: [...LEGS], bonus: '1000' },
      { id: 7, code: 'RUBY', turnover: '100000', legs: [...LEGS], bonus: '2500' },
      { id: 8, code: 'EMERALD', turnover: '250000', legs: [...LEGS], bonus: '6000' },
      { id: 9, code: 'DIAMOND', turnover: '500000', legs: [...LEGS], bonus: '12500' },
      { id: 10, code: 'ULTIMA_DIAMOND', turnover: '1000000', legs: [...LEGS], bonus: '25000' },
      {
        id: 11,
        code: 'DOUBLE_ULTIMA_DIAMOND',
        turnover: '2500000',
        legs: [...LEGS],
        bonus: '60000',
      },
      {
        id: 12,
        code: 'TRIPLE_ULTIMA_DIAMOND',
        turnover: '5000000',
        legs: [...LEGS],
        bonus: '125000',
      },
    ],
    unilevel: [
      { validFrom: 0, depthFrom: 1, depthTo: 1, kind: 'DIRECT', percent: '40' },
      { validFrom: 0, depthFrom: 2, depthTo: 2, kind: 'TEAM', percent: '7' },
      { validFrom: 0, depthFrom: 3, depthTo: 3, kind: 'TEAM', percent: '5' },
      { validFrom: 0, depthFrom: 4, depthTo: 5, kind: 'TEAM', percent: '3' },
      { validFrom: 0, depthFrom: 6, depthTo: 15, kind: 'TEAM', percent: '1' },
      { validFrom: SWITCH, depthFrom: 1, depthTo: 1, kind: 'DIRECT', percent: '40' },
      { validFrom: SWITCH, depthFrom: 2, depthTo: 2, kind: 'TEAM', percent: '7' },
      { validFrom: SWITCH, depthFrom: 3, depthTo: 3, kind: 'TEAM', percent: '3' },
      { validFrom: SWITCH, depthFrom: 4, depthTo: 5, kind: 'TEAM', percent: '2' },
      { validFrom: SWITCH, depthFrom: 6, depthTo: 15, kind: 'TEAM', percent: '1' },
    ],
    activity: { minimum: '50', days: 30, neededForDirect: false, neededForTeam: true },
    programmes: defaultProgrammes(),
  }
}

function defaultProgrammes(): Plan['programmes'] {
  return {
    infinity: {
      from: START,
      lines: 3,
      legs: [...LEGS],
      rows: [
        { minimumRank: 'SAPPHIRE', target: '5000', percent: '1' },
        { minimumRank: 'RUBY', target: '10000', percent: '1.5' },
        { minimumRank: 'EMERALD', target: '20000', percent: '2' },
        { minimumRank: 'DIAMOND', target: '30000', percent: '2.5' },
        { minimumRank: 'ULTIMA_DIAMOND', target: '50000', percent: '3' },
        { minimumRank: 'DOUBLE_ULTIMA_DIAMOND', target: '75000', percent: '3.5' },
        { minimumRank: 'TRIPLE_ULTIMA_DIAMOND', target: '100000', percent: '4' },
      ],
    },
    diamond: {
      from: START,
      lines: null,
      legs: [...LEGS],
      rows: [
        { minimumRank: 'DIAMOND', target: '50000', percent: '1' },
        { minimumRank: 'ULTIMA_DIAMOND', target: '100000', percent: '1' },
        { minimumRank: 'DOUBLE_ULTIMA_DIAMOND', target: '200000', percent: '1.25' },
        { minimumRank: 'TRIPLE_ULTIMA_DIAMOND', target: '400000', percent: '1.25' },
      ],
    },
    diamondPools: {
      from: START,
      lines: null,
      legs: [...LEGS],
      rows: [
        { pool: 1, minimumRank: 'DIAMOND', percent: '1' },
        { pool: 2, minimumRank: 'ULTIMA_DIAMOND', percent: '0.7' },
        { pool: 3, minimumRank: 'DOUBLE_ULTIMA_DIAMOND', percent: '0.3' },
      ],
    },
    winner: {
      from: START,
      lines: 1,
      legs: ['1'],
      rows: [
        { minimumRank: null, target: '3000', amount: '100' },
        { minimumRank: null, target: '6000', amount: '250' },
        { minimumRank: null, target: '12000', amount: '600' },
      ],
    },
    lifestyle: {
      from: START,
      lines: null,
      legs: [...LEGS],
      rows: [
        { minimumRank: 'RUBY', target: '20000', amount: '200' },
        { minimumRank: 'EMERALD', target: '50000', amount: '500' },
        { minimumRank: 'DIAMOND', target: '75000', amount: '800' },
        { minimumRank: 'ULTIMA_DIAMOND', target: '150000', amount: '1500' },
        { minimumRank: 'DOUBLE_ULTIMA_DIAMOND', target: '300000', amount: '3000' },
        { minimumRank: 'TRIPLE_ULTIMA_DIAMOND', target: '600000', amount: '6000' },
      ],
    },
    bsp: {
      from: START,
      lines: 2,
      legs: [...LEGS],
      rows: [
        { minimumRank: null, target: '2000', percent: '2' },
        { minimumRank: null, target: '5000', percent: '3' },
        { minimumRank: null, target: '10000', percent: '5' },
      ],
    },
    cycledTurbo: {
      from: START,
      lines: 1,
      legs: ['1'],
      rows: ['3000', '6000', '9000', '12000', '15000'].map((target) => ({
        minimumRank: null,
        target,
        amount: '100',
      })),
    },
  }
}
