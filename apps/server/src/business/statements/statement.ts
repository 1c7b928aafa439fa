import type { BonusType, Currency } from '@partner-office/domain'

import type { Inclusion } from './seal-tree.ts'

/** Name and version of the format: a reader refuses what it does not know. Source: docs/statements.md. */
export const STATEMENT_FORMAT = 'partner-office-statement/3'

/** A rate that an amount was converted at. Units: `rate` of `to` for one `from`; `setAt` epoch milliseconds. */
export type StatementRate = {
  readonly id: number
  readonly from: string
  readonly to: string
  readonly rate: string
  readonly setAt: number
}

/** How a credit came about: base x percent (/ sharers) = value; value x share x rate = exact; the rest was cut. */
export type StatementCalculation = {
  readonly base: string
  readonly percent: string | null
  readonly sharers: number | null
  readonly value: string
  readonly share: string
  readonly rateId: number | null
  readonly exact: string
  readonly cut: string
  readonly creditedBefore: string
}

/** Where an entry stands: what was credited, corrected or taken back, adjusted by operators, and paid out or returned. */
export type StatementSection = 'credit' | 'correction' | 'adjustment' | 'payout'

/** One movement of the account. Units: `amount` in whole coins, negative for what left the account. */
export type StatementEntry = {
  readonly transferId: number
  readonly section: StatementSection
  readonly at: number
  readonly bookedAt: number
  readonly kind: string
  readonly amount: string
  /** The rule in words, in the language of the statement. */
  readonly text: string
  readonly reference: string
  readonly recordId: number | null
  readonly bonusType: BonusType | null
  readonly orderId: number | null
  readonly level: number | null
  readonly period: string | null
  readonly calculation: StatementCalculation | null
}

/** A dispute that ended in the month. Units: `amounts` that its correction has posted, in whole coins. */
export type StatementDispute = {
  readonly id: number
  readonly endedAt: number
  readonly result: 'ANSWERED' | 'CORRECTED' | 'WITHDRAWN'
  /** Its number, what it was about and its result in words, in the language of the statement. */
  readonly text: string
  readonly amounts: readonly { readonly currency: Currency; readonly amount: string }[]
}

/** What a seal covers besides its trees, as it enters the hash of the seal. */
export type StatementSeal = {
  readonly period: string
  readonly sealedAt: number
  readonly hash: string
  readonly before: string
  readonly closing: string
  readonly recordsHash: string
  readonly lateHash: string
  /** Null in seals made before records formed trees: the statement then names the seal without a proof. */
  readonly trees: {
    readonly recordsRoot: string
    readonly lateRoot: string
    readonly records: Inclusion
    readonly corrections: Inclusion
  } | null
}

/** A monthly statement of one account. Amounts are exact decimals in whole coins; instants epoch milliseconds. */
export type Statement = {
  /** Statements of earlier versions stay as they were issued. */
  readonly format:
    | typeof STATEMENT_FORMAT
    | 'partner-office-statement/2'
    | 'partner-office-statement/1'
  readonly partnerId: number
  readonly holder: {
    readonly name: string
    readonly isNameVerified: boolean
    readonly address: readonly string[]
    readonly isAddressVerified: boolean
  }
  readonly period: string
  readonly currency: Currency
  readonly account: string
  readonly language: string
  readonly issuedAt: number
  readonly opening: string
  readonly credited: string
  readonly corrected: string
  /** Missing in versions before the third. */
  readonly adjusted?: string
  readonly paidOut: string
  readonly closing: string
  readonly entries: readonly StatementEntry[]
  /** Missing in versions before the third. */
  readonly disputes?: readonly StatementDispute[]
  readonly rates: readonly StatementRate[]
  readonly seal: StatementSeal
}

/** A signed statement as it is stored and downloaded. `parts` say what was changed; the signature covers every byte. */
export type SignedStatement = {
  readonly statement: Statement
  readonly parts: readonly (readonly [name: string, sha256: string])[]
  readonly signature: {
    readonly algorithm: 'Ed25519'
    readonly key: string
    readonly value: string
  }
}
