import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { DecimalText, Id } from '../primitives.ts'

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
