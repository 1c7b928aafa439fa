import type { BonusRecord, Requirement } from '@partner-office/contracts'

const LEG_PERCENTS = [0.5, 0.3]

/** For tests: infinity of a month as the service answers it. */
export const infinityRecord = (facts: Partial<BonusRecord> = {}): BonusRecord => ({
  bonusPercent: 0.01,
  flTurnover: '9000.00',
  slTurnover: '0.00',
  tlTurnover: '0.00',
  totalTurnover: '9000.00',
  countingTurnover: '6000.00',
  targetTurnover: '5000.00',
  topPartners: [],
  topLegPercents: LEG_PERCENTS,
  checkpoints: [],
  achievedCheckpoints: [],
  poolAmounts: null,
  rang: 'SAPPHIRE',
  enabled: true,
  state: 'OPEN',
  firstInfinity: { rang: 'SAPPHIRE', targetTurnover: '5000.00', topLegPercents: LEG_PERCENTS },
  firstDiamond: null,
  isDiamond: false,
  percent: 0.01,
  percents: [
    { value: 0.5, max: '2500.00' },
    { value: 0.3, max: '1500.00' },
  ],
  bonusAmounts: { UPT: '90.00000000', UCN: '180.00000000' },
  ...facts,
})

/** For tests: the first row of infinity. */
export const REQUIREMENT: Requirement = {
  rang: 'SAPPHIRE',
  targetTurnover: '5000.00',
  topLegPercents: LEG_PERCENTS,
  percent: 0.01,
  amount: null,
  currency: null,
}

/** For tests: a month of infinity whose first leg is capped; the second has no name. */
export const CAPPED_RECORD = infinityRecord({
  topPartners: [
    {
      avatar: '',
      firstName: 'Bea',
      lastName: 'Leg',
      turnover: '6000.00',
      counting_turnover: '2500.00',
      fl_turnover: '0.00',
      sl_turnover: '0.00',
      rule: 0.5,
    },
    {
      avatar: '',
      firstName: '',
      lastName: '',
      turnover: '2499.99',
      counting_turnover: '2499.99',
      fl_turnover: '0.00',
      sl_turnover: '0.00',
      rule: null,
    },
  ],
  flTurnover: '1000.00',
  slTurnover: '3000.00',
  tlTurnover: '5000.00',
  countingTurnover: '4999.99',
})
