import { ADJUSTMENT, BONUS_TYPES } from '@partner-office/domain'
import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { OwnAdjustment } from './adjustments.ts'
import { pageOf, PageNumber, PageSize } from '../page.ts'
import { Day, DecimalText, Id, Instant, InstantText, PathId } from '../primitives.ts'

/** A share of one, such as 0.015. */
const Fraction = z.number().min(0).max(1)

/** Amounts by currency, in each currency's own units. */
const Coins = z.record(z.string(), DecimalText)

/** A first-line partner as a leg of a programme. Units: EUR. Source: ENT-005, ENT-006. */
export const ProgrammeLeg = z.strictObject({
  avatar: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  turnover: DecimalText,
})
export type ProgrammeLeg = z.infer<typeof ProgrammeLeg>

/** A leg of infinity; `fl` and `sl` are the first and second line below its partner. Units: EUR. Source: INF-024; decisions D-053. */
export const InfinityLeg = z.strictObject({
  ...ProgrammeLeg.shape,
  counting_turnover: DecimalText,
  fl_turnover: DecimalText,
  sl_turnover: DecimalText,
  rule: Fraction.nullable(),
})

/** The first row of a programme: the target of partners below its rank. Units: EUR. */
export const FirstRow = z.strictObject({
  rang: z.string(),
  targetTurnover: DecimalText,
  topLegPercents: z.array(Fraction).nullable(),
})

/**
 * How a programme stands for the caller in one period.
 *
 * `percent` belongs to the row shown, `bonusPercent` to the row reached, 0 for none. The id of a checkpoint is its place
 * among all rows of the programme, from 1; the id of a pool is its number. `state` is closed once the month is closed; until
 * then `bonusAmounts` are provisional, at current rates.
 *
 * Units: turnovers, targets and checkpoint values in EUR (the winner's values in WIN); shares are fractions of one.
 * Source: ENT-005; decisions C4 to C6.
 */
export const BonusRecord = z.strictObject({
  bonusPercent: Fraction,
  flTurnover: DecimalText,
  slTurnover: DecimalText,
  tlTurnover: DecimalText,
  totalTurnover: DecimalText,
  countingTurnover: DecimalText,
  targetTurnover: DecimalText,
  topPartners: z.array(z.union([InfinityLeg, ProgrammeLeg])),
  topLegPercents: z.array(Fraction).nullable(),
  checkpoints: z.array(z.strictObject({ id: Id, targetTurnover: DecimalText, value: DecimalText })),
  achievedCheckpoints: z.array(Id),
  poolAmounts: z.strictObject({ '1': DecimalText, '2': DecimalText, '3': DecimalText }).nullable(),
  rang: z.string().nullable(),
  enabled: z.boolean(),
  state: z.enum(['OPEN', 'CLOSED']),
  firstInfinity: FirstRow.nullable(),
  firstDiamond: FirstRow.nullable(),
  isDiamond: z.boolean(),
  percent: Fraction,
  percents: z.array(z.strictObject({ value: Fraction, max: DecimalText })),
  bonusAmounts: Coins,
})
export type BonusRecord = z.infer<typeof BonusRecord>

/** How cycled turbo stands in a window of 30 days. Source: api.md, cycled turbo; decisions C5. */
export const TurboRecord = z.strictObject({
  ...BonusRecord.shape,
  windowStart: Instant,
  windowEnd: Instant,
})
export type TurboRecord = z.infer<typeof TurboRecord>

/** A row of a programme's table. Units: EUR, `amount` in `currency`. Source: api.md section 8. */
export const Requirement = z.strictObject({
  rang: z.string().nullable(),
  targetTurnover: DecimalText,
  topLegPercents: z.array(Fraction).nullable(),
  percent: Fraction.nullable(),
  amount: DecimalText.nullable(),
  currency: z.string().nullable(),
})
export type Requirement = z.infer<typeof Requirement>

/** A row of the table of diamond pools. */
export const PoolRequirement = z.strictObject({
  ...Requirement.shape,
  pool: z.int().min(1).max(3),
})

/** A row of lifestyle as the caller stands to it. Units: EUR. Source: ENT-007; decisions C7. */
export const LifestyleRequirement = z.strictObject({
  rang: z.string(),
  amount: DecimalText,
  currency: z.string(),
  targetTurnover: DecimalText,
  topLegPercents: z.array(Fraction),
  status: z.enum(['reached', 'next', '']),
  isReachable: z.boolean(),
})

