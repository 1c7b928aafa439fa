import { PERIOD_BONUS_TYPES } from '@partner-office/domain'
import { z } from 'zod'

import { type Contract, LARGE_BODY_BYTES } from '../contract.ts'
import { ExactNumber } from '../exact-json.ts'
import { Currency, DecimalText, Instant, RateText } from '../primitives.ts'

const settingValue = z
  .union([z.string(), z.number(), z.instanceof(ExactNumber), z.boolean()])
  .transform((value) => {
    if (value instanceof ExactNumber) return value.text
    return typeof value === 'boolean' ? String(value).toUpperCase() : String(value)
  })

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
  refusals: ['proposal_required'],
} as const satisfies Contract

/** Load a compensation plan; it takes effect from its `validFrom`. */
export const putPlan = {
  method: 'PUT',
  path: '/internal/v1/plan',
  auth: 'key',
  bodyBytes: LARGE_BODY_BYTES,
  body: z.record(z.string(), z.unknown()),
  reply: z.object({ version: z.int().positive(), validFrom: Instant }),
  refusals: ['proposal_required'],
} as const satisfies Contract

/** Set properties of the front end's configuration and server settings, all or none; null means the default again. */
export const putConfig = {
  method: 'PUT',
  path: '/internal/v1/config',
  auth: 'key',
  bodyBytes: LARGE_BODY_BYTES,
  body: z.record(z.string(), settingValue.nullable()),
  reply: z.record(z.string(), z.string().nullable()),
  refusals: ['proposal_required'],
} as const satisfies Contract

/**
 * Close a month that is over: credit its programmes and seal it. Safe to repeat.
 *
 * Units: amounts in whole coins; `sha256` is over the month's own records as `office export bonuses` writes them.
 * Refuses: `validation_error`, a month that is not over; `not_found`, a currency without a quote; `proposal_required`, with
 * `fourEyesCommandLine`.
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
  refusals: ['data_not_ready', 'not_found', 'proposal_required'],
} as const satisfies Contract
