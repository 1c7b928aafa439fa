import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { DecimalText, Id, Instant } from '../primitives.ts'
import { ExplainedLeg } from './bonuses.ts'

/** A share of one, such as 0.5. */
const Share = z.number().min(0).max(1)

/**
 * A partner of the first line under the 50 % rule; `leg` and `percent` are null beyond the last leg.
 *
 * Units: turnovers in EUR. Source: ENT-004; decisions D-044.
 */
export const RulePartner = z.strictObject({
  avatar: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  leg: z.int().positive().nullable(),
  percent: Share.nullable(),
  turnover: DecimalText,
  turnoverQualified: DecimalText,
  qualified: z.boolean(),
})
export type RulePartner = z.infer<typeof RulePartner>

/**
 * One step of a ladder; `topPartners` are the caller's partners against it.
 *
 * Units: EUR; each of `bonuses` in its own currency, left out where there is no rate for it.
 * Source: ENT-002; decisions D-042, D-047.
 */
export const Rank = z.strictObject({
  id: Id,
  code: z.string(),
  name: z.string(),
  bonus: DecimalText,
  bonuses: z.strictObject({
    UPT: DecimalText.optional(),
    WIN: DecimalText.optional(),
    EUR: DecimalText.optional(),
  }),
  turnover: DecimalText,
  targets: z.tuple([DecimalText, DecimalText, DecimalText]),
  topPartnerPercents: z.array(Share),
  percents: z.array(z.strictObject({ value: Share, max: DecimalText })),
  topPartners: z.array(RulePartner),
})
export type Rank = z.infer<typeof Rank>

/** The caller's place on a ladder. Units: EUR. Source: ENT-003; decisions C1. */
export const RankStatus = z.strictObject({
  currentRang: Rank,
  nextRang: Rank.nullable(),
  maxBonusRang: Rank.nullable(),
  totalTurnover: DecimalText,
  countingTurnover: DecimalText,
  targetTurnover: DecimalText,
  nextBonus: DecimalText,
  topPartners: z.array(RulePartner),
})
export type RankStatus = z.infer<typeof RankStatus>

/** The caller's place on the ordinary ladder, without bonuses. */
export const getRangCurrent = {
  method: 'GET',
  path: '/v1/rang/current',
  auth: 'bearer',
  reply: RankStatus,
  refusals: ['data_not_ready'],
} as const satisfies Contract

/** The ordinary ladder from below, without bonuses. */
export const getRangAll = {
  method: 'GET',
  path: '/v1/rang/all',
  auth: 'bearer',
  reply: z.array(Rank),
  refusals: ['data_not_ready'],
} as const satisfies Contract

/** The caller's place on the ladder of turnover bonuses. */
export const getTurnoverRang = {
  method: 'GET',
  path: '/v1/bonus/turnover/rang',
  auth: 'bearer',
  reply: RankStatus,
  refusals: ['data_not_ready'],
} as const satisfies Contract

/** The ladder of turnover bonuses from below. */
export const getTurnoverRangsAll = {
  method: 'GET',
  path: '/v1/bonus/turnover/rangs/all',
  auth: 'bearer',
  reply: z.array(Rank),
  refusals: ['data_not_ready'],
} as const satisfies Contract

/**
 * A rank that the caller reached, with the legs as they were after the order that reached it.
 *
 * `line` is the buyer's line below the caller, 0 for an own order. `bonus` is null for a rank without one; it stays when the order is cancelled.
 *
 * Units: EUR; the bonus in its own currency.
 */
export const ReachedRank = z.strictObject({
  rankId: Id,
  rang: z.string(),
  reachedAt: Instant,
  order: z.strictObject({
    orderId: Id,
    amount: DecimalText,
    firstName: z.string(),
    lastName: z.string(),
    line: z.int().nonnegative(),
    isCancelled: z.boolean(),
  }),
  target: DecimalText,
  counting: DecimalText,
  legs: z.array(ExplainedLeg),
  bonus: z
    .strictObject({
      recordId: Id,
      amount: DecimalText,
      currency: z.string(),
    })
    .nullable(),
})
export type ReachedRank = z.infer<typeof ReachedRank>

/** The ranks that the caller reached on the ordinary ladder, the last one first. Source: RKH-001. */
export const getRangHistory = {
  method: 'GET',
  path: '/v1/rang/history',
  auth: 'bearer',
  reply: z.array(ReachedRank),
  refusals: ['data_not_ready'],
} as const satisfies Contract

/**
 * The turnover that counted at the end of a month, or counts now in the month that is not over, by the orders that stand today.
 *
 * `rang` is the rank that came next then, or the highest rank if it was held.
 *
 * Units: EUR; `month` is its first instant.
 */
export const RankMonth = z.strictObject({
  month: Instant,
  isOver: z.boolean(),
  rang: z.string(),
  target: DecimalText,
  counting: DecimalText,
})
export type RankMonth = z.infer<typeof RankMonth>

/** The last 24 months, the current one last; a newcomer's begin with the month of registration. Source: RKH-002. */
export const getRangMonths = {
  method: 'GET',
  path: '/v1/rang/months',
  auth: 'bearer',
  reply: z.array(RankMonth),
  refusals: ['data_not_ready'],
} as const satisfies Contract

/**
 * When the caller may reach the next rank, from the increases of the counting turnover in the last six full months.
 *
 * `from` and `to` are the first instants of months: both for RANGE, the first for OPEN. `reason` is given for UNKNOWN.
 * Without a next rank, `rang`, `target` and `missing` are null and there are no increases; a newcomer's increases are those of
 * the full months since the registration. `capped` are the legs whose further turnover does not count.
 *
 * Units: EUR. Source: console.md section 8 "Forecast"; D-179.
 */
export const RankForecast = z.strictObject({
  state: z.enum(['RANGE', 'OPEN', 'LATE', 'UNKNOWN']),
  reason: z.enum(['NO_RANK', 'NEW', 'FEW_MONTHS', 'PLAN']).optional(),
  from: Instant.optional(),
  to: Instant.optional(),
  rang: z.string().nullable(),
  target: DecimalText.nullable(),
  missing: DecimalText.nullable(),
  increases: z.array(z.strictObject({ month: Instant, amount: DecimalText })),
  capped: z.array(z.strictObject({ firstName: z.string(), lastName: z.string() })),
})
export type RankForecast = z.infer<typeof RankForecast>

/** The caller's own forecast; no other partner gets it. Source: RKH-003, RKH-004. */
export const getRangForecast = {
  method: 'GET',
  path: '/v1/rang/forecast',
  auth: 'bearer',
  reply: RankForecast,
  refusals: ['data_not_ready'],
} as const satisfies Contract
