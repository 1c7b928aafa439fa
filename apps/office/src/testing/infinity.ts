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
