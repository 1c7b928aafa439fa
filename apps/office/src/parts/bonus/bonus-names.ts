/** Text keys of what the bonus history lists. Source: requirements TRX-002, TRX-011; decisions D-060, D-165. */
export const BONUS_NAMES = {
  DIRECT: 'bonusHistory.kind.DIRECT',
  TEAM: 'bonusHistory.kind.TEAM',
  TURNOVER: 'bonusHistory.kind.TURNOVER',
  UCHAIN_INFINITY: 'bonusHistory.kind.UCHAIN_INFINITY',
  DIAMOND: 'bonusHistory.kind.DIAMOND',
  DIAMOND_POOL: 'bonusHistory.kind.DIAMOND_POOL',
  WINNER: 'bonusHistory.kind.WINNER',
  LIFESTYLE: 'bonusHistory.kind.LIFESTYLE',
  BSP: 'bonusHistory.kind.BSP',
  CYCLED_TURBO: 'bonusHistory.kind.CYCLED_TURBO',
  ADJUSTMENT: 'bonusHistory.kind.ADJUSTMENT',
} as const
