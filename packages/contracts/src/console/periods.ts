import { PERIOD_BONUS_TYPES } from '@partner-office/domain'
import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { Currency, DecimalText, Id, Instant } from '../primitives.ts'
import { Sha256 } from './audit.ts'
import { Job } from './jobs.ts'
import { NamedPartner } from './named-partner.ts'
import { ProposalState, Reason } from './proposals.ts'
import { ROLES } from './roles.ts'

/** A month as records name it, such as `2026-03`. */
export const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)

/** OPEN until its end, then DUE; PROPOSED while a proposal to close it is open; POSTING once its closing has begun. */
export const PeriodState = z.enum(['OPEN', 'DUE', 'PROPOSED', 'POSTING', 'SEALED'])
export type PeriodState = z.infer<typeof PeriodState>

const BonusType = z.enum(PERIOD_BONUS_TYPES)

/** What was credited in a currency. Units: whole coins. */
const CurrencySum = z.object({ currency: Currency, amount: DecimalText })

/**
 * A month of the list.
 *
 * Units: `hash` of its seal; `statementsAt`: when all statements were made; `late`: orders paid in it that arrived since it was closed.
 * `records` and `sums` are of the closing, or of the newest dry run before. Source: requirements MON-001.
 */
export const ListedPeriod = z.object({
  month: Month,
  state: PeriodState,
  records: z.int().nonnegative().nullable(),
  sums: z.array(CurrencySum),
  hash: Sha256.nullable(),
  sealedAt: Instant.nullable(),
  statementsAt: Instant.nullable(),
  late: z.int().nonnegative(),
  proposal: Id.nullable(),
  proposedBy: z.string().nullable(),
  approvedBy: z.string().nullable(),
})
export type ListedPeriod = z.infer<typeof ListedPeriod>

/** Months, the newest first; `next` is the month to go on below. */
export const getPeriods = {
  method: 'GET',
  path: '/console/v1/periods',
  auth: 'operator',
  roles: ROLES,
  query: z.object({ cursor: Month.optional() }),
  reply: z.object({ content: z.array(ListedPeriod), next: Month.optional() }),
  refusals: [],
} as const satisfies Contract

/** What a programme credits in a currency. Units: `eur` at the rates of the records, half up to cents; null without a value in EUR. */
export const ProgrammeSum = z.object({
  type: BonusType,
  currency: Currency,
  records: z.int().positive(),
  partners: z.int().positive(),
  amount: DecimalText,
  eur: DecimalText.nullable(),
})
export type ProgrammeSum = z.infer<typeof ProgrammeSum>

/**
 * A programme beside the months closed last, oldest first; null in a month without it.
 *
 * Units: `percent` against the mean of these months, of EUR or, without a value in EUR, of coins; one decimal, half up; null where
 * there is nothing to compare. Source: requirements MON-003.
 */
export const ComparedProgramme = z.object({
  type: BonusType,
  currency: Currency,
  now: ProgrammeSum.nullable(),
  before: z.array(ProgrammeSum.nullable()),
  percent: DecimalText.nullable(),
})
export type ComparedProgramme = z.infer<typeof ComparedProgramme>

/** What all programmes with a value in EUR credit together. Units: EUR, the sum of the lines as they are shown; percent. */
const ComparedSum = z.object({
  now: DecimalText,
  before: z.array(DecimalText),
  percent: DecimalText.nullable(),
})

/** What a closing credits to an earlier month for late orders. Units: whole coins; EUR of the orders. Source: requirements MON-004. */
export const PeriodCorrection = z.object({
  month: Month,
  orders: z.int().nonnegative(),
  ordersEur: DecimalText,
  firstAt: Instant.nullable(),
  lastAt: Instant.nullable(),
  /** The first 100 by their arrival. */
  orderIds: z.array(Id),
  sums: z.array(
    z.object({
      type: BonusType,
      currency: Currency,
      records: z.int().positive(),
      amount: DecimalText,
    }),
  ),
})
export type PeriodCorrection = z.infer<typeof PeriodCorrection>

/** A single credit to an earlier month. Units: as `ProgrammeSum`. `recordId`: the record of a closing; null in a dry run, which has none yet. */
export const LargestCorrection = z.object({
  partner: NamedPartner,
  month: Month,
  type: BonusType,
  currency: Currency,
  amount: DecimalText,
  eur: DecimalText.nullable(),
  recordId: Id.nullable(),
})
export type LargestCorrection = z.infer<typeof LargestCorrection>

