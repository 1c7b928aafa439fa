import type { Cause, WebhookData, WebhookType } from '@partner-office/contracts'
import { decimalsOf, type AccountCurrency, formatUnits } from '@partner-office/domain'

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

/** An amount of a coin, in whole coins. */
export const coins = (units: string, currency: AccountCurrency): string =>
  formatUnits(BigInt(units), decimalsOf(currency))

/** An amount in EUR. */
export const euros = (cents: number): string => formatUnits(BigInt(cents), 2)