/** Counting turnover toward the next row of lifestyle, by leg. Units: EUR. Source: decisions C1, C7, D-057. */
export const LifestyleProgress = z.strictObject({
  totalTurnover: DecimalText,
  countingTurnover: DecimalText,
  targetTurnover: DecimalText,
  topPartners: z.array(ProgrammeLeg),
  percents: z.array(z.strictObject({ value: Fraction, max: DecimalText })),
})
export type LifestyleProgress = z.infer<typeof LifestyleProgress>

/** How lifestyle stands for the caller in one month. Units: EUR. Source: ENT-007; decisions C7. */
export const Lifestyle = z.strictObject({
  requirements: z.array(LifestyleRequirement),
  current: z.string().nullable(),
  next: z.string(),
  currentAmount: DecimalText,
  nextAmount: DecimalText,
  isReached: z.boolean(),
  /** An open month can still change. */
  state: z.enum(['OPEN', 'CLOSED']),
  progress: LifestyleProgress,
})
export type Lifestyle = z.infer<typeof Lifestyle>

/** A paid month of lifestyle. Units: `amount` in `currency`. Source: decisions D-057. */
export const LifestyleMonth = z.strictObject({
  bonusPeriod: Instant,
  rang: z.string(),
  amount: DecimalText,
  currency: z.string(),
  paidAt: Instant.nullable(),
})

/**
 * Infinity's share of one order; provisional while its month is open.
 *
 * Units: `orderAmount` in `orderCurrency`; `bonusAmounts` in coins. Source: ENT-008; decisions C4.
 */
export const InfinityAccrual = z.strictObject({
  orderId: Id,
  accruedAt: Instant,
  referralFirstName: z.string(),
  referralLastName: z.string(),
  level: z.int().positive(),
  bonusPercent: Fraction,
  orderAmount: DecimalText,
  orderCurrency: z.string(),
  bonusAmounts: Coins,
  /** Set if the order was cancelled after its month was closed. Source: decisions C11.22. */
  cancelledAt: Instant.optional(),
})
export type InfinityAccrual = z.infer<typeof InfinityAccrual>

/** What the history lists: bonuses, and what operators have adjusted. Source: D-060, D-165. */
export const HISTORY_TYPES = [...BONUS_TYPES, ADJUSTMENT] as const

/**
 * A credited record, negative if it was taken back, or an adjustment, which has a number of its own and a reason.
 *
 * Units: `orderAmount` in EUR, `bonusAmount` in `currency`; `recordId`: the credited record that explains the amount, of an adjustment
 * the one that it is about. Source: ENT-013; decisions D-059, D-060, D-165.
 */
export const BonusTransaction = z.strictObject({
  id: Id,
  orderId: z.int().nonnegative(),
  paidAt: Instant,
  referralFirstName: z.string().nullable(),
  referralLastName: z.string().nullable(),
  level: z.int().nonnegative(),
  orderAmount: DecimalText,
  bonusType: z.enum(HISTORY_TYPES),
  bonusAmount: DecimalText,
  currency: z.string(),
  /** First instant of the month that a programme's amount is for; null for a bonus of an order. */
  bonusPeriod: Instant.nullable(),
  recordId: Id.nullable(),
  reason: z.string().nullable(),
})
export type BonusTransaction = z.infer<typeof BonusTransaction>

const record = <const Path extends string, Reply extends z.ZodType>(path: Path, reply: Reply) =>
  ({
    method: 'GET',
    path,
    auth: 'bearer',
    query: z.object({ bonusPeriod: InstantText.optional() }),
    reply,
    refusals: ['data_not_ready'],
  }) as const satisfies Contract

const requirements = <const Path extends string, Row extends z.ZodType>(path: Path, row: Row) =>
  ({
    method: 'GET',
    path,
    auth: 'bearer',
    query: z.object({ timestamp: InstantText.optional() }),
    reply: z.array(row),
    refusals: ['data_not_ready'],
  }) as const satisfies Contract

/** Infinity of a month. Refuses: `validation_error` on bonusPeriod. Source: INF-029; decisions C4. */
export const getInfinity = record('/v1/bonus/infinity', BonusRecord)
export const getInfinityRequirements = requirements('/v1/bonus/infinity/requirements', Requirement)

/** Infinity's shares of the orders of a month, newest first; `next` is missing on the last page. */
export const getInfinityHistory = {
  method: 'GET',
  path: '/v1/bonus/infinity/history',
  auth: 'bearer',
  query: z.object({
    size: PageSize(100, 20),
    pagingState: z
      .string()
      .regex(/^\d{1,15}-\d{1,16}$/)
      .optional(),
    bonusPeriod: InstantText.optional(),
  }),
  reply: z.strictObject({ content: z.array(InfinityAccrual), next: z.string().optional() }),
  refusals: ['data_not_ready'],
} as const satisfies Contract

