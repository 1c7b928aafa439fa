import type {
  CallReply,
  getPayoutLimits,
  getPayoutSettings,
  postPayoutConfirm,
} from '@partner-office/contracts'
import {
  type AccountCurrency,
  type CoinUnits,
  coinUnits,
  currencyOfSource,
  decimalsOf,
  formatUnits,
  fraction,
  type PayoutFee,
  parseCoinAmount,
  payoutFee,
  payoutFree,
  payoutAmountProblem,
  type PayoutBounds,
  payoutMaximum,
  payoutReceive,
  truncateToUnits,
} from '@partner-office/domain'

import { currencyShown } from '../../lib/formats/formats.ts'
import { sumAmounts } from '../../lib/formats/sum-amounts.ts'
import type { PayoutStanding } from '../../lib/queries/payout-standing.ts'

/** The steps of the wizard. Source: requirements PAY-002. */
export const STEPS = { initial: 0, choose: 1, amount: 2, confirm: 3, finish: 4 } as const

export type Step = (typeof STEPS)[keyof typeof STEPS]

export type Limits = CallReply<typeof getPayoutLimits>[number]

/** The answer of a confirmation. */
export type Confirmed = CallReply<typeof postPayoutConfirm>

/** What can be paid out, from where to where. Source: requirements PAY-013; decisions D-087, D-124. */
export type PayoutOption = {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly title: string
  /** The letters in the coin's drawn token. */
  readonly img: string
  readonly balance: string
  /** What operators hold of the balance. */
  readonly held: string
  /** What the route does not pay out yet, because it was credited recently. */
  readonly waiting: string
  readonly currencyFrom: AccountCurrency
  readonly currencyTo: string
  readonly disabledDueToVerification: boolean
  readonly walletType: 'MAIN'
  readonly badge: string | null
  readonly limits: Limits
}

type OptionSources = {
  readonly settings: CallReply<typeof getPayoutSettings>
  readonly limits: readonly Limits[]
  readonly balances: Readonly<Record<string, string>>
  readonly isVerified: boolean
  readonly standing: Pick<PayoutStanding, 'held' | 'waiting'>
}

/** The enabled routes with their balances. Source: requirements PAY-011, PAY-013, ACC-016, ADJ-010. */
export function payoutOptions(
  { settings, limits, balances, isVerified, standing }: OptionSources,
  titleOf: (currency: string) => string,
): PayoutOption[] {
  return settings.flatMap(({ payoutFrom: from, payoutTo: to, enabled, badge }) => {
    const currencyFrom = currencyOfSource(from)
    const ofRoute = limits.find((each) => each.from === from && each.to === to)
    if (!enabled || currencyFrom === null || ofRoute === undefined) return []
    return {
      id: `${from}_${to}`,
      from,
      to,
      title: titleOf(currencyFrom),
      img: currencyFrom,
      balance: balances[from] ?? '0',
      held: sumAmounts(
        standing.held.filter(({ account }) => account === from).map(({ amount }) => amount),
        currencyFrom,
      ),
      waiting: sumAmounts(
        waitingOf({ from, to }, standing).map(({ amount }) => amount),
        currencyFrom,
      ),
      currencyFrom,
      currencyTo: currencyShown(to),
      disabledDueToVerification: ofRoute.verificationRequired && !isVerified,
      walletType: 'MAIN',
      badge: badge ?? null,
      limits: ofRoute,
    }
  })
}

/** What a route does not pay out yet, by the instant from which on it does. */
export const waitingOf = (
  { from, to }: Pick<PayoutOption, 'from' | 'to'>,
  { waiting }: Pick<PayoutStanding, 'waiting'>,
): PayoutStanding['waiting'] => waiting.filter((each) => each.from === from && each.to === to)

/** What of the balance can be paid out now, never below zero. Source: D-164. */
export function freeOf(option: PayoutOption): string {
  const free = payoutFree(boundsOf(option))
  return formatUnits(free > 0n ? free : 0n, decimalsOf(option.currencyFrom))
}

/** Whether an option can be paid out. Source: requirements PAY-018, PAY-019, ADJ-010. */
export const isPayable = (option: PayoutOption): boolean =>
  hasFree(option) && !option.disabledDueToVerification

/** Whether anything of the balance can be paid out now. */
export const hasFree = (option: PayoutOption): boolean => payoutFree(boundsOf(option)) > 0n

/** Whether there is a balance. */
export const hasBalance = ({ balance }: PayoutOption): boolean => fraction(balance).num > 0n

/** Whether a part of the balance cannot be paid out now. */
export const isPartHeld = ({ held, waiting }: PayoutOption): boolean =>
  fraction(held).num > 0n || fraction(waiting).num > 0n

