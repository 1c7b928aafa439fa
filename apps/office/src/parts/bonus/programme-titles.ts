import type { Config } from '../../lib/configuration/config.ts'

/** Pages and titles of the programmes, by type of bonus. Source: decisions D-057. */
export const TITLES = {
  DIAMOND: {
    page: 'bonusDiamond',
    title: 'programmes.DIAMOND.title',
    hint: 'programmes.DIAMOND.hint',
  },
  DIAMOND_POOL: {
    page: 'bonusDiamondPools',
    title: 'programmes.DIAMOND_POOL.title',
    hint: 'programmes.DIAMOND_POOL.hint',
  },
  WINNER: { page: 'bonusWinner', title: 'programmes.WINNER.title', hint: 'programmes.WINNER.hint' },
  LIFESTYLE: {
    page: 'bonusLifestyle',
    title: 'programmes.LIFESTYLE.title',
    hint: 'programmes.LIFESTYLE.hint',
  },
  BSP: { page: 'bonusBsp', title: 'programmes.BSP.title', hint: 'programmes.BSP.hint' },
  CYCLED_TURBO: {
    page: 'bonusTurbo',
    title: 'programmes.CYCLED_TURBO.title',
    hint: 'programmes.CYCLED_TURBO.hint',
  },
} as const

export type OfferedKind = keyof typeof TITLES

/** Whether the office shows the page of a programme. */
export const isOffered = (config: Config, kind: OfferedKind): boolean =>
  config.property('bonusPages').split(',').includes(TITLES[kind].page)
