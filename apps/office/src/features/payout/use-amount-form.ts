import { postPayoutInit } from '@partner-office/contracts'
import { errorText } from '@partner-office/web'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../lib/office.ts'
import { readAmount } from '../../lib/read-amount.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useAmountProblem } from '../../parts/figures/use-amount-problem.ts'
import { type InitError, initErrorOf } from './payout-errors.ts'
import {
  isWithinLimits,
  leftTodayOf,
  maximumOf,
  minimumOf,
  type PayoutOption,
  type PayoutState,
} from './payout-model.ts'

type FormOptions = {
  readonly option: PayoutOption
  readonly state: PayoutState
  readonly onWallet: (wallet: string) => void
  /** The amount as a plain decimal; empty while the text is none. */
  readonly onTransfer: (amount: string) => void
  readonly onNext: () => void
}

/** What is wrong, by its place; each text is one sentence. */
type Errors = { readonly amount?: string; readonly address?: string; readonly common?: string }

/** The typed amount, the plain decimal that it says, the request, and what is wrong with both fields. */
export function useAmountForm({ option, state, onWallet, onTransfer, onNext }: FormOptions) {
  const { api } = useOffice()
  const { style, figure } = useFormat()
  const [text, setTyped] = useState(() =>
    state.transfer === '' ? '' : figure(state.transfer, option.currencyFrom),
  )
  const [isLeft, setLeft] = useState(false)
  const typed = readAmount(text, style)
  const amount = typed.state === 'read' ? typed.amount : null
  const init = useMutation({
    mutationFn: () =>
      api.call('business', postPayoutInit, {
        // Without an amount the service refuses it, and names a wrong address too.
        body: {
          from: option.from,
          to: option.to,
          address: state.wallet.trim(),
          amount: amount ?? '',
        },
      }),
    onSuccess: onNext,
  })
  const refused = init.error === null ? null : initErrorOf(init.error)
  return {
    text,
    setText: (entered: string) => {
      init.reset()
      setLeft(false)
      setTyped(entered)
      const read = readAmount(entered, style)
      onTransfer(read.state === 'read' ? read.amount : '')
    },
    setWallet: (wallet: string) => {
      init.reset()
      onWallet(wallet)
    },
    leaveAmount: () => setLeft(true),
    amount,
    init,
    errors: useErrors({ option, text, amount, isLeft, refused }),
  }
}

type Checked = {
  readonly option: PayoutOption
  readonly text: string
  readonly amount: string | null
  /** The partner has left the field of the amount. */
  readonly isLeft: boolean
  readonly refused: InitError | null
}

/**
 * Names what is wrong with both fields at once: the service names the first fault, the address before the amount.
 *
 * Source: requirements PAY-057 to PAY-066, ERR-015, ERR-016.
 */
function useErrors({ option, text, amount, isLeft, refused }: Checked): Errors {
  const textOf = useRefusedText(option)
  const isUnread = amount === null && text.trim() !== ''
  const problem = useUnreadText(option)
  const told: Errors = refused === null ? {} : { [refused.place]: textOf(refused) }
  if (isUnread && (isLeft || refused !== null)) return { ...told, amount: problem(text) }
  if (refused?.place !== 'address' || isWithinLimits(option, amount ?? '')) return told
  return { ...told, amount: textOf(LIMITS) }
}

const LIMITS: InitError = { place: 'amount', kind: 'limits', code: 'validation_error' }

/** Says why a typed amount is none: it has two readings, or it is no amount within the limits. */
function useUnreadText(option: PayoutOption): (text: string) => string {
  const { style } = useFormat()
  const textOf = useRefusedText(option)
  const problem = useAmountProblem(option.currencyFrom)
  return (text) => (readAmount(text, style).state === 'unclear' && problem(text)) || textOf(LIMITS)
}

/** The text of a refused request. Source: requirements PAY-057 to PAY-066, ERR-015, ERR-016. */
function useRefusedText(option: PayoutOption): (error: InitError) => string {
  const { t, i18n } = useTranslation()
  const { amountText } = useFormat()
  const shown = (amount: string) => amountText(amount, option.currencyFrom)
  const left = leftTodayOf(option)
  const today = left === null ? t('payout.noLimit') : shown(left)
  return ({ kind, code }) => {
    if (kind === 'limits') {
      const most = shown(maximumOf(option))
      return t('payout.limitsError', { least: shown(minimumOf(option)), most, today })
    }
    if (kind === 'daily') return t('payout.dailyError', { today })
    return kind === 'address' ? t('payout.addressError') : errorText(i18n, code)
  }
}