export const getDiamond = record('/v1/bonus/diamond', BonusRecord)
export const getDiamondRequirements = requirements('/v1/bonus/diamond/requirements', Requirement)

/** The shares of the diamond pools of a month. Units: poolAmounts in ULTIMA. Source: decisions C6. */
export const getDiamondPools = {
  method: 'GET',
  path: '/v1/bonus/diamond-pools',
  auth: 'bearer',
  query: z.object({ poolsStartedAt: InstantText.optional() }),
  reply: BonusRecord,
  refusals: ['data_not_ready'],
} as const satisfies Contract
export const getDiamondPoolsRequirements = requirements(
  '/v1/bonus/diamond-pools/requirements',
  PoolRequirement,
)

export const getWinner = record('/v1/bonus/winner', BonusRecord)
export const getWinnerRequirements = requirements('/v1/bonus/winner/requirements', Requirement)

export const getLifestyle = record('/v1/bonus/lifestyle', Lifestyle)
export const getLifestyleRequirements = requirements(
  '/v1/bonus/lifestyle/requirements',
  LifestyleRequirement,
)
/** Paid months of lifestyle, newest first. */
export const getLifestyleHistory = {
  method: 'GET',
  path: '/v1/bonus/lifestyle/history',
  auth: 'bearer',
  query: z.object({ page: PageNumber, size: PageSize(100, 15) }),
  reply: pageOf(LifestyleMonth),
  refusals: [],
} as const satisfies Contract

export const getBsp = record('/v1/bonus/bsp', BonusRecord)
export const getBspRequirements = requirements('/v1/bonus/bsp/requirements', Requirement)

/** The window of 30 days that holds `bonusPeriod`, or now. Source: decisions C5, C11.9. */
export const getCycledTurbo = record('/v1/bonus/cycled-turbo', TurboRecord)
export const getCycledTurboRequirements = requirements(
  '/v1/bonus/cycled-turbo/requirements',
  Requirement,
)

/** Kinds of the history as a comma list. */
const BonusTypeList = z.string().transform((list, context) => {
  const types = z.array(z.enum(HISTORY_TYPES)).safeParse(list.split(','))
  if (types.success) return types.data
  context.addIssue('not a comma list of kinds of bonuses')
  return z.NEVER
})

const HistoryFilter = z.object({
  sort: z.enum(['paidAt|asc', 'paidAt|desc']).default('paidAt|desc'),
  dateFrom: Day.optional(),
  dateTo: Day.optional(),
  bonusTypes: BonusTypeList.optional(),
  level: z
    .string()
    .regex(/^[1-9]\d{0,5}$/)
    .transform(Number)
    .optional(),
})

/** Every credited record of the caller. Source: api.md; decisions D-058 to D-060. */
export const getBonusHistory = {
  method: 'GET',
  path: '/v1/bonus/history',
  auth: 'bearer',
  query: HistoryFilter.extend({ size: PageSize(100, 20), page: PageNumber }),
  reply: pageOf(BonusTransaction),
  refusals: [],
} as const satisfies Contract

/** All credited records that match, as CSV. */
export const getBonusExport = {
  method: 'GET',
  path: '/v1/bonus/history/export',
  auth: 'bearer',
  query: HistoryFilter,
  file: 'text/csv',
  refusals: [],
} as const satisfies Contract

/** Reasons why a partner on the path of an order was not paid. Source: decisions C3, C4, C11.13; the design's explanation panel. */
export const UNPAID_REASONS = ['rank_too_low', 'not_active', 'no_claim', 'not_above_paid'] as const

/**
 * One step on the path of an order, from the buyer's sponsor up to the caller; partners above the caller are left out.
 *
 * Units: `percent` is the share of the order that this step was paid, a fraction; `rate` is the partner's own infinity rate.
 */
export const ExplainedStep = z.strictObject({
  level: z.int().positive(),
  isCaller: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  rang: z.string(),
  kind: z.enum(['DIRECT', 'TEAM', 'UCHAIN_INFINITY']),
  percent: Fraction,
  rate: Fraction.nullable(),
  reason: z.enum(UNPAID_REASONS).nullable(),
})

/** A leg as it counted for a programme or a rank. Units: EUR. */
export const ExplainedLeg = z.strictObject({
  firstName: z.string(),
  lastName: z.string(),
  turnover: DecimalText,
  counted: DecimalText,
  percent: Fraction.nullable(),
})

/** A number as a decimal, or as a fraction such as `1/3` if its decimals do not end. */
const ExactText = z.string().regex(/^-?\d+(\.\d+)?$|^-?\d+\/\d+$/)

