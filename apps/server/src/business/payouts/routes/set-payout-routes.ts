import type { CallInput, putPayoutSettings } from '@partner-office/contracts'
import {
  coinUnits,
  type Currency,
  decimalsOf,
  DEFAULT_TX_PATTERN,
  fraction,
  parseDecimal,
  PAYOUT_ROUTES,
  payoutFee,
} from '@partner-office/domain'

import type { Core } from '../../../core/core.ts'
import { type InputProblem, InvalidInput } from '../../../input/invalid-input.ts'

type Route = CallInput<typeof putPayoutSettings>['body'][number]

/** The addresses that a route admits unless it says otherwise. Source: decisions D-094. */
const DEFAULT_PATTERN = '^[A-Za-z0-9]{26,64}$'

/**
 * Sets what routes of payouts may be taken and on which terms: all of them, or none.
 *
 * Refuses: `validation_error`, naming everything that is wrong: an unknown route, an amount that is none, a fee that could
 * take a whole payout.
 * Source: api.md section 7; decisions C9, D-094.
 */
export async function setPayoutRoutes(core: Core, routes: readonly Route[]): Promise<void> {
  const read = checkRoutes(routes)
  await core.database.transaction(async (tx) => {
    for (const { payoutFrom, payoutTo, terms } of read) {
      await tx
        .updateTable('payoutRoutes')
        .set(terms)
        .where('payoutFrom', '=', payoutFrom)
        .where('payoutTo', '=', payoutTo)
        .execute()
    }
  })
}

/** Routes as they are stored. Refuses: as `setPayoutRoutes`. */
export function checkRoutes(routes: readonly Route[]) {
  const read = routes.map(readRoute)
  InvalidInput.refuseAny(read.flatMap(({ problems }) => problems))
  return read
}

function readRoute({ payoutFrom, payoutTo, enabled, limits }: Route, place: number) {
  const problems: InputProblem[] = []
  const refuse = (name: string, problem: string) =>
    problems.push({ place: `[${place}].${name}`, problem })
  const route = PAYOUT_ROUTES.find(({ from, to }) => from === payoutFrom && to === payoutTo)
  if (route === undefined) refuse('payoutTo', 'there is no such route')

  const amount = (name: AmountName): string | null => {
    const text = limits[name]
    const units = text === null ? null : readUnits(text, route?.currency ?? 'UCN')
    if (units === undefined) refuse(`limits.${name}`, 'must be an amount that is not negative')
    return units ?? null
  }
  const percent = (name: 'fee' | 'dailyLimitPercent'): string | null => {
    const text = limits[name]
    if (text === null || isPercent(text)) return text
    refuse(`limits.${name}`, 'must be a percentage from 0 to 100')
    return null
  }
  const terms = {
    enabled,
    minAmount: amount('minAmount') ?? '0',
    requestLimit: amount('requestLimit'),
    dailyLimit: amount('dailyLimit'),
    dailyLimitPercent: percent('dailyLimitPercent'),
    feePercent: percent('fee') ?? '0',
    minFee: amount('minFee'),
    maxFee: amount('maxFee'),
    verificationRequired: limits.verificationRequired,
    addressPattern: limits.addressPattern ?? DEFAULT_PATTERN,
    txPattern: limits.txPattern ?? DEFAULT_TX_PATTERN,
    holdingDays: limits.holdingDays ?? 0,
    badge: limits.badge,
  }
  for (const name of ['addressPattern', 'txPattern'] as const) {
    if (!isPattern(terms[name])) refuse(`limits.${name}`, 'must be a pattern')
  }
  const problem = problems.length > 0 ? null : termsProblem(terms)
  if (problem !== null) refuse(problem.name, problem.problem)
  return { payoutFrom, payoutTo, terms, problems }
}

type AmountName = 'minAmount' | 'requestLimit' | 'dailyLimit' | 'minFee' | 'maxFee'
type Terms = {
  readonly minAmount: string
  readonly feePercent: string
  readonly minFee: string | null
  readonly maxFee: string | null
}

/** Terms that contradict themselves: without these checks a fee could take a whole payout. */
function termsProblem({ minAmount, feePercent, minFee, maxFee }: Terms) {
  const units = (text: string | null) => (text === null ? null : coinUnits(BigInt(text)))
  const fee = { percent: fraction(feePercent), minFee: units(minFee), maxFee: units(maxFee) }
  const least = coinUnits(BigInt(minAmount))
  if (least <= 0n) return { name: 'limits.minAmount', problem: 'must be above 0' }
  if (fee.minFee !== null && fee.maxFee !== null && fee.minFee > fee.maxFee) {
    return { name: 'limits.maxFee', problem: 'must not be below the least fee' }
  }
  const takesAll = Number(feePercent) >= 100 || payoutFee(least, { ...fee, maxFee: null }) >= least
  return takesAll ? { name: 'limits.fee', problem: 'must leave something of every payout' } : null
}

/** Smallest units of an amount; undefined for anything that is none. */
function readUnits(text: string, currency: Currency): string | undefined {
  const maxDecimals = decimalsOf(currency)
  const parsed = parseDecimal(text, { maxIntegerDigits: 20, maxDecimals })
  if (parsed === null || parsed.units < 0n) return undefined
  return String(parsed.units * 10n ** BigInt(maxDecimals - parsed.decimals))
}

function isPercent(text: string): boolean {
  const parsed = parseDecimal(text, { maxIntegerDigits: 3, maxDecimals: 8 })
  return parsed !== null && parsed.units >= 0n && Number(text) <= 100
}

/** A pattern of a whole text, so that nothing before or after it is admitted. */
export function isPattern(text: string): boolean {
  if (!text.startsWith('^') || !text.endsWith('$')) return false
  try {
    return new RegExp(text) instanceof RegExp
  } catch {
    return false
  }
}
