/**
 * The bonuses credited when a period closes, in the order of their records.
 *
 * Source: decisions B3, D-060; operations section 5, "bonuses (out)".
 */
export const PERIOD_BONUS_TYPES = [
  'BSP',
  'CYCLED_TURBO',
  'DIAMOND',
  'DIAMOND_POOL',
  'LIFESTYLE',
  'UCHAIN_INFINITY',
  'WINNER',
] as const

export type PeriodBonusType = (typeof PERIOD_BONUS_TYPES)[number]

/**
 * Every type of a bonus record: the unilevel bonus is DIRECT and TEAM, the rank bonus TURNOVER.
 *
 * Source: BON-001, decisions D-060.
 */
export const BONUS_TYPES = ['DIRECT', 'TEAM', 'TURNOVER', ...PERIOD_BONUS_TYPES] as const

export type BonusType = (typeof BONUS_TYPES)[number]
