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

export type Plan = {
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
}

/** UPT for one EUR before the operator sets another rate (B4). */
export const STARTING_RATE = '2'

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
  }
}
