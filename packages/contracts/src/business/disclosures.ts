import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { Instant } from '../primitives.ts'

/** A calendar month, UTC, such as `2026-10`. */
const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)

/** How many months a disclosure is about: the named one, or the twelve that end with it. */
const Months = z.enum(['1', '12']).transform((months): 1 | 12 => (months === '12' ? 12 : 1))

/** An amount in EUR with 2 decimals; null where it would tell of fewer than ten members. */
const Eur = z
  .string()
  .regex(/^-?\d+\.\d{2}$/)
  .nullable()

/** Percent with one decimal. */
const Share = z.string().regex(/^\d+\.\d$/)

/** What is shown of a group of members. `withoutIncome`: with an income of 0 or less. */
const GroupNumbers = z.strictObject({
  members: z.int().positive(),
  withoutIncome: Share,
  p25: Eur,
  median: Eur,
  p75: Eur,
  p90: Eur,
  p99: Eur,
  mean: Eur,
  maximumUpTo: Eur,
  withPurchases: Share,
  purchaseMedian: Eur,
})

/** A signed income disclosure: as its file, the text of which is signed. Source: docs/statements.md. */
export const SignedDisclosure = z.strictObject({
  disclosure: z.strictObject({
    format: z.string(),
    period: Month,
    months: z.union([z.literal(1), z.literal(12)]),
    currency: z.literal('EUR'),
    sealedAt: Instant,
    seal: z.string(),
    upToFact: z.int().nonnegative(),
    planVersion: z.int().positive(),
    topOne: Share.nullable(),
    topTen: Share.nullable(),
    groups: z.array(
      z.strictObject({
        of: z.enum(['all', 'active', 'ranks', 'country', 'otherCountries']),
        names: z.array(z.string()),
        numbers: GroupNumbers,
      }),
    ),
  }),
  parts: z.array(z.tuple([z.string(), z.string()])),
  signature: z.strictObject({
    algorithm: z.literal('Ed25519'),
    key: z.string(),
    value: z.string(),
  }),
})
export type SignedDisclosure = z.infer<typeof SignedDisclosure>

/**
 * The disclosures there are, the newest first, twelve months before the month that they end with. `isTooSmall`: the month
 * sealed last has none because of fewer than ten members.
 *
 * Refuses: `not_found`, while the setting `disclosure` is off.
 * Source: DIS-005.
 */
export const getDisclosures = {
  method: 'GET',
  path: '/v1/disclosures',
  auth: 'none',
  reply: z.strictObject({
    isTooSmall: z.boolean(),
    disclosures: z.array(
      z.strictObject({ month: Month, months: z.union([z.literal(1), z.literal(12)]) }),
    ),
  }),
  refusals: ['not_found'],
} as const satisfies Contract
export type DisclosureList = z.infer<typeof getDisclosures.reply>

/** The month, and how many months up to it. */
export const WHICH_DISCLOSURE = {
  params: z.object({ month: Month }),
  query: z.object({ months: Months.default(1) }),
}

/**
 * One disclosure.
 *
 * Refuses: `not_found`, also while the setting `disclosure` is off.
 * Source: DIS-007.
 */
export const getDisclosure = {
  method: 'GET',
  path: '/v1/disclosures/:month',
  auth: 'none',
  ...WHICH_DISCLOSURE,
  reply: SignedDisclosure,
  refusals: ['not_found'],
} as const satisfies Contract
