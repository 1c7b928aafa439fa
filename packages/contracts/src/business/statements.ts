import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { pageOf, PageNumber, PageSize } from '../page.ts'
import { Currency, DecimalText, Instant } from '../primitives.ts'

/** A calendar month, UTC, such as `2026-10`. */
const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)

/**
 * A monthly statement of one currency; EUR where the currency is left out. A statement that is being made has no file name.
 *
 * Source: ENT-015; decisions D-064, D-119.
 */
export const ListedStatement = z.strictObject({
  billingPeriod: Month,
  currency: z.string().optional(),
  filename: z.string().nullable(),
})
export type ListedStatement = z.infer<typeof ListedStatement>

/** The caller's statements. Source: REP-004, REP-005; decisions D-064. */
export const getReportList = {
  method: 'GET',
  path: '/v1/report/list',
  auth: 'bearer',
  query: z.object({
    page: PageNumber,
    size: PageSize(100, 20),
    sort: z.enum(['billingPeriod|asc', 'billingPeriod|desc']).default('billingPeriod|desc'),
  }),
  reply: pageOf(ListedStatement),
  refusals: [],
} as const satisfies Contract

/**
 * A signed address of one statement, valid for 10 minutes: the PDF file, or the same statement as data.
 *
 * Refuses: `not_found`, also while the statement is being made; `temp_url_generation_error`, a stored statement that its
 * signature does not cover any more.
 * Source: REP-006, REP-007; decisions D-064.
 */
export const getReport = {
  method: 'GET',
  path: '/v1/report',
  auth: 'bearer',
  query: z.object({
    billingPeriod: Month,
    currency: Currency,
    format: z.enum(['pdf', 'json']).default('pdf'),
  }),
  reply: z.url(),
  refusals: ['not_found', 'temp_url_generation_error'],
} as const satisfies Contract

/** A whole number, as a number or as its digits. */
const WholeNumber = z.union([z.int(), z.string().regex(/^\d{1,4}$/)]).transform(Number)

/**
 * Makes the caller's statements of a month. Those of a month that is over and not yet closed are made when it is closed.
 *
 * Refuses: `required`, year or month missing; `invalid_report_timestamp`, a month that is not over, before 2023-01, or before
 * the caller's registration month; `empty_forename_or_surname`, `empty_address`, `unverified_user`, `user_not_verified`.
 * Source: REP-013, REP-015 to REP-018; decisions D-063.
 */
export const postReportGenerate = {
  method: 'POST',
  path: '/v1/report/generate',
  auth: 'bearer',
  body: z.object({ year: WholeNumber.nullish(), month: WholeNumber.nullish() }),
  reply: z.strictObject({ billingPeriod: Month }),
  refusals: [
    'required',
    'invalid_report_timestamp',
    'empty_forename_or_surname',
    'empty_address',
    'unverified_user',
    'user_not_verified',
  ],
} as const satisfies Contract

/** A key that statements are signed with. `retiredAt`: new statements are signed with another key since then. */
export const StatementKey = z.strictObject({
  id: z.string(),
  algorithm: z.literal('Ed25519'),
  /** Base64url of the 32 bytes of the key. */
  publicKey: z.string(),
  madeAt: Instant,
  retiredAt: Instant.nullable(),
})
export type StatementKey = z.infer<typeof StatementKey>

/** The public keys of all statements ever signed, oldest first. */
export const getStatementKeys = {
  method: 'GET',
  path: '/v1/statement/keys',
  auth: 'none',
  reply: z.array(StatementKey),
  refusals: [],
} as const satisfies Contract

/**
 * What the office knows of the statement behind a code printed on it. Names and addresses stay out: whoever holds the paper
 * compares the figures.
 *
 * Refuses: `not_found`.
 */
export const getStatementCheck = {
  method: 'GET',
  path: '/v1/statement/check/:code',
  auth: 'none',
  params: z.object({ code: z.string().max(64) }),
  reply: z.strictObject({
    billingPeriod: Month,
    currency: Currency,
    partnerId: z.int().positive(),
    opening: DecimalText,
    credited: DecimalText,
    corrected: DecimalText,
    adjusted: DecimalText,
    paidOut: DecimalText,
    closing: DecimalText,
    issuedAt: Instant,
    key: z.string(),
    seal: z.string(),
  }),
  refusals: ['not_found'],
} as const satisfies Contract
export type StatementCheck = z.infer<typeof getStatementCheck.reply>
