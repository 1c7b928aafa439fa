import type { GroupNumbers } from '@partner-office/domain'

/** Name and version of the format: a reader refuses what it does not know. Source: docs/statements.md. */
export const DISCLOSURE_FORMAT = 'partner-office-disclosure/1'

/** The same for the table. */
export const DISCLOSURE_CSV_FORMAT = 'partner-office-disclosure-csv/1'

/** All members, the active ones, those who hold one of some ranks, or those of one country or of the other countries. */
export type DisclosedGroup = {
  readonly of: 'all' | 'active' | 'ranks' | 'country' | 'otherCountries'
  /** Codes of ranks, lowest first, or of the country. */
  readonly names: readonly string[]
  readonly numbers: GroupNumbers
}

/**
 * The income disclosure of a sealed month, or of the twelve months that end with it.
 *
 * Units: `sealedAt` epoch milliseconds; shares in percent of all income.
 * Source: console.md section 8, "Income disclosure".
 */
export type Disclosure = {
  readonly format: typeof DISCLOSURE_FORMAT
  readonly period: string
  readonly months: 1 | 12
  readonly currency: 'EUR'
  readonly sealedAt: number
  /** The hash of the seal of the month. */
  readonly seal: string
  /** The last fact that counts. */
  readonly upToFact: number
  readonly planVersion: number
  /** What the highest 1 % and 10 % of the members received of all income. */
  readonly topOne: string | null
  readonly topTen: string | null
  readonly groups: readonly DisclosedGroup[]
}
