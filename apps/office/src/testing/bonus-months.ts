/** The months of `BONUS_MONTHS`. */
export const OCTOBER = Date.UTC(2026, 9)
export const NOVEMBER = Date.UTC(2026, 10)

/** For tests: what one kind of bonus brought in a month. */
export const bonusKind = (bonusType: string, eur: string, amounts: object = {}) => ({
  bonusType,
  eur,
  amounts,
})

/** For tests: two months of bonuses, one of them with an amount taken back. */
export const BONUS_MONTHS = [
  {
    month: OCTOBER,
    kinds: [
      bonusKind('DIRECT', '100.00'),
      bonusKind('TEAM', '300.00'),
      bonusKind('TURNOVER', '20.00'),
    ],
  },
  {
    month: NOVEMBER,
    kinds: [
      bonusKind('DIRECT', '200.00', { UPT: '1.50000000' }),
      bonusKind('TEAM', '-50.00', { UPT: '0.25000000' }),
      bonusKind('UCHAIN_INFINITY', '10.00', { UPT: '4.00000000', UCN: '5.00000000' }),
      bonusKind('DIAMOND', '5.00'),
      bonusKind('WINNER', '0.00', { WIN: '7.000000' }),
    ],
  },
]
