import { isCountryCode, PERIOD_BONUS_TYPES } from '@partner-office/domain'
import { z } from 'zod'

import { type Contract, LARGE_BODY_BYTES } from './contract.ts'
import { ExactNumber } from './exact-json.ts'
import { PAYOUT_MARKS, PAYOUT_STATUSES } from './payouts.ts'
import {
  Currency,
  DecimalText,
  Id,
  Instant,
  NumberText,
  OneLine,
  PaidCents,
  PathId,
  RateText,
} from './primitives.ts'
import { PublicSite } from './profile.ts'
import { putVerification } from './verifications.ts'

const byId = z.object({ id: PathId })

/** Record a paid order. Safe to repeat: one `orderId` counts once. */
export const postOrder = {
  method: 'POST',
  path: '/internal/v1/orders',
  auth: 'key',
  body: z.object({
    orderId: Id,
    userId: Id,
    amount: PaidCents,
    paidAt: Instant,
    currency: z.literal('EUR').default('EUR'),
  }),
  reply: z.object({ orderId: Id }),
  refusals: ['not_unique', 'not_found', 'purchase_restricted_by_country', 'payments_disabled'],
} as const satisfies Contract

/** Cancel an order and take back what was credited for it. Safe to repeat. */
export const postOrderCancel = {
  method: 'POST',
  path: '/internal/v1/orders/:id/cancel',
  auth: 'key',
  params: byId,
  // A call without a body says no reason.
  body: z
    .object({ reason: OneLine.default('') })
    .nullish()
    .transform((body) => body ?? { reason: '' }),
  reply: z.object({ orderId: Id }),
  refusals: ['not_found'],
} as const satisfies Contract

/** Block a partner from now on, or lift the block. Safe to repeat. */
export const putUserBlock = {
  method: 'PUT',
  path: '/internal/v1/users/:id/block',
  auth: 'key',
  params: byId,
  body: z.object({ blocked: z.boolean(), reason: OneLine.default('') }),
  reply: z.object({ id: Id, blocked: z.boolean() }),
  refusals: ['not_found'],
} as const satisfies Contract

/** Choose the public site that hosts a partner's page, or none. Safe to repeat. Source: requirements TEA-009; decisions D-076. */
export const putPublicProfile = {
  method: 'PUT',
  path: '/internal/v1/users/:id/public-profile',
  auth: 'key',
  params: byId,
  body: z.object({ allowPublicProfile: PublicSite }),
  reply: z.object({ id: Id, allowPublicProfile: PublicSite }),
  refusals: ['not_found'],
} as const satisfies Contract

/** Set exchange rates: all of them or none. */
export const putRates = {
  method: 'PUT',
  path: '/internal/v1/rates',
  auth: 'key',
  bodyBytes: LARGE_BODY_BYTES,
  body: z
    .array(
      z.object({
        from: Currency,
        to: Currency,
        rateType: z.enum(['SELL', 'BUY']).default('SELL'),
        rate: RateText,
      }),
    )
    .min(1)
    .max(1000),
  reply: z.array(
    z.object({
      from: Currency,
      to: Currency,
      rateType: z.enum(['SELL', 'BUY']),
      rate: DecimalText,
      updatedAt: Instant,
    }),
  ),
  refusals: [],
} as const satisfies Contract

/** Load a compensation plan; it takes effect from its `validFrom`. */
export const putPlan = {
  method: 'PUT',
  path: '/internal/v1/plan',
  auth: 'key',
  bodyBytes: LARGE_BODY_BYTES,
  body: z.record(z.string(), z.unknown()),
  reply: z.object({ version: z.int().positive(), validFrom: Instant }),
  refusals: [],
} as const satisfies Contract

const NewEvent = z
  .object({
    id: Id,
    title: OneLine.refine((title) => title.trim() !== ''),
    eventEndDate: Instant,
    registrationStartDate: Instant,
    registrationEndDate: Instant,
  })
  .readonly()
/** An event as an operator writes it. */
export type NewEvent = z.infer<typeof NewEvent>

/** Replace the events by a list. */
export const putEvents = {
  method: 'PUT',
  path: '/internal/v1/events',
  auth: 'key',
  bodyBytes: LARGE_BODY_BYTES,
  body: z.array(NewEvent).max(1000),
  reply: z.object({ events: z.int().nonnegative() }),
  refusals: [],
} as const satisfies Contract

