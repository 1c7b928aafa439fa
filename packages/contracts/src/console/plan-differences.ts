import { BONUS_TYPES } from '@partner-office/domain'
import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { ById, Currency, DecimalText, Id, Instant, PathId } from '../primitives.ts'
import { Sha256 } from './audit.ts'
import { Job } from './jobs.ts'
import { Month } from './periods.ts'
import { ROLES } from './roles.ts'

const BonusType = z.enum(BONUS_TYPES)
const RankCode = z.string().min(1).max(64)
const Country = z.string().regex(/^[A-Z]{2}$/)

/** The most months of one difference. Source: requirements PLN-010. */
export const MOST_MONTHS = 24

/** A draft that was, or is being, run over closed months, oldest first. `name` and `sha256` are of the draft as it was then. */
const ListedDifference = z.object({
  id: Id,
  draft: Id,
  name: z.string(),
  sha256: Sha256,
  months: z.array(Month),
  at: Instant,
  by: z.string(),
  /** The newest run. */
  job: Job,
})
export type ListedDifference = z.infer<typeof ListedDifference>

/**
 * What a programme has credited and would have credited, in a currency.
 *
 * Units: whole coins; EUR at the rates of the records, exact, null for coins without a value in EUR.
 */
const Sides = z.object({
  currency: Currency,
  real: DecimalText,
  draft: DecimalText,
  difference: DecimalText,
  realEur: DecimalText.nullable(),
  draftEur: DecimalText.nullable(),
  differenceEur: DecimalText.nullable(),
})
export type DifferenceSides = z.infer<typeof Sides>

/** The sides of a programme, in a month or in all of them. */
const ProgrammeSides = Sides.extend({ type: BonusType })
export const DifferenceTotal = ProgrammeSides.extend({ month: Month })
export type DifferenceTotal = z.infer<typeof DifferenceTotal>
export type ProgrammeSides = z.infer<typeof ProgrammeSides>

/**
 * Partners who held a rank at the end of a month and would have got more, less or the same in the months in which they held it.
 * `more` and `less` compare EUR, and coins without a value in EUR where that is equal.
 *
 * Units: EUR, exact; the median is the value at position ceil(n / 2). `coins`: each currency, whole coins.
 * Source: requirements PLN-012.
 */
const RankChange = z.object({
  rank: RankCode,
  more: z.int().nonnegative(),
  less: z.int().nonnegative(),
  same: z.int().nonnegative(),
  gainEur: DecimalText,
  lossEur: DecimalText,
  differenceEur: DecimalText,
  medianEur: DecimalText,
  coins: z.array(z.object({ currency: Currency, difference: DecimalText })),
})
export type RankChange = z.infer<typeof RankChange>

/** A partner with one of the largest changes of a programme. `rank` is that at the end of the last month. Source: requirements PLN-013. */
const LargestChange = z.object({
  partnerId: Id,
  name: z.string(),
  rank: RankCode,
  country: z.string(),
  type: BonusType,
  sides: z.array(Sides),
  realEur: DecimalText.nullable(),
  draftEur: DecimalText.nullable(),
  differenceEur: DecimalText.nullable(),
})
export type LargestChange = z.infer<typeof LargestChange>

/** Filters for totals, ranks, largest changes and the file alike. Source: requirements PLN-014. */
export const DifferenceFilter = z.object({
  month: Month.optional(),
  type: BonusType.optional(),
  currency: Currency.optional(),
  rank: RankCode.optional(),
  country: Country.optional(),
})
export type DifferenceFilter = z.infer<typeof DifferenceFilter>

/**
 * What a difference has found, for the filters. `records` and `partners` are those of changed amounts, `credited` all partners with an
 * amount on either side.
 */
const DifferenceResult = z.object({
  at: Instant,
  records: z.int().nonnegative(),
  partners: z.int().nonnegative(),
  credited: z.int().nonnegative(),
  realEur: DecimalText,
  draftEur: DecimalText,
  differenceEur: DecimalText,
  totals: z.array(DifferenceTotal),
  ranks: z.array(RankChange),
  gains: z.array(LargestChange),
  losses: z.array(LargestChange),
  /** Ranks whose code the draft lacks, and the rank of the draft that their partners hold instead. */
  replaced: z.array(z.object({ code: RankCode, by: RankCode })),
  /** What the filters can be set to. */
  choices: z.object({
    types: z.array(BonusType),
    currencies: z.array(Currency),
    ranks: z.array(RankCode),
    countries: z.array(z.string()),
  }),
})
export type DifferenceResult = z.infer<typeof DifferenceResult>

