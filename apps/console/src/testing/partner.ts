import type { ConsolePartner } from '@partner-office/contracts'

import { NOW } from './fake-service.ts'

const RANK = {
  id: 1,
  code: 'RUBY',
  name: 'Ruby',
  bonus: '0.00',
  bonuses: {},
  turnover: '1000.00',
  targets: ['1000.00', '0.00', '0.00'] as [string, string, string],
  topPartnerPercents: [],
  percents: [],
  topPartners: [],
}

/** For tests: a partner with an open payout and a balance. */
export const PARTNER: ConsolePartner = {
  asOf: 95,
  id: 7,
  firstName: 'Bea',
  lastName: 'Leg',
  country: 'DE',
  language: 'en',
  inviteCode: 'K7M2QX',
  registeredAt: NOW,
  contacts: { email: 'b•••@e•••.com' },
  contactsUntil: null,
  level: 60,
  path: [
    { id: 1, firstName: 'Ada', lastName: 'Root', country: 'DE' },
    { id: 6, firstName: 'Cy', lastName: 'Near', country: 'DE' },
  ],
  figures: {
    ownTurnover: '1.00',
    flSize: 3,
    flTurnover: '2.00',
    teamSize: 12,
    teamTurnover: '120.50',
    activeUntil: null,
  },
  isActive: false,
  rank: {
    currentRang: RANK,
    nextRang: null,
    maxBonusRang: null,
    totalTurnover: '121.50',
    countingTurnover: '121.50',
    targetTurnover: '1000.00',
    nextBonus: '0.00',
    topPartners: [],
  },
  balances: [
    {
      account: 'UCHAIN_UPT_BONUS',
      currency: 'UPT',
      balance: '5.00000000',
      held: '1.00000000',
      available: '4.00000000',
    },
  ],
  blocked: null,
  hidden: null,
  signInLockedUntil: null,
  payoutsLockedAt: null,
  erasedAt: null,
  isVerified: true,
  isEmailConfirmed: true,
  hasSecondFactor: false,
  sessions: 2,
  openPayouts: [{ id: 44, currency: 'UPT', amount: '3.00000000' }],
}
