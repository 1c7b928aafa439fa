import type { PayoutRoute } from '@partner-office/contracts'
import {
  coinUnits,
  decimalsOf,
  fraction,
  parseDecimal,
  type PayoutSample,
  payoutSamples,
} from '@partner-office/domain'

/** Terms of a route: switches, and values that an operator types. */
export const FLAGS = ['enabled', 'verificationRequired'] as const
export const TEXTS = [
  'minAmount',
  'requestLimit',
  'dailyLimit',
  'dailyLimitPercent',
  'fee',
  'minFee',
  'maxFee',
  'holdingDays',
  'addressPattern',
  'txPattern',
  'badge',
] as const
export type TextName = (typeof TEXTS)[number]

/** What the form holds. */
export type TypedRoute = Readonly<Record<TextName, string>> & {
  readonly enabled: boolean
  readonly verificationRequired: boolean
}

/** The form of a route. */
export function typedRoute({ enabled, limits }: PayoutRoute): TypedRoute {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, String(limits[name] ?? '')]))
  return {
    ...(texts as Record<TextName, string>),
    enabled,
    verificationRequired: limits.verificationRequired,
  }
}

/** What the form proposes; an empty field means no limit. */
export function proposedTerms({ enabled, verificationRequired, ...texts }: TypedRoute) {
  const orNull = (name: TextName) => texts[name].trim() || null
  return {
    enabled,
    limits: {
      minAmount: texts.minAmount.trim(),
      requestLimit: orNull('requestLimit'),
      dailyLimit: orNull('dailyLimit'),
      dailyLimitPercent: orNull('dailyLimitPercent'),
      fee: texts.fee.trim(),
      minFee: orNull('minFee'),
      maxFee: orNull('maxFee'),
      verificationRequired,
      holdingDays: Number(texts.holdingDays),
      addressPattern: texts.addressPattern,
      txPattern: texts.txPattern,
      badge: orNull('badge'),
    },
  }
}

/**
 * What five amounts cost before and after; null while a field of the form is no amount.
 *
 * Source: requirements PQU-013.
 */
export function samplesOf(route: PayoutRoute, typed: TypedRoute): PayoutSample[] | null {
  const before = termsOf(route.currency, typedRoute(route))
  const after = termsOf(route.currency, typed)
  return before === null || after === null ? null : payoutSamples(before, after)
}

type Currency = PayoutRoute['currency']

function termsOf(currency: Currency, typed: TypedRoute) {
  const units = (name: TextName) => unitsOf(currency, typed[name].trim())
  const minAmount = units('minAmount')
  const limits = (['requestLimit', 'dailyLimit', 'minFee', 'maxFee'] as const).map(units)
  const percent = parseDecimal(typed.fee.trim(), { maxIntegerDigits: 3, maxDecimals: 8 })
  const isWrong = [minAmount, ...limits].includes(undefined)
  if (isWrong || percent === null || percent.units < 0n || minAmount == null) return null
  const [requestLimit, dailyLimit, minFee, maxFee] = limits as (typeof minAmount)[]
  return {
    currency,
    minAmount,
    requestLimit: requestLimit ?? null,
    dailyLimit: dailyLimit ?? null,
    fee: { percent: fraction(typed.fee.trim()), minFee: minFee ?? null, maxFee: maxFee ?? null },
  }
}

/** Smallest units; null for an empty field, undefined for what is no amount. */
function unitsOf(currency: Currency, text: string) {
  if (text === '') return null
  const maxDecimals = decimalsOf(currency)
  const parsed = parseDecimal(text, { maxIntegerDigits: 20, maxDecimals })
  if (parsed === null || parsed.units < 0n) return undefined
  return coinUnits(parsed.units * 10n ** BigInt(maxDecimals - parsed.decimals))
}