/** A difference. `text` is the draft as it was then, `planVersion` the newest version at that time; `result` is null until it has run to its end. */
export const PlanDifference = ListedDifference.extend({
  planVersion: z.int(),
  text: z.string(),
  result: DifferenceResult.nullable(),
})
export type PlanDifference = z.infer<typeof PlanDifference>

/**
 * A part of an explanation, which explains one or more records that are computed alike.
 *
 * Units: `key` is the level, the rank, the pool, the window or the percent paid before; `base` in EUR, or coins that are not converted;
 * `percent` of the base; `rate` in coins for one EUR; `amount` in whole coins.
 */
const ExplanationPart = z.object({
  key: z.string(),
  rank: z.string().nullable(),
  percent: DecimalText.nullable(),
  sharers: z.int().positive().nullable(),
  records: z.int().positive(),
  base: DecimalText,
  share: DecimalText,
  rate: DecimalText.nullable(),
  amount: DecimalText,
})
export type ExplanationPart = z.infer<typeof ExplanationPart>

/** The steps of a part in their order; `part`: one side has no such part. */
export const EXPLAINED_STEPS = [
  'part',
  'rank',
  'percent',
  'sharers',
  'records',
  'base',
  'share',
  'rate',
  'amount',
] as const

/** Both explanations of an amount; `first` names the first step that differs, null where none does. Source: requirements PLN-013. */
const ExplainedDifference = z.object({
  month: Month,
  currency: Currency,
  real: DecimalText,
  draft: DecimalText,
  parts: z.array(z.object({ real: ExplanationPart.nullable(), draft: ExplanationPart.nullable() })),
  first: z.object({ part: z.int().nonnegative(), step: z.enum(EXPLAINED_STEPS) }).nullable(),
})
export type ExplainedDifference = z.infer<typeof ExplainedDifference>

const read = { method: 'GET', auth: 'operator', roles: ROLES } as const

/** Differences, the newest first; `draft` names the draft. */
export const getPlanDifferences = {
  ...read,
  path: '/console/v1/plan/differences',
  query: z.object({ draft: PathId.optional(), cursor: PathId.optional() }),
  reply: z.object({ content: z.array(ListedDifference), next: z.string().optional() }),
  refusals: [],
} as const satisfies Contract

/**
 * Run a draft over closed months, as a job of the kind `planDifference` whose object is the difference.
 *
 * Refuses: `validation_error`, a draft that is no plan (the first problem is named) or a month that is not closed; `job_running`, with the
 * id of the one that runs; `not_found`, for the draft. Source: requirements PLN-010, PLN-017.
 */
export const postPlanDifference = {
  method: 'POST',
  path: '/console/v1/plan/differences',
  auth: 'operator',
  roles: ['plan'],
  body: z.object({ draftId: Id, months: z.array(Month).min(1).max(MOST_MONTHS) }),
  reply: z.object({ id: Id, jobId: Id }),
  refusals: ['job_running'],
} as const satisfies Contract

/** One difference, with its result for the filters. Source: requirements PLN-010, PLN-012, PLN-014. */
export const getPlanDifference = {
  ...read,
  path: '/console/v1/plan/differences/:id',
  params: ById,
  query: DifferenceFilter,
  reply: PlanDifference,
  refusals: [],
} as const satisfies Contract

/** Every amount of a difference for the filters, as CSV. Refuses: `not_found`, until it has run to its end. Source: requirements PLN-014. */
export const getPlanDifferenceFile = {
  ...read,
  path: '/console/v1/plan/differences/:id/file',
  params: ById,
  query: DifferenceFilter,
  file: 'text/csv',
  refusals: [],
} as const satisfies Contract

/** Both explanations of a partner's amounts of a programme, by month and currency. Source: requirements PLN-013. */
export const getPlanDifferenceExplanation = {
  ...read,
  path: '/console/v1/plan/differences/:id/explanation',
  params: ById,
  query: DifferenceFilter.pick({ month: true, currency: true }).extend({
    partnerId: PathId,
    type: BonusType,
  }),
  reply: z.object({ content: z.array(ExplainedDifference) }),
  refusals: [],
} as const satisfies Contract
