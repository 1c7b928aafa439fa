import { DAY_MS } from '@partner-office/domain'
import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { ById, DayText, DecimalText, Id, Instant } from '../primitives.ts'
import { NamedPartner } from './named-partner.ts'
import { ROLES } from './roles.ts'

const read = { auth: 'operator', roles: ROLES } as const

/** What the time line of a partner has. CREDITS: those of one day. */
export const PAST_KINDS = [
  'REGISTRATION',
  'ORDER',
  'CANCELLATION',
  'RANK',
  'CREDITS',
  'PAYOUT',
  'PAYOUT_END',
  'BLOCK',
  'DOCUMENT',
  'TICKET',
  'DISPUTE',
  'ADJUSTMENT',
  'SIGN_IN',
] as const
export const PastKind = z.enum(PAST_KINDS)
export type PastKind = z.infer<typeof PastKind>

/**
 * Something that happened to a partner.
 *
 * `number`: of the order, payout, document, ticket, dispute or adjustment that it is about; of a rank the order that reached it; else 0.
 * `state`: of a block BLOCKED or UNBLOCKED; of a payout, document, ticket or dispute its state; of SIGN_IN what changed; of a rank its
 * code, of an adjustment its kind; else empty. Units: `at`: of CREDITS the end of the day; `amounts` with their currency.
 */
export const PastEntry = z.object({
  kind: PastKind,
  at: Instant,
  number: z.int().nonnegative(),
  state: z.string(),
  amounts: z.array(z.object({ amount: DecimalText, currency: z.string() })),
})
export type PastEntry = z.infer<typeof PastEntry>

/** What happened to a partner, the last first. Refuses: `not_found`. Source: requirements PTR-019. */
export const getPartnerPast = {
  method: 'GET',
  path: '/console/v1/partners/:id/past',
  ...read,
  params: ById,
  query: z.object({
    kind: PastKind.optional(),
    cursor: z
      .string()
      .regex(/^\d{1,15}-[A-Z_]{1,16}-\d{1,16}$/)
      .optional(),
  }),
  reply: z.object({ content: z.array(PastEntry), next: z.string().optional() }),
  refusals: [],
} as const satisfies Contract

const Days = z
  .object({ from: DayText, to: DayText })
  .refine(({ from, to }) => from < to, { path: ['to'] })

/** The value at the end of two days. */
const turnover = { before: DecimalText, after: DecimalText, difference: DecimalText }

/** Orders that add to a turnover, or cancellations that take from it: all together, and the largest ten. Units: EUR; below 0 for cancellations. */
const OrderCause = z.object({
  count: z.int().nonnegative(),
  amount: DecimalText,
  largest: z.array(
    z.object({ orderId: Id, at: Instant, buyer: NamedPartner, amount: DecimalText }),
  ),
})
export type OrderCause = z.infer<typeof OrderCause>

const TurnoverChange = z.object({ ...turnover, orders: OrderCause, cancellations: OrderCause })

/** Registrations, and the ten legs that have most of them. */
const SizeChange = z.object({
  before: z.int().nonnegative(),
  after: z.int().nonnegative(),
  difference: z.int(),
  registrations: z.object({
    count: z.int().nonnegative(),
    largest: z.array(z.object({ leg: NamedPartner, count: z.int().positive() })),
  }),
})

/** Where the counting turnover stood: the rank that it counts for, and what of the own turnover and of the legs counted. Units: EUR. */
const Standing = z.object({
  rang: z.string(),
  targetRang: z.string(),
  target: DecimalText,
  own: DecimalText,
  counting: DecimalText,
})

const Counted = z.object({ turnover: DecimalText, counts: DecimalText })

/**
 * Why the figures of a partner differ between the ends of two days.
 *
 * `legs`: the largest of either day; `otherLegs`: all others together, how many there are and what they have. What counts of all legs
 * and the own turnover is the counting turnover. `asOf`: the fact number up to which orders are read.
 *
 * Units: EUR; days of UTC.
 */
export const PartnerChanges = z.object({
  asOf: z.int().nonnegative(),
  ownTurnover: TurnoverChange,
  teamTurnover: TurnoverChange,
  flSize: SizeChange,
  teamSize: SizeChange,
  counting: z.object({
    before: Standing,
    after: Standing,
    legs: z.array(z.object({ leg: NamedPartner, before: Counted, after: Counted })),
    otherLegs: z.object({ count: z.int().nonnegative(), before: Counted, after: Counted }),
  }),
})
export type PartnerChanges = z.infer<typeof PartnerChanges>

/**
 * What changed between the ends of two days, by causes that add up to the differences.
 *
 * Refuses: `not_found`; `data_not_ready`; `too_many_requests`.
 * Source: requirements PTR-020; decisions D-169.
 */
export const getPartnerChanges = {
  method: 'GET',
  path: '/console/v1/partners/:id/changes',
  ...read,
  params: ById,
  query: Days.transform(({ from, to }) => ({
    from: Date.parse(from) + DAY_MS,
    to: Date.parse(to) + DAY_MS,
  })),
  reply: PartnerChanges,
  refusals: ['data_not_ready'],
} as const satisfies Contract
