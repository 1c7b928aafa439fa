import { FIRST_BONUS_MONTH } from '../month.ts'
import type { PlanDocument } from './plan-document.ts'

/** 2025-10-13T00:00:00Z, when the unilevel table changed (B2). */
const SECOND_UNILEVEL = 1_760_313_600_000

const WHOLE = ['1']
const HALF_AND_THIRTY = ['0.5', '0.3']

/**
 * The compensation plan a new installation starts with, as the document an operator edits. It holds
 * from the beginning of time, so that any plan loaded later takes over from its own `validFrom`.
 *
 * Source: decisions B1 to B4.
 */
export const DEFAULT_PLAN_DOCUMENT: PlanDocument = {
  validFrom: 0,
  legRule: 'ranked',
  countOwnTurnover: false,
  ranksAreKept: true,
  turnoverBonusStart: null,
  ranks: [
    { id: 1, code: 'FREE', turnover: '0', legs: WHOLE, bonus: '0' },
    { id: 2, code: 'AMBER', turnover: '1000', legs: WHOLE, bonus: '0' },
    { id: 3, code: 'JADE', turnover: '5000', legs: HALF_AND_THIRTY, bonus: '100' },
    { id: 4, code: 'PEARL', turnover: '10000', legs: HALF_AND_THIRTY, bonus: '200' },
    { id: 5, code: 'TOPAZ', turnover: '25000', legs: HALF_AND_THIRTY, bonus: '500' },
    { id: 6, code: 'SAPPHIRE', turnover: '50000', legs: HALF_AND_THIRTY, bonus: '1000' },
    { id: 7, code: 'RUBY', turnover: '100000', legs: HALF_AND_THIRTY, bonus: '2500' },
    { id: 8, code: 'EMERALD', turnover: '250000', legs: HALF_AND_THIRTY, bonus: '6000' },
    { id: 9, code: 'DIAMOND', turnover: '500000', legs: HALF_AND_THIRTY, bonus: '12500' },
    { id: 10, code: 'ULTIMA_DIAMOND', turnover: '1000000', legs: HALF_AND_THIRTY, bonus: '25000' },
    {
      id: 11,
      code: 'DOUBLE_ULTIMA_DIAMOND',
      turnover: '2500000',
      legs: HALF_AND_THIRTY,
      bonus: '60000',
    },
    {
      id: 12,
      code: 'TRIPLE_ULTIMA_DIAMOND',
      turnover: '5000000',
      legs: HALF_AND_THIRTY,
      bonus: '125000',
    },
  ],
  rankBonusCurrency: 'UPT',
  unilevel: [
    { validFrom: 0, depthFrom: 1, depthTo: 1, kind: 'DIRECT', percent: '40', label: 'direct' },
    { validFrom: 0, depthFrom: 2, depthTo: 2, kind: 'TEAM', percent: '7', label: 'level 1' },
    { validFrom: 0, depthFrom: 3, depthTo: 3, kind: 'TEAM', percent: '5', label: 'level 2' },
    { validFrom: 0, depthFrom: 4, depthTo: 5, kind: 'TEAM', percent: '3', label: 'levels 4-5' },
    { validFrom: 0, depthFrom: 6, depthTo: 15, kind: 'TEAM', percent: '1', label: 'levels 6-15' },
    {
      validFrom: SECOND_UNILEVEL,
      depthFrom: 1,
      depthTo: 1,
      kind: 'DIRECT',
      percent: '40',
      label: 'direct (level 1)',
    },
    {
      validFrom: SECOND_UNILEVEL,
      depthFrom: 2,
      depthTo: 2,
      kind: 'TEAM',
      percent: '7',
      label: 'level 2',
    },
    {
      validFrom: SECOND_UNILEVEL,
      depthFrom: 3,
      depthTo: 3,
      kind: 'TEAM',
      percent: '3',
      label: 'level 3',
    },
    {
      validFrom: SECOND_UNILEVEL,
      depthFrom: 4,
      depthTo: 5,
      kind: 'TEAM',
      percent: '2',
      label: 'levels 4-5',
    },
    {
      validFrom: SECOND_UNILEVEL,
      depthFrom: 6,
      depthTo: 15,
      kind: 'TEAM',
      percent: '1',
      label: 'levels 6-15',
    },
  ],
  unilevelCurrency: 'UPT',
  activity: { minimumOrder: '50', days: 30 },
  directNeedsActivity: false,
  teamNeedsActivity: true,
  infinityNeedsActivity: true,
  compression: false,
  programmes: {
    infinity: {
      from: FIRST_BONUS_MONTH,
      base: 'lines1To3',
      legs: HALF_AND_THIRTY,
      rows: [
        { minimumRank: 'SAPPHIRE', target: '5000', percent: '1' },
        { minimumRank: 'RUBY', target: '10000', percent: '1.5' },
        { minimumRank: 'EMERALD', target: '20000', percent: '2' },
        { minimumRank: 'DIAMOND', target: '30000', percent: '2.5' },
        { minimumRank: 'ULTIMA_DIAMOND', target: '50000', percent: '3' },
        { minimumRank: 'DOUBLE_ULTIMA_DIAMOND', target: '75000', percent: '3.5' },
        { minimumRank: 'TRIPLE_ULTIMA_DIAMOND', target: '100000', percent: '4' },
      ],
      currencies: [
        { currency: 'UCN', share: '0.5' },
        { currency: 'UPT', share: '0.5' },
      ],
    },
    diamond: {
      from: FIRST_BONUS_MONTH,
      base: 'team',
      legs: HALF_AND_THIRTY,
      rows: [
        { minimumRank: 'DIAMOND', target: '50000', percent: '1' },
        { minimumRank: 'ULTIMA_DIAMOND', target: '100000', percent: '1' },
        { minimumRank: 'DOUBLE_ULTIMA_DIAMOND', target: '200000', percent: '1.25' },
        { minimumRank: 'TRIPLE_ULTIMA_DIAMOND', target: '400000', percent: '1.25' },
      ],
      currencies: [{ currency: 'UPT', share: '1' }],
    },
    diamondPools: {
      from: FIRST_BONUS_MONTH,
      base: 'company',
      legs: HALF_AND_THIRTY,
      rows: [
        { pool: 1, minimumRank: 'DIAMOND', percent: '1' },
        { pool: 2, minimumRank: 'ULTIMA_DIAMOND', percent: '0.7' },
        { pool: 3, minimumRank: 'DOUBLE_ULTIMA_DIAMOND', percent: '0.3' },
      ],
      currencies: [{ currency: 'ULTIMA', share: '1' }],
    },
    winner: {
      from: FIRST_BONUS_MONTH,
      base: 'line1',
      legs: WHOLE,
      rows: [
        { minimumRank: null, target: '3000', amount: '100' },
        { minimumRank: null, target: '6000', amount: '250' },
        { minimumRank: null, target: '12000', amount: '600' },
      ],
      currencies: [{ currency: 'WIN', share: '1' }],
    },
    lifestyle: {
      from: FIRST_BONUS_MONTH,
      base: 'team',
      legs: HALF_AND_THIRTY,
      rows: [
        { minimumRank: 'RUBY', target: '20000', amount: '200' },
        { minimumRank: 'EMERALD', target: '50000', amount: '500' },
        { minimumRank: 'DIAMOND', target: '75000', amount: '800' },
        { minimumRank: 'ULTIMA_DIAMOND', target: '150000', amount: '1500' },
        { minimumRank: 'DOUBLE_ULTIMA_DIAMOND', target: '300000', amount: '3000' },
        { minimumRank: 'TRIPLE_ULTIMA_DIAMOND', target: '600000', amount: '6000' },
      ],
      currencies: [{ currency: 'UPT', share: '1' }],
    },
    bsp: {
      from: FIRST_BONUS_MONTH,
      base: 'lines1To2',
      legs: HALF_AND_THIRTY,
      rows: [
        { minimumRank: null, target: '2000', percent: '2' },
        { minimumRank: null, target: '5000', percent: '3' },
        { minimumRank: null, target: '10000', percent: '5' },
      ],
      currencies: [{ currency: 'BSP', share: '1' }],
    },
    cycledTurbo: {
      from: FIRST_BONUS_MONTH,
      base: 'line1',
      legs: WHOLE,
      rows: [
        { minimumRank: null, target: '3000', amount: '100' },
        { minimumRank: null, target: '6000', amount: '100' },
        { minimumRank: null, target: '9000', amount: '100' },
        { minimumRank: null, target: '12000', amount: '100' },
        { minimumRank: null, target: '15000', amount: '100' },
      ],
      currencies: [{ currency: 'UPT', share: '1' }],
      windowDays: 30,
    },
  },
}
