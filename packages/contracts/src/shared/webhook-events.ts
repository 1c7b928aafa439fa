import { BONUS_TYPES, CURRENCIES, DISPUTE_KINDS } from '@partner-office/domain'
import { z } from 'zod'

import { DecimalText, Id } from '../primitives.ts'

const Currency = z.enum(CURRENCIES)
const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)

/** What each type says besides its cause. Units: amounts in whole coins or EUR as exact decimals; instants in ISO 8601, UTC. */
const DATA = {
  'partner.registered': z.strictObject({ sponsorId: Id.nullable() }),
  'partner.blocked': z.strictObject({}),
  'partner.unblocked': z.strictObject({}),
  'order.recorded': z.strictObject({
    orderId: Id,
    amountEur: DecimalText,
    paidAt: z.iso.datetime(),
  }),
  'order.cancelled': z.strictObject({ orderId: Id, amountEur: DecimalText }),
  'rank.reached': z.strictObject({
    rank: z.string(),
    ladder: z.enum(['ordinary', 'bonus']),
    orderId: Id,
  }),
  'bonus.credited': z.strictObject({
    orderId: Id.nullable(),
    month: Month.nullable(),
    credits: z.array(
      z.strictObject({ type: z.enum(BONUS_TYPES), currency: Currency, amount: DecimalText }),
    ),
  }),
  'payout.requested': z.strictObject({ payoutId: Id, ...payoutAmounts() }),
  'payout.taken': z.strictObject({ payoutId: Id, ...payoutAmounts() }),
  'payout.sent': z.strictObject({ payoutId: Id, ...payoutAmounts(), txId: z.string() }),
  'payout.rejected': z.strictObject({ payoutId: Id, ...payoutAmounts() }),
  'adjustment.posted': z.strictObject({
    adjustmentId: Id,
    currency: Currency,
    amount: DecimalText,
    recordId: Id.nullable(),
    orderId: Id.nullable(),
    disputeId: Id.nullable(),
    takesBack: Id.nullable(),
  }),
  'month.closed': z.strictObject({ month: Month, seal: z.string().regex(/^[0-9a-f]{64}$/) }),
  'document.decided': z.strictObject({
    documentType: z.string(),
    decision: z.enum(['APPROVED', 'REJECTED']),
  }),
  'dispute.opened': z.strictObject({ disputeId: Id, kind: z.enum(DISPUTE_KINDS) }),
  'dispute.ended': z.strictObject({
    disputeId: Id,
    kind: z.enum(DISPUTE_KINDS),
    result: z.enum(['ANSWERED', 'CORRECTED', 'WITHDRAWN']),
  }),
} as const satisfies Readonly<Record<string, z.ZodType>>

function payoutAmounts() {
  return { currency: Currency, amount: DecimalText, fee: DecimalText, receive: DecimalText }
}

export type WebhookType = keyof typeof DATA
export const WEBHOOK_TYPES = Object.keys(DATA) as readonly WebhookType[]
export const WebhookType = z.enum(WEBHOOK_TYPES as [WebhookType, ...WebhookType[]])

export type WebhookData<Type extends WebhookType = WebhookType> = z.output<(typeof DATA)[Type]>

/**
 * Where an event comes from: the number of a fact, an entry of the journal, or a closing. Events hold no names, contacts or
 * addresses.
 *
 * Source: requirements WHK-002; D-177.
 */
const Cause = z.union([
  z.strictObject({ fact: Id }),
  z.strictObject({ entry: Id }),
  z.strictObject({ closing: Id }),
])
export type Cause = z.infer<typeof Cause>

const eventOf = (type: WebhookType) =>
  z.strictObject({
    id: z.string(),
    type: z.literal(type),
    timestamp: z.iso.datetime(),
    cause: Cause,
    partnerId: Id.nullable(),
    data: DATA[type],
  })

/** The body that is posted for each type. Units: `timestamp`: when it happened, ISO 8601, UTC. Source: requirements WHK-001. */
export const WEBHOOK_EVENTS = Object.fromEntries(
  WEBHOOK_TYPES.map((type) => [type, eventOf(type)]),
) as Readonly<Record<WebhookType, ReturnType<typeof eventOf>>>
