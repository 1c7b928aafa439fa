import type { Rank, RankStatus, RulePartner } from '@partner-office/contracts'

/** For tests: a rank as the service answers it. */
export const rank = (facts: Partial<Rank>): Rank => ({
  id: 7,
  code: 'RUBY',
  name: 'Ruby',
  bonus: '2500.00',
  bonuses: {},
  turnover: '100000.00',
  targets: ['50000.00', '30000.00', '20000.00'],
  topPartnerPercents: [0.5, 0.3],
  percents: [
    { value: 0.5, max: '50000.00' },
    { value: 0.3, max: '30000.00' },
  ],
  topPartners: [],
  ...facts,
})

/** For tests: a partner of the first line whom no cap limits. */
export const rulePartner = (turnover: string, facts: Partial<RulePartner> = {}): RulePartner => ({
  avatar: '',
  firstName: 'Bea',
  lastName: 'Leg',
  leg: null,
  percent: null,
  turnover,
  turnoverQualified: turnover,
  qualified: false,
  ...facts,
})

/** For tests: example 1 of the 50 % rule, on the way to Ruby. Source: decisions C1. */
export const STATUS: RankStatus = {
  currentRang: rank({ id: 6, code: 'SAPPHIRE', bonus: '1000.00', turnover: '50000.00' }),
  nextRang: rank({}),
  maxBonusRang: null,
  totalTurnover: '102000.00',
  countingTurnover: '92000.00',
  targetTurnover: '100000.00',
  nextBonus: '2500.00',
  topPartners: [
    rulePartner('60000.00', {
      leg: 1,
      percent: 0.5,
      turnoverQualified: '50000.00',
      qualified: true,
    }),
    rulePartner('30000.00', { leg: 2, percent: 0.3, qualified: true }),
    rulePartner('8000.00'),
    rulePartner('4000.00'),
  ],
}