/** What the wizard shows of a payout at every step. Units: plain decimals. Source: requirements PAY-014. */
export type PayoutState = Pick<
  PayoutOption,
  'from' | 'to' | 'currencyFrom' | 'currencyTo' | 'title' | 'img' | 'balance'
> & {
  readonly step: Step
  readonly wallet: string
  /** The entered amount; empty while it is none. */
  readonly transfer: string
  readonly receive: string
  readonly fee: string
  /** Only for payouts in ULTIMA. Source: decisions D-098. */
  readonly minUltimaRate: string | null
}

type Entered = Pick<PayoutState, 'step' | 'wallet' | 'transfer' | 'minUltimaRate'>

/** Computes fee and receive of what was entered. Source: requirements PAY-014, PAY-030 to PAY-033. */
export function payoutState(
  { from, to, currencyFrom, currencyTo, title, img, balance, limits }: PayoutOption,
  entered: Entered,
): PayoutState {
  const amount = parseCoinAmount(entered.transfer, currencyFrom) ?? coinUnits(0n)
  const fee = amount === 0n ? amount : payoutFee(amount, feeOf(limits, currencyFrom))
  const text = (units: bigint): string => formatUnits(units, decimalsOf(currencyFrom))
  return {
    ...entered,
    minUltimaRate: currencyFrom === 'ULTIMA' ? entered.minUltimaRate : null,
    from,
    to,
    currencyFrom,
    currencyTo,
    title,
    img,
    balance,
    fee: text(fee),
    receive: text(payoutReceive(amount, fee)),
  }
}

const boundsOf = ({
  balance,
  held,
  waiting,
  currencyFrom,
  limits,
}: PayoutOption): PayoutBounds => ({
  balance: unitsOf(balance, currencyFrom),
  held: unitsOf(held, currencyFrom),
  waiting: unitsOf(waiting, currencyFrom),
  available: unitsOrNull(limits.availableAmount, currencyFrom),
  dailyLimit: unitsOrNull(limits.dailyLimit, currencyFrom),
  requestLimit: unitsOrNull(limits.requestLimit, currencyFrom),
})

/** The most that can be paid out now. Source: requirements PAY-024, PAY-025. */
export const maximumOf = (option: PayoutOption): string =>
  formatUnits(payoutMaximum(boundsOf(option)), decimalsOf(option.currencyFrom))

/** The least that can be paid out. Source: requirements PAY-026. */
export const minimumOf = ({ limits }: PayoutOption): string => limits.minAmount

/** Text inputs take no more characters. Source: requirements PAY-028. */
export const MOST_CHARACTERS = 256

/** Whether an amount can be paid out now. Units: a plain decimal; a text that is none is not within the limits. */
export function isWithinLimits(option: PayoutOption, amount: string): boolean {
  const { currencyFrom } = option
  const units = parseCoinAmount(amount, currencyFrom)
  if (units === null) return false
  const least = unitsOf(minimumOf(option), currencyFrom)
  return payoutAmountProblem(units, least, boundsOf(option)) === null
}

/** What can still be paid out today; null without a limit. Source: requirements PAY-025. */
export const leftTodayOf = ({ limits }: PayoutOption): string | null =>
  limits.availableAmount ?? limits.dailyLimit

/** The balance after a payout, never below zero. */
export function balanceAfter({ balance, transfer, currencyFrom }: PayoutState): string {
  const amount = parseCoinAmount(transfer, currencyFrom) ?? 0n
  const left = unitsOf(balance, currencyFrom) - amount
  return formatUnits(left > 0n ? left : 0n, decimalsOf(currencyFrom))
}

const feeOf = ({ fee, minFee, maxFee }: Limits, currency: AccountCurrency): PayoutFee => ({
  percent: fraction(fee),
  minFee: unitsOrNull(minFee, currency),
  maxFee: unitsOrNull(maxFee, currency),
})

const unitsOf = (amount: string, currency: AccountCurrency): CoinUnits =>
  coinUnits(truncateToUnits(fraction(amount), decimalsOf(currency)))

const unitsOrNull = (amount: string | null, currency: AccountCurrency): CoinUnits | null =>
  amount === null ? null : unitsOf(amount, currency)

const CODE_LENGTH = 6

/**
 * The code in a pasted text: its first six digits; null when it has fewer.
 *
 * Source: requirements PAY-048 to PAY-050.
 */
export function pastedCode(text: string): string | null {
  const digits = text.replaceAll(/\D/g, '').slice(0, CODE_LENGTH)
  return digits.length === CODE_LENGTH ? digits : null
}
