import { BONUS_TYPES, parseEurCents, PERIOD_BONUS_TYPES } from '@partner-office/domain'
import { z } from 'zod'

import { ExplainedAmount } from '../business/bonuses.ts'
import type { Contract } from '../contract.ts'
import { ById, Currency, DayText, DecimalText, Id, Instant, PathId } from '../primitives.ts'
import { Sha256 } from './audit.ts'
import { NamedPartner } from './named-partner.ts'
import { Month } from './periods.ts'
import { ROLES } from './roles.ts'

const read = { auth: 'operator', roles: ROLES } as const

/** Whether an order counts, or was cancelled. */
export const OrderState = z.enum(['STANDING', 'CANCELLED'])
export type OrderState = z.infer<typeof OrderState>

/**
 * An order of the list.
 *
 * Units: `amount` in EUR; `lateFor`: the closed month of its payment, which was closed before the order arrived; `file`: the number of
 * the file that brought it, null for an order that came alone.
 */
export const ListedOrder = z.object({
  id: Id,
  buyer: NamedPartner,
  paidAt: Instant,
  recordedAt: Instant,
  amount: DecimalText,
  state: OrderState,
  lateFor: Month.nullable(),
  file: Id.nullable(),
})
export type ListedOrder = z.infer<typeof ListedOrder>

const Eur = z.string().transform((text, context) => {
  const cents = parseEurCents(text)
  if (cents !== null) return Number(cents)
  context.addIssue('not an amount in EUR with at most 2 decimals')
  return z.NEVER
})

const DayStart = DayText.transform((text) => Date.parse(text))

/**
 * What orders are found by.
 *
 * Units: `paid` and `recorded` are days in UTC, as their first millisecond; `amount` in EUR cents. `order` is also the id that the shop
 * gave. Source: requirements ORC-001.
 */
export const OrderFilter = z.object({
  order: PathId.optional(),
  partner: PathId.optional(),
  paid: DayStart.optional(),
  recorded: DayStart.optional(),
  amount: Eur.optional(),
  state: OrderState.optional(),
  lateFor: Month.optional(),
  file: PathId.optional(),
})
export type OrderFilter = z.infer<typeof OrderFilter>

/** Orders, those that were recorded last first; ties by the greater id. Source: requirements ORC-001. */
export const getOrders = {
  method: 'GET',
  path: '/console/v1/orders',
  ...read,
  query: OrderFilter.extend({
    cursor: z
      .string()
      .regex(/^\d{1,15}-\d{1,16}$/)
      .optional(),
  }),
  reply: z.object({ content: z.array(ListedOrder), next: z.string().optional() }),
  refusals: [],
} as const satisfies Contract

/**
 * One order. `rate` is the quote of its direct and team bonus.
 *
 * Units: `correctedWith`: the month whose close has credited what a late order changes in the month of its payment; null if none has yet.
 */
export const ConsoleOrder = ListedOrder.extend({
  fact: Id,
  planVersion: Id,
  rate: z.object({ id: Id, to: Currency, rate: DecimalText, validFrom: Instant }),
  correctedWith: Month.nullable(),
  cancelled: z.object({ at: Instant, reason: z.string(), fact: Id }).nullable(),
})
export type ConsoleOrder = z.infer<typeof ConsoleOrder>

/** One order. */
export const getOrder = {
  method: 'GET',
  path: '/console/v1/orders/:id',
  ...read,
  params: ById,
  reply: ConsoleOrder,
  refusals: ['not_found'],
} as const satisfies Contract

/** Amounts of one currency. Units: the sum, with the decimals of the currency. */
export const CurrencySum = z.object({
  currency: Currency,
  count: z.int().nonnegative(),
  amount: DecimalText,
})
export type CurrencySum = z.infer<typeof CurrencySum>

/** Why a level of an order was not paid by direct and team bonus; `no_partner`: there is nobody so far up. */
export const UnpaidLevelReason = z.enum([
  'blocked',
  'inactive',
  'no_percent',
  'below_smallest_unit',
  'no_partner',
])
export type UnpaidLevelReason = z.infer<typeof UnpaidLevelReason>

/**
 * A level above the buyer of an order, and what direct or team bonus paid there. `amounts` are its records, a reversal included; empty
 * with a reason.
 *
 * Units: level 1 is the buyer's sponsor; `percent` of the order as a share of one.
 */
