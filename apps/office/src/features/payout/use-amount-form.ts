import { postPayoutInit } from '@partner-office/contracts'
import { codeOf, errorText, type Form, useForm } from '@partner-office/web'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../lib/session/office.ts'
import { readAmount } from '../../lib/formats/read-amount.ts'
import { useFormat } from '../../lib/formats/use-format.ts'
import { useAmountProblem } from '../../parts/figures/use-amount-problem.ts'
import { FIELD_OF_CODE } from './payout-errors.ts'
import {
  freeOf,
  isPartHeld,
  isWithinLimits,
  leftTodayOf,
  maximumOf,
  minimumOf,
  type PayoutOption,
  type PayoutState,
} from './payout-model.ts'
import { useForgetHolds } from './use-payout-page.ts'

type FormOptions = {
  readonly option: PayoutOption
  readonly state: PayoutState
  readonly onWallet: (wallet: string) => void
  /** The amount as a plain decimal; empty while the text is none. */
  readonly onTransfer: (amount: string) => void
  readonly onNext: () => void
}

const FIELDS = ['address', 'amount'] as const

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
  const forgetHolds = useForgetHolds()
  const refused = (error: unknown): never => {
    if (codeOf(error) === 'not_enough_funds') forgetHolds()
    throw error
  }
  const isFilled = state.wallet.trim() !== '' && text.trim() !== ''
  const form = useForm({
    fields: FIELDS,
    controlled: { values: { address: state.wallet, amount: text }, change: keep },
    isReady: isFilled,
    fieldOfCode: FIELD_OF_CODE,
    send: async ({ address = '' }) => {
      const { from, to } = option
      // Without an amount the service refuses it, and names a wrong address too.
      const body = { from, to, address: address.trim(), amount: amount ?? '' }
      await api.call('business', postPayoutInit, { body }).catch(refused)
      onNext()
    },
  })
  function keep({ address, amount: entered }: Readonly<Record<string, string>>): void {
    // A request is refused as a whole: any change may correct it.
    for (const field of FIELDS) form.changed(field)
    if (address !== undefined) onWallet(address)
    if (entered === undefined) return
    setLeft(false)
    setTyped(entered)
    const read = readAmount(entered, style)
    onTransfer(read.state === 'read' ? read.amount : '')
  }
  return {
    text,
    amount,
    form,
    isFilled,
    leaveAmount: () => setLeft(true),
    errors: useErrors({ option, text, amount, isLeft, form }),
  }
}

type Checked = {
  readonly option: PayoutOption
  readonly text: string
  readonly amount: string | null
  /** The partner has left the field of the amount. */
  readonly isLeft: boolean
  readonly form: Form
}

/** What is wrong with each field, in one sentence. */
type Errors = { readonly amount: string | undefined; readonly address: string | undefined }

/**
 * Names what is wrong with both fields at once: the service names the first fault, the address before the amount.
 *
 * Source: requirements PAY-057 to PAY-066, ERR-015, ERR-016.
 */
function useErrors({ option, text, amount, isLeft, form }: Checked): Errors {
  const { t } = useTranslation()
  const textOf = useRefusedAmount(option)
  const unreadText = useUnreadText(option)
  const [refusedAmount] = form.codesOf('amount')
  const isAddressRefused = form.codesOf('address').length > 0
  const isRefused = isAddressRefused || refusedAmount !== undefined || form.codes.length > 0
  const isUnread = amount === null && text.trim() !== '' && (isLeft || isRefused)
  const isOutside = isAddressRefused && !isWithinLimits(option, amount ?? '')
  const refused = refusedAmount ?? (isOutside ? LIMITS : undefined)
  return {
    address: isAddressRefused ? t('payout.addressError') : undefined,
    amount: isUnread ? unreadText(text) : refused && textOf(refused),
  }
}

/** A code whose message names the limits. */
const LIMITS = 'minimum_limit'
const LIMIT_CODES = ['request_limit', LIMITS, 'invalid_format']

/** Says why a typed amount is none: it has two readings, or it is no amount within the limits. */
function useUnreadText(option: PayoutOption): (text: string) => string {
  const { style } = useFormat()
  const textOf = useRefusedAmount(option)
  const problem = useAmountProblem(option.currencyFrom)
  return (text) => (readAmount(text, style).state === 'unclear' && problem(text)) || textOf(LIMITS)
}

/** The message of a code at the amount. Source: requirements PAY-057 to PAY-060, ERR-015, ADJ-010. */
function useRefusedAmount(option: PayoutOption): (code: string) => string {
  const { t, i18n } = useTranslation()
  const { amountText } = useFormat()
  const shown = (amount: string) => amountText(amount, option.currencyFrom)
  const left = leftTodayOf(option)
  const today = left === null ? t('payout.noLimit') : shown(left)
  return (code) => {
    if (code === 'daily_limit') return t('payout.dailyError', { today })
    if (code === 'not_enough_funds' && isPartHeld(option)) {
      return t('payout.freeError', { free: shown(freeOf(option)) })
    }
    if (!LIMIT_CODES.includes(code)) return errorText(i18n, code)
    const most = shown(maximumOf(option))
    return t('payout.limitsError', { least: shown(minimumOf(option)), most, today })
  }
}
