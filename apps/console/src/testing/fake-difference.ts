import type { ExplainedDifference, Job, PlanDifference } from '@partner-office/contracts'
import { DEFAULT_PLAN_DOCUMENT, draftText } from '@partner-office/domain'

const AT = Date.UTC(2026, 3, 2)

/** The job of a difference. */
export const differenceJob = (changes: Partial<Job> = {}): Job => ({
  id: 9,
  kind: 'planDifference',
  object: '4',
  state: 'DONE',
  done: 3,
  of: 3,
  part: '2026-03',
  startedAt: AT,
  endedAt: AT + 60_000,
  by: 'pia@example.com',
  process: 'app1',
  error: null,
  result: { changedRecords: 3, changedPartners: 2 },
  event: 4,
  acts: ['again'],
  ...changes,
})

const TEAM_SIDES = {
  currency: 'UPT',
  real: '100.00000000',
  draft: '150.00000000',
  difference: '50.00000000',
  realEur: '50.00000000',
  draftEur: '75.00000000',
  differenceEur: '25.00000000',
} as const
const WIN_SIDES = {
  currency: 'WIN',
  real: '600.000000',
  draft: '0.000000',
  difference: '-600.000000',
  realEur: null,
  draftEur: null,
  differenceEur: null,
} as const

const LOSS = {
  ...TEAM_SIDES,
  draft: '80.00000000',
  difference: '-20.00000000',
  draftEur: '40.00000000',
  differenceEur: '-10.00500000',
} as const

const SECOND_LEVEL_8 = structuredClone(DEFAULT_PLAN_DOCUMENT) as { unilevel: { percent: string }[] }
SECOND_LEVEL_8.unilevel[1]!.percent = '8'

/** A finished difference over two months, in which one programme pays more and another one nothing. */
export const FAKE_DIFFERENCE: PlanDifference & {
  readonly result: NonNullable<PlanDifference['result']>
} = {
  id: 4,
  draft: 7,
  name: 'Second level 8 %',
  sha256: 'ab'.repeat(32),
  months: ['2026-02', '2026-03'],
  at: AT,
  by: 'pia@example.com',
  job: differenceJob(),
  planVersion: 1,
  text: draftText(SECOND_LEVEL_8),
  result: {
    at: AT + 60_000,
    records: 3,
    partners: 2,
    credited: 5,
    realEur: '100.00000000',
    draftEur: '150.00000000',
    differenceEur: '50.00000000',
    totals: [
      { month: '2026-02', type: 'TEAM', ...TEAM_SIDES },
      { month: '2026-03', type: 'TEAM', ...TEAM_SIDES },
      { month: '2026-03', type: 'WINNER', ...WIN_SIDES },
    ],
    ranks: [
      {
        rank: 'JADE',
        more: 1_200,
        less: 1,
        same: 3,
        gainEur: '60.00500000',
        lossEur: '-10.00500000',
        differenceEur: '50.00000000',
        medianEur: '0.00000000',
        coins: [{ currency: 'UPT', difference: '100.00000000' }],
      },
    ],
    gains: [
      {
        partnerId: 2,
        name: 'Lena Vogel',
        rank: 'JADE',
        country: 'DE',
        type: 'TEAM',
        sides: [TEAM_SIDES],
        realEur: '50.00000000',
        draftEur: '75.00000000',
        differenceEur: '25.00000000',
      },
    ],
    losses: [
      {
        partnerId: 3,
        name: 'Leila Haddad',
        rank: 'JADE',
        country: 'FR',
        type: 'TEAM',
        sides: [LOSS],
        realEur: '50.00000000',
        draftEur: '40.00000000',
        differenceEur: '-10.00500000',
      },
    ],
    replaced: [{ code: 'AMBER', by: 'FREE' }],
    choices: {
      types: ['TEAM', 'WINNER'],
      currencies: ['UPT', 'WIN'],
      ranks: ['FREE', 'JADE'],
      countries: ['DE', 'FR'],
    },
  },
}

const PART = {
  key: '2',
  rank: null,
  percent: '7',
  sharers: null,
  records: 3,
  base: '1250',
  share: '1',
  rate: '2',
  amount: '175.00000000',
} as const

/** The explanation of an amount whose percent differs on the second level. */
export const FAKE_EXPLANATION: ExplainedDifference[] = [
  {
    month: '2026-03',
    currency: 'UPT',
    real: '175.00000000',
    draft: '210.00000000',
    parts: [
      { real: PART, draft: { ...PART, percent: '8', amount: '200.00000000' } },
      { real: null, draft: { ...PART, key: '3', percent: '1', amount: '10.00000000' } },
    ],
    first: { part: 0, step: 'percent' },
  },
]