export const OrderLevel = z.object({
  level: Id,
  partner: NamedPartner.nullable(),
  kind: z.enum(['DIRECT', 'TEAM']),
  percent: z.number().nullable(),
  reason: UnpaidLevelReason.nullable(),
  amounts: z.array(ExplainedAmount),
})
export type OrderLevel = z.infer<typeof OrderLevel>

/** A rank that an order reached. `isHeld`: on the ladder of ranks; else on that of rank bonuses alone. `bonus` is its record. */
export const OrderRank = z.object({
  partner: NamedPartner,
  rang: z.string(),
  isHeld: z.boolean(),
  bonus: ExplainedAmount.nullable(),
})
export type OrderRank = z.infer<typeof OrderRank>

/** A share of the buyer that was credited because the buyer was active by the order. Units: as `CurrencySum`. */
export const DependentShare = z.object({
  recordId: Id,
  orderId: Id,
  type: z.enum(BONUS_TYPES),
  level: Id,
  currency: Currency,
  amount: DecimalText,
  paidAt: Instant,
})
export type DependentShare = z.infer<typeof DependentShare>

/**
 * What an order does for the activity of its buyer. `gives`: the order is large enough.
 *
 * Units: `minimum` in EUR; `until`: when the activity ends by all orders, `without`: by all but this one; `shares`: the buyer's own
 * shares of other orders that would not have been credited without it, the newest first, at most 50 of all that `sums` count.
 * Source: decisions C8, C11.3, C11.5, C11.14.
 */
export const OrderActivity = z.object({
  gives: z.boolean(),
  days: z.int().nonnegative(),
  minimum: DecimalText,
  until: Instant.nullable(),
  without: Instant.nullable(),
  sums: z.array(CurrencySum),
  shares: z.array(DependentShare),
})
export type OrderActivity = z.infer<typeof OrderActivity>

/**
 * What an order has done at once: every level up to the highest that its plan pays, the ranks that it reached, and activity.
 *
 * Source: requirements ORC-002, ORC-003.
 */
export const getOrderEffect = {
  method: 'GET',
  path: '/console/v1/orders/:id/effect',
  ...read,
  params: ById,
  reply: z.object({
    levels: z.array(OrderLevel),
    sums: z.array(CurrencySum),
    ranks: z.array(OrderRank),
    activity: OrderActivity,
  }),
  refusals: ['not_found', 'data_not_ready'],
} as const satisfies Contract
export type OrderEffect = z.infer<(typeof getOrderEffect)['reply']>

/** Why a partner gets no infinity of an order. */
export const NoInfinityReason = z.enum([
  'blocked',
  'rank_too_low',
  'target_not_reached',
  'inactive',
  'not_above_paid',
])
export type NoInfinityReason = z.infer<typeof NoInfinityReason>

/**
 * A level above the buyer and its share by infinity.
 *
 * Units: `effective` is the percent that the partner earns, `paidBefore` what the levels below get, `share` the difference, all as shares
 * of one; `eur` the share in EUR. All four are null where the order does not count. `amounts` are its records, reversals included.
 */
export const InfinityLevel = z.object({
  level: Id,
  partner: NamedPartner,
  rang: z.string(),
  effective: z.number().nullable(),
  paidBefore: z.number().nullable(),
  share: z.number().nullable(),
  eur: DecimalText.nullable(),
  reason: NoInfinityReason.nullable(),
  amounts: z.array(ExplainedAmount),
})
export type InfinityLevel = z.infer<typeof InfinityLevel>

/**
 * A programme of a partner above the buyer in which the order counts.
 *
 * Units: `targets`: the turnovers of the rows that the partner reaches, in EUR; `pool` and `window` are null but for the programmes that
 * have them. `amounts` are the records of the programme, which counts many orders.
 */
export const CountingProgramme = z.object({
  level: Id,
  partner: NamedPartner,
  type: z.enum(PERIOD_BONUS_TYPES).exclude(['UCHAIN_INFINITY']),
  targets: z.array(DecimalText),
  pool: z.int().positive().nullable(),
  window: z.object({ start: Instant, end: Instant }).nullable(),
  amounts: z.array(ExplainedAmount),
})
export type CountingProgramme = z.infer<typeof CountingProgramme>