/** Replace the news posts of every language by a list. Units: `content` is Markdown. */
export const putPosts = {
  method: 'PUT',
  path: '/internal/v1/posts',
  auth: 'key',
  bodyBytes: LARGE_BODY_BYTES,
  body: z
    .array(
      z.object({
        language: z.string(),
        title: z.string(),
        category: z.string(),
        date: z.string(),
        figure: z.string().default(''),
        content: z.string(),
      }),
    )
    .max(1000),
  reply: z.object({ posts: z.int().nonnegative() }),
  refusals: [],
} as const satisfies Contract

/**
 * Replace the countries that nobody may register from: those of the list with `barred`. All others are open.
 *
 * Source: decisions D-080.
 */
export const putCountries = {
  method: 'PUT',
  path: '/internal/v1/countries',
  auth: 'key',
  bodyBytes: LARGE_BODY_BYTES,
  body: z
    .array(
      z.object({
        code: z.string().refine(isCountryCode, 'not a country code (ISO 3166-1 alpha-2)'),
        barred: z.boolean(),
      }),
    )
    .max(1000),
  reply: z.object({ barred: z.int().nonnegative() }),
  refusals: [],
} as const satisfies Contract

/**
 * Replace the documents that partners accept; everybody is asked to accept the new list.
 *
 * Source: decisions D-028.
 */
export const putLegals = {
  method: 'PUT',
  path: '/internal/v1/legals',
  auth: 'key',
  body: z.array(z.object({ name: z.string(), file: z.string() })).length(8),
  reply: z.object({ documents: z.int().nonnegative() }),
  refusals: [],
} as const satisfies Contract

const settingValue = z
  .union([z.string(), z.number(), z.instanceof(ExactNumber), z.boolean()])
  .transform((value) => {
    if (value instanceof ExactNumber) return value.text
    return typeof value === 'boolean' ? String(value).toUpperCase() : String(value)
  })

/** Set properties of the front end's configuration and server settings, all or none; null means the default again. */
export const putConfig = {
  method: 'PUT',
  path: '/internal/v1/config',
  auth: 'key',
  bodyBytes: LARGE_BODY_BYTES,
  body: z.record(z.string(), settingValue.nullable()),
  reply: z.record(z.string(), z.string().nullable()),
  refusals: [],
} as const satisfies Contract

/**
 * Close a month that is over: credit its programmes and seal it. Safe to repeat.
 *
 * Units: amounts in whole coins; `sha256` is over the month's own records as `office export bonuses` writes them.
 * Refuses: `validation_error`, a month that is not over; `not_found`, a currency without a quote.
 */