/** What a closing credits to earlier months: by month, and the five largest credits by their value in EUR. Source: requirements MON-004. */
export const Corrections = z.object({
  months: z.array(PeriodCorrection),
  largest: z.array(LargestCorrection),
})
export type Corrections = z.infer<typeof Corrections>

/** Every check of a close. Source: decisions D-160. */
export const CheckName = z.enum([
  'over',
  'rates',
  'import',
  'figures',
  'verify',
  'clock',
  'disk',
  'totals',
  'newTop',
  'factor',
  'negative',
  'late',
  'slowOrders',
  'rateAge',
  'rateJump',
  'disputes',
  'plan',
  'blocked',
  'backup',
  'verifyAge',
])
export type CheckName = z.infer<typeof CheckName>

/** A line of the list behind a check: what it names, and the numbers that brought it there. */
export const CheckLine = z.object({
  kind: z.enum([
    'partner',
    'order',
    'dispute',
    'rate',
    'month',
    'programme',
    'job',
    'plan',
    'process',
    'none',
  ]),
  /** The id, the pair of currencies, the month or the programme. */
  object: z.string(),
  values: z.record(z.string(), z.string()),
})
export type CheckLine = z.infer<typeof CheckLine>

/**
 * A check of a close.
 *
 * `basis` is the SHA-256 of its numbers: an acceptance holds for this one only. `lines` are the first 100 of `count`; `threshold` null
 * where the check has none. Source: requirements MON-005 to MON-007.
 */
export const CloseCheck = z.object({
  name: CheckName,
  state: z.enum(['pass', 'warn', 'stop']),
  count: z.int().nonnegative(),
  numbers: z.record(z.string(), z.string()),
  threshold: DecimalText.nullable(),
  lines: z.array(CheckLine),
  basis: Sha256,
  accepted: z.object({ by: z.string(), at: Instant, reason: z.string() }).nullable(),
})
export type CloseCheck = z.infer<typeof CloseCheck>

/** The quote that a currency is credited at. */
const UsedRate = z.object({
  from: Currency,
  to: Currency,
  rate: DecimalText,
  setAt: Instant,
})

/**
 * What closing a month would credit, as of a fact.
 *
 * `sha256` and the sums are those of `office close --dry-run` at the same fact; null while a rate is missing.
 */
export const DryRun = z.object({
  jobId: Id,
  at: Instant,
  upToFact: z.int().nonnegative(),
  planVersion: z.int(),
  rates: z.array(UsedRate),
  records: z.int().nonnegative(),
  partners: z.int().nonnegative(),
  sha256: Sha256.nullable(),
  programmes: z.array(ProgrammeSum),
  corrections: z.array(PeriodCorrection),
  checks: z.array(CloseCheck),
  /** What has changed since, in words: with any, it cannot be proposed any more. */
  changes: z.array(z.string()),
})
export type DryRun = z.infer<typeof DryRun>

/** Orders paid in a closed month that arrived after its closing. `correctedBy`: the month whose close credits them; null: none will. */
export const LateOrders = z.object({
  orders: z.int().positive(),
  eur: DecimalText,
  firstAt: Instant,
  lastAt: Instant,
  correctedBy: Month.nullable(),
  isCorrected: z.boolean(),
})
export type LateOrders = z.infer<typeof LateOrders>

/**
 * Orders paid in a closed month that were cancelled after its closing had begun, with when the first and the last of them was.
 *
 * Units: EUR of the orders. `takenBack`: the credits of these orders, which their cancellations have reversed. Source: requirements MON-016.
 */
export const CancelledOrders = z.object({
  orders: z.int().positive(),
  eur: DecimalText,
  firstAt: Instant,
  lastAt: Instant,
  takenBack: z.array(CurrencySum),
})
export type CancelledOrders = z.infer<typeof CancelledOrders>

/** The seal of a month and all that it stands on. Source: requirements MON-013. */
export const PeriodSeal = z.object({
  hash: Sha256,
  before: Sha256.nullable(),
  recordsHash: Sha256,
  recordsRoot: Sha256,
  lateHash: Sha256,
  lateRoot: Sha256,
  records: z.int().nonnegative(),
  lateRecords: z.int().nonnegative(),
  upToFact: z.int().nonnegative(),
  planVersion: z.int(),
  /** Versions in force in the month. */
  planVersions: z.array(z.int()),
  rates: z.array(UsedRate.extend({ rateType: z.enum(['SELL', 'BUY']) })),
  begunAt: Instant,
  sealedAt: Instant,
})
export type PeriodSeal = z.infer<typeof PeriodSeal>