/** Whether an order counts in the programmes of its month: late, it waits for the next close. */
export const OrderCounts = z.enum(['COUNTS', 'LATE', 'CANCELLED'])
export type OrderCounts = z.infer<typeof OrderCounts>

/**
 * What an order does in the programmes of the month of its payment: as the last close of the month knew it, of an open month as of now.
 *
 * Lists the levels that the plan pays; above them only partners who get something.
 *
 * Costs all orders of the month; of a closed month, all orders before its end.
 * Source: requirements ORC-003; decisions C4 to C7, C11.22.
 */
export const getOrderMonth = {
  method: 'GET',
  path: '/console/v1/orders/:id/month',
  ...read,
  params: ById,
  reply: z.object({
    month: Month,
    isClosed: z.boolean(),
    counts: OrderCounts,
    infinity: z.array(InfinityLevel),
    programmes: z.array(CountingProgramme),
  }),
  refusals: ['not_found', 'data_not_ready'],
} as const satisfies Contract
export type OrderMonth = z.infer<(typeof getOrderMonth)['reply']>

/** An account of a transfer; `partner` is null for the company's. */
const NamedAccount = z.object({ name: z.string(), partner: NamedPartner.nullable() })
export type NamedAccount = z.infer<typeof NamedAccount>

/** A transfer that an order caused. Units: `amount` is above 0, from `debit` to `credit`; `hash` of the chain of the partner's account. */
export const OrderTransfer = z.object({
  id: Id,
  recordId: Id,
  kind: z.string(),
  debit: NamedAccount,
  credit: NamedAccount,
  currency: Currency,
  amount: DecimalText,
  at: Instant,
  hash: Sha256,
})
export type OrderTransfer = z.infer<typeof OrderTransfer>

/** The transfers that an order caused, in their order; `sums` are of all, to partners less from partners. Source: requirements ORC-004. */
export const getOrderTransfers = {
  method: 'GET',
  path: '/console/v1/orders/:id/transfers',
  ...read,
  params: ById,
  query: z.object({ cursor: PathId.optional() }),
  reply: z.object({
    content: z.array(OrderTransfer),
    sums: z.array(CurrencySum),
    next: z.string().optional(),
  }),
  refusals: ['not_found'],
} as const satisfies Contract

/** A record that cancelling takes back. */
const TakenBackRecord = z.object({
  id: Id,
  partner: NamedPartner,
  type: z.enum(BONUS_TYPES),
  level: Id,
  currency: Currency,
  amount: DecimalText,
})
export type TakenBackRecord = z.infer<typeof TakenBackRecord>

/** A balance that cancelling brings, or leaves, below zero. */
const NegativeBalance = z.object({
  partner: NamedPartner,
  account: z.string(),
  currency: Currency,
  before: DecimalText,
  after: DecimalText,
})
export type NegativeBalance = z.infer<typeof NegativeBalance>

/**
 * What cancelling an order would do now. `basis` goes with the proposal: what has changed since is refused.
 *
 * Units: `eur` is the value of what is taken back, at the rates stored with the records; `limit` is `fourEyesCancelEur`. `isNeeded`: it
 * needs a second operator. `stays`: what the order has brought and cancelling keeps.
 * Refuses: `changed_meanwhile`, if the order is cancelled.
 * Source: requirements ORC-005, ORC-006; decisions C11.14.
 */
export const postOrderCancelPreview = {
  method: 'POST',
  path: '/console/v1/orders/:id/cancel-preview',
  auth: 'operator',
  roles: ['finance'],
  params: ById,
  reply: z.object({
    basis: Sha256,
    records: z.array(TakenBackRecord),
    partners: z.int().nonnegative(),
    sums: z.array(CurrencySum),
    eur: DecimalText,
    limit: DecimalText,
    isNeeded: z.boolean(),
    approvers: z.int().nonnegative(),
    negative: z.array(NegativeBalance),
    activity: z.object({ before: Instant.nullable(), after: Instant.nullable() }),
    stays: z.object({
      ranks: z.array(OrderRank),
      programmes: z.array(CurrencySum),
      shares: z.array(CurrencySum),
    }),
  }),
  refusals: ['not_found', 'changed_meanwhile'],
} as const satisfies Contract
export type CancelPreview = z.infer<(typeof postOrderCancelPreview)['reply']>