/**
 * The calculation of one amount: base x percent (divided by the sharers of a pool) = value; value x
 * share x rate = exact; exact - cut - creditedBefore = amount. Without a percent or a rate, that factor is left out.
 *
 * Units: `base` and `value` in EUR (WIN for the winner); `percent` and `share` are fractions of one; `exact`, `cut`,
 * `creditedBefore` and `amount` in `currency`. A reversal is negative. `creditedBefore` is 0 except in a
 * correction for late orders; `recordId` is null while nothing is credited.
 */
export const ExplainedAmount = z.strictObject({
  recordId: Id.nullable(),
  currency: z.string(),
  base: DecimalText,
  percent: DecimalText.nullable(),
  sharers: z.int().positive().nullable(),
  value: ExactText,
  share: DecimalText,
  rate: z.strictObject({ id: Id, rate: DecimalText, validFrom: Instant }).nullable(),
  exact: ExactText,
  cut: ExactText,
  creditedBefore: DecimalText,
  amount: DecimalText,
})

/**
 * The explanation of an amount, or of an order of the caller's downline that paid nothing.
 *
 * `state`: booked, taken back, or provisional in an open month. `amounts` is empty if nothing was paid; the caller's
 * step then gives the reason. A bonus from an order has `order` and `path`; a rank or a programme has `legs` and its target.
 */
export const BonusExplanation = z.strictObject({
  bonusType: z.enum(BONUS_TYPES),
  state: z.enum(['BOOKED', 'REVERSED', 'OPEN', 'UNPAID']),
  paidAt: Instant.nullable(),
  period: Instant.nullable(),
  planVersion: Id,
  planValidFrom: Instant,
  order: z
    .strictObject({
      orderId: Id,
      paidAt: Instant,
      amount: DecimalText,
      firstName: z.string(),
      lastName: z.string(),
      isCancelled: z.boolean(),
    })
    .nullable(),
  path: z.array(ExplainedStep),
  rang: z.string().nullable(),
  target: DecimalText.nullable(),
  counting: DecimalText.nullable(),
  legs: z.array(ExplainedLeg),
  pool: z.int().min(1).max(3).nullable(),
  windowStart: Instant.nullable(),
  windowEnd: Instant.nullable(),
  amounts: z.array(ExplainedAmount),
  /** What operators have adjusted for this, the oldest first. */
  adjustments: z.array(OwnAdjustment),
})
export type BonusExplanation = z.infer<typeof BonusExplanation>

/**
 * Explains a credited record, or the caller's bonuses from an order of the downline.
 *
 * Refuses: `not_found`, if the record is not the caller's or the order is outside the downline.
 */
export const getBonusExplanation = {
  method: 'GET',
  path: '/v1/bonus/explain',
  auth: 'bearer',
  query: z
    .object({ recordId: PathId.optional(), orderId: PathId.optional() })
    .refine(({ recordId, orderId }) => (recordId === undefined) !== (orderId === undefined), {
      path: ['recordId'],
    }),
  reply: z.array(BonusExplanation),
  refusals: ['not_found', 'data_not_ready'],
} as const satisfies Contract

/** A month of the caller's own bonuses by kind. Units: EUR at the rates of crediting, WIN apart. */
export const MonthlyBonus = z.strictObject({
  month: Instant,
  kinds: z.array(
    z.strictObject({ bonusType: z.enum(BONUS_TYPES), amounts: Coins, eur: DecimalText }),
  ),
})

/** The caller's bonuses of the last months by kind, oldest first. */
export const getBonusMonths = {
  method: 'GET',
  path: '/v1/bonus/months',
  auth: 'bearer',
  query: z.object({ months: PageSize(36, 12) }),
  reply: z.array(MonthlyBonus),
  refusals: [],
} as const satisfies Contract

/**
 * The unilevel percentage for a range of depths; the rows of one `validFrom` are one table, for orders paid from then on.
 *
 * Units: `percent` of the order (40 is 40 %); depths count lines below the partner. Source: decisions B2.
 */
export const UnilevelPercent = z.strictObject({
  validFrom: Instant,
  depthFrom: z.int().positive(),
  depthTo: z.int().positive(),
  kind: z.enum(['DIRECT', 'TEAM']),
  percent: DecimalText,
  label: z.string(),
})
export type UnilevelPercent = z.infer<typeof UnilevelPercent>

/** The unilevel tables of the plan in force, the oldest first. */
export const getUnilevel = {
  method: 'GET',
  path: '/v1/bonus/unilevel',
  auth: 'bearer',
  reply: z.array(UnilevelPercent),
  refusals: [],
} as const satisfies Contract