/**
 * The cockpit of one month.
 *
 * `earlier` and `later` are the months beside it, as far as the list goes. `before` names the months that the programmes are compared with, oldest first. `dryRun` is the newest that ended; `jobs` are the
 * newest of each kind. `proposal` is the newest one. `corrections` are those of a sealed month's closing, before of the newest dry run. `isPosting` with a close job that has not ended is the progress; `canContinue`:
 * the closing has begun and nothing works on it any more.
 */
export const Period = z.object({
  month: Month,
  earlier: Month.nullable(),
  later: Month.nullable(),
  state: PeriodState,
  isOver: z.boolean(),
  before: z.array(Month),
  programmes: z.array(ComparedProgramme),
  together: ComparedSum,
  dryRun: DryRun.nullable(),
  proposal: z
    .object({
      id: Id,
      state: ProposalState,
      by: z.string(),
      at: Instant,
      reason: z.string(),
      decidedBy: z.string().nullable(),
      decidedAt: Instant.nullable(),
      /** Of a refusal. */
      decisionReason: z.string().nullable(),
    })
    .nullable(),
  seal: PeriodSeal.nullable(),
  corrections: Corrections.nullable(),
  late: z.array(LateOrders),
  cancelled: CancelledOrders.nullable(),
  statements: z
    .object({
      finishedAt: Instant.nullable(),
      byCurrency: z.array(z.object({ currency: Currency, statements: z.int() })),
    })
    .nullable(),
  jobs: z.array(Job),
  posted: z.int().nonnegative().nullable(),
  canContinue: z.boolean(),
})
export type Period = z.infer<typeof Period>

const params = z.object({ month: Month })
const Started = z.object({ jobId: Id })
const act = { auth: 'operator', roles: ['finance'], params } as const

/** The cockpit of one month. Refuses: `not_found`, a month that has not begun. */
export const getPeriod = {
  method: 'GET',
  path: '/console/v1/periods/:month',
  auth: 'operator',
  roles: ROLES,
  params,
  reply: Period,
  refusals: [],
} as const satisfies Contract

/**
 * Compute as a job what closing the month would credit; of a month that is not over, a forecast. Writes nothing but the result.
 *
 * Refuses: `job_running`; `too_late`, once the closing has begun. Source: requirements MON-002, MON-019.
 */
export const postDryRun = {
  method: 'POST',
  path: '/console/v1/periods/:month/dry-run',
  ...act,
  reply: Started,
  refusals: ['job_running', 'too_late'],
} as const satisfies Contract

/**
 * Accept a check of the newest dry run that warns, with a reason.
 *
 * Refuses: `changed_meanwhile`, if its numbers are others; `checks_open`, a check that stops. Source: requirements MON-006, MON-007.
 */
export const postCheckAccept = {
  method: 'POST',
  path: '/console/v1/periods/:month/checks/:name/accept',
  auth: 'operator',
  roles: ['finance'],
  params: params.extend({ name: CheckName }),
  body: z.object({ basis: Sha256, reason: Reason }),
  reply: CloseCheck,
  refusals: ['changed_meanwhile', 'checks_open'],
} as const satisfies Contract

/**
 * Compute a closed month again as a job; with `now`, from today's facts: what the next close would credit.
 *
 * Refuses: `not_found`, a month that is not closed; `job_running`. Source: requirements MON-014.
 */
export const postRecompute = {
  method: 'POST',
  path: '/console/v1/periods/:month/recompute',
  ...act,
  body: z.object({ now: z.boolean().default(false) }),
  reply: Started,
  refusals: ['job_running'],
} as const satisfies Contract

/** All differences of a month that is computed again, as CSV; with `now`, what the next close would credit. */
export const getRecomputed = {
  method: 'GET',
  path: '/console/v1/periods/:month/differences',
  auth: 'operator',
  roles: ROLES,
  params,
  query: z.object({ now: z.enum(['true', 'false']).default('false') }),
  file: 'text/csv',
  refusals: [],
} as const satisfies Contract

/** Make the statements of a closed month as a job; those that are made stay. Refuses: `not_found`; `job_running`. Source: MON-015. */
export const postStatements = {
  method: 'POST',
  path: '/console/v1/periods/:month/statements',
  ...act,
  reply: Started,
  refusals: ['job_running'],
} as const satisfies Contract

/** Go on with a closing that has begun and failed. Refuses: `not_found`, without such a closing; `job_running`. Source: MON-020. */
export const postContinue = {
  method: 'POST',
  path: '/console/v1/periods/:month/continue',
  ...act,
  reply: Started,
  refusals: ['job_running'],
} as const satisfies Contract