export const postPeriodClose = {
  method: 'POST',
  path: '/internal/v1/periods/:month/close',
  auth: 'key',
  params: z.object({ month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/) }),
  reply: z.object({
    period: z.string(),
    records: z.int().nonnegative(),
    sums: z.array(
      z.object({
        period: z.string(),
        type: z.enum(PERIOD_BONUS_TYPES),
        currency: Currency,
        records: z.int().positive(),
        amount: DecimalText,
      }),
    ),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  refusals: ['data_not_ready', 'not_found'],
} as const satisfies Contract

/** A payout after an operator's decision, why to look at it closely, and what holds it back. Source: decisions C11.27, D-143. */
const ChangedPayout = z.object({
  id: Id,
  status: z.enum(PAYOUT_STATUSES),
  risks: z.array(z.enum(PAYOUT_MARKS)),
})

/**
 * Take a payout up before it is sent: its owner cannot cancel it any more. Safe to repeat.
 *
 * Refuses: `validation_error`, when it is not pending or something holds it back.
 */
export const postPayoutTake = {
  method: 'POST',
  path: '/internal/v1/payouts/:id/take',
  auth: 'key',
  params: byId,
  reply: ChangedPayout,
  refusals: [],
} as const satisfies Contract

/** Name of a transaction on a chain. */
const TxId = OneLine.refine((text) => /^\S+$/.test(text))

/**
 * Say that a payout was sent, and in which transaction.
 *
 * Refuses: `validation_error`, when nobody took it up, when the id of the transaction has another form than its route says,
 * or when a payout approved earlier has it.
 */
export const postPayoutApprove = {
  method: 'POST',
  path: '/internal/v1/payouts/:id/approve',
  auth: 'key',
  params: byId,
  body: z.object({ txId: TxId }),
  reply: ChangedPayout,
  refusals: [],
} as const satisfies Contract

/** Reject a pending payout; the amount comes back. */
export const postPayoutReject = {
  method: 'POST',
  path: '/internal/v1/payouts/:id/reject',
  auth: 'key',
  params: byId,
  body: z.object({ reason: OneLine.refine((text) => text.trim() !== '') }),
  reply: ChangedPayout,
  refusals: [],
} as const satisfies Contract

/** Lock the payouts of a partner, or lift the lock that wrong codes have set. Safe to repeat. */
export const putPayoutLock = {
  method: 'PUT',
  path: '/internal/v1/users/:id/payout-lock',
  auth: 'key',
  params: byId,
  body: z.object({ locked: z.boolean() }),
  reply: z.object({ id: Id, locked: z.boolean() }),
  refusals: [],
} as const satisfies Contract

const OrNone = NumberText.nullish().transform((text) => text ?? null)

/** Set routes of payouts, all or none. Units: amounts in the source's currency; `fee` and `dailyLimitPercent` in percent. */
export const putPayoutSettings = {
  method: 'PUT',
  path: '/internal/v1/payout-settings',
  auth: 'key',
  bodyBytes: LARGE_BODY_BYTES,
  body: z
    .array(
      z.object({
        payoutFrom: OneLine,
        payoutTo: OneLine,
        enabled: z.boolean(),
        limits: z.object({
          minAmount: NumberText,
          requestLimit: OrNone,
          dailyLimit: OrNone,
          dailyLimitPercent: OrNone,
          fee: NumberText,
          minFee: OrNone,
          maxFee: OrNone,
          verificationRequired: z.boolean().default(true),
          addressPattern: OneLine.optional(),
          txPattern: OneLine.optional(),
          badge: OneLine.nullish().transform((text) => text ?? null),
        }),
      }),
    )
    .min(1)
    .max(100),
  reply: z.object({ routes: z.int().positive() }),
  refusals: [],
} as const satisfies Contract

/** Assign a wallet to a partner, or approve it. */
export const putWallet = {
  method: 'PUT',
  path: '/internal/v1/wallets/:id',
  auth: 'key',
  params: byId,
  body: z.object({
    walletType: z.enum(['MAIN', 'FARM']),
    address: OneLine,
    moderatorApproved: z.boolean(),
  }),
  reply: z.object({ id: Id }),
  refusals: ['invalid_wallet_address'],
} as const satisfies Contract

/** The first line of the body of `postOffice`, as JSON; the bytes of the command's input file follow it. */
export const OfficeRequest = z.object({
  /** The words after `office`, as they were typed. */
  words: z.array(z.string()).max(50),
  /** The user who typed them. */
  user: OneLine,
  hasInput: z.boolean(),
  /** Of a file of keys; stands beside the words, which the audit log records. */
  passphrase: z.string().max(1_000).optional(),
})
export type OfficeRequest = z.infer<typeof OfficeRequest>

/** One line of the answer of `postOffice`; `exit` is the last. */
export const OfficeLine = z.union([
  z.object({ out: z.string() }),
  z.object({ bytes: z.base64() }),
  z.object({ note: z.string() }),
  z.object({ progress: z.tuple([z.number(), z.number()]) }),
  z.object({ exit: z.int() }),
])
export type OfficeLine = z.infer<typeof OfficeLine>

export const OFFICE_REQUEST_TYPE = 'application/x-office-command'
export const OFFICE_ANSWER_TYPE = 'application/x-ndjson'

/** Run a command of `office` in the process that owns the data; the answer is a stream of `OfficeLine`s. */
export const postOffice = {
  method: 'POST',
  path: '/internal/v1/office',
  auth: 'key',
  refusals: [],
} as const satisfies Contract

/** Every call of the operators' port. */
export const OPERATOR_CALLS = [
  postOrder,
  postOrderCancel,
  putUserBlock,
  putPublicProfile,
  putVerification,
  putRates,
  putPlan,
  putPosts,
  putEvents,
  putCountries,
  putLegals,
  putConfig,
  postPeriodClose,
  postPayoutTake,
  postPayoutApprove,
  postPayoutReject,
  putPayoutLock,
  putPayoutSettings,
  putWallet,
  postOffice,
] as const
