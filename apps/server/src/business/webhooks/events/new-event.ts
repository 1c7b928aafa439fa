import type { Cause, WebhookData, WebhookType } from '@partner-office/contracts'
import type { AccountCurrency, BonusType } from '@partner-office/domain'

import { coinText } from '../../bonuses/bonus-texts.ts'

/**
 * An event before it is noted. `key` names its cause within its type: the same cause makes the same id.
 *
 * Units: `at` in epoch milliseconds: when it happened.
 */
export type NewEvent = {
  [Type in WebhookType]: {
    readonly type: Type
    readonly key: string
    readonly cause: Cause
    readonly partnerId: number | null
    readonly at: number
    readonly data: WebhookData<Type>
  }
}[WebhookType]

/** One type of bonus in one currency as it stands in records. Units: smallest units, as text. */
export type StoredCredit = {
  readonly type: BonusType
  readonly currency: AccountCurrency
  readonly units: string
}

/** A credit as an event says it. */
export const creditOf = ({ type, currency, units }: StoredCredit) => ({
  type,
  currency,
  amount: coinText(BigInt(units), currency),
})
