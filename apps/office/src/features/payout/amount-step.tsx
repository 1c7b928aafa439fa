import { type CallReply, type getPayoutStanding, postPayoutInit } from '@partner-office/contracts'
import { Button, Field, Note } from '@partner-office/ui'
import { errorText } from '@partner-office/web'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../lib/office.ts'
import { readAmount } from '../../lib/read-amount.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Amount } from '../../parts/figures/amount.tsx'
import { type InitError, initErrorOf } from './payout-errors.ts'
import {
  leftTodayOf,
  maximumOf,
  minimumOf,
  type PayoutOption,
  type PayoutState,
} from './payout-model.ts'
import { Summary, UsdtNote } from './summary.tsx'
import { Warnings } from './warnings.tsx'

type AmountProps = {
  readonly option: PayoutOption
  readonly state: PayoutState
  readonly standing: CallReply<typeof getPayoutStanding> | undefined
  readonly onWallet: (wallet: string) => void
  /** The amount as a plain decimal; empty while the text is none. */
  readonly onTransfer: (amount: string) => void
  readonly onBack: () => void
  readonly onNext: () => void
}

/** Text inputs take no more characters. Source: requirements PAY-028. */
const MOST_CHARACTERS = 256

/** Step 2: where to, and how much. Source: requirements PAY-022 to PAY-039, PAY-057 to PAY-066. */
export function AmountStep(props: AmountProps) {
  const { option, state, standing, onWallet, onBack } = props
  const { t } = useTranslation()
  const { text, setText, written, init } = useAmountForm(props)
  const error = init.error === null ? null : initErrorOf(init.error)
  const texts = useErrorTexts(option, error)
  const isReady = state.wallet.trim() !== '' && text.trim() !== '' && !init.isPending
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) init.mutate()
  }
  return (
    <div className="grid payout-columns">
      <form className="card stack g5" noValidate onSubmit={submit}>
        <Chosen option={option} onChange={onBack} />
        <AddressField
          address={state.wallet}
          error={error?.place === 'address' ? texts : undefined}
          onAddress={(address) => {
            init.reset()
            onWallet(address)
          }}
        />
        <Warnings
          standing={standing}
          to={option.to}
          address={state.wallet.trim()}
          onAddress={onWallet}
        />
        <AmountField
          option={option}
          text={text}
          onText={setText}
          error={error?.place === 'amount' ? texts : undefined}
        />
        <UsdtNote amount={written} currency={option.currencyFrom} />
        {error?.place === 'common' && (
          <Note tone="red" live>
            {texts}
          </Note>
        )}
        <Acts {...props} isReady={isReady} isSending={init.isPending} />
      </form>
      <Summary title={t('payout.summary')} option={option} state={state} />
    </div>
  )
}

type AddressProps = {
  readonly address: string
  readonly error: string | undefined
  readonly onAddress: (address: string) => void
}

/** Source: requirements PAY-022, PAY-028. */
function AddressField({ address, error, onAddress }: AddressProps) {
  const { t } = useTranslation()
  return (
    <Field label={t('payout.wallet')} hint={t('payout.walletHint')} error={error}>
      {(input) => (
        <textarea
          {...input}
          className="input payout-address"
          dir="ltr"
          rows={1}
          spellCheck={false}
          autoComplete="off"
          maxLength={MOST_CHARACTERS}
          value={address}
          onChange={({ target }) => onAddress(target.value.replaceAll('\n', ''))}
        />
      )}
    </Field>
  )
}

type ActsProps = Pick<AmountProps, 'option' | 'state' | 'onBack'> & {
  readonly isReady: boolean
  readonly isSending: boolean
}

/** The received amount, for phones, whose summary is out of sight, and the buttons. Source: requirements PAY-027, PAY-039. */
function Acts({ option, state, onBack, isReady, isSending }: ActsProps) {
  const { t } = useTranslation()
  return (
    <div className="payout-acts">
      <p className="only-phone row between">
        <span className="meta">{t('payout.receive')}</span>
        <Amount amount={state.receive} currency={option.currencyFrom} />
      </p>
      <Button variant="ghost" icon="back" onClick={onBack}>
        {t('payout.back')}
      </Button>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        disabled={!isReady}
        busy={isSending}
        busyLabel={t('common.loading')}
      >
        {t('payout.next')}
      </Button>
    </div>
  )
}

/** The written amount, the plain decimal that it says, and the request. */
function useAmountForm({ option, state, onTransfer, onNext }: AmountProps) {
  const { api } = useOffice()
  const { style, figure } = useFormat()
  const [text, setWritten] = useState(() =>
    state.transfer === '' ? '' : figure(state.transfer, option.currencyFrom),
  )
  const init = useMutation({
    mutationFn: () =>
      api.call('business', postPayoutInit, {
        body: {
          from: option.from,
          to: option.to,
          address: state.wallet.trim(),
          amount: readAmount(text, style) ?? text.trim(),
        },
      }),
    onSuccess: onNext,
  })
  const setText = (entered: string) => {
    init.reset()
    setWritten(entered)
    onTransfer(readAmount(entered, style) ?? '')
  }
  return { text, setText, written: readAmount(text, style) ?? '', init }
}

/** The text of a refused request. Source: requirements PAY-057 to PAY-066, ERR-015, ERR-016. */
function useErrorTexts(option: PayoutOption, error: InitError | null): string {
  const { t, i18n } = useTranslation()
  const { amountText } = useFormat()
  if (error === null) return ''
  const shown = (amount: string) => amountText(amount, option.currencyFrom)
  const left = leftTodayOf(option)
  const today = left === null ? t('payout.noLimit') : shown(left)
  if (error.kind === 'limits') {
    const most = shown(maximumOf(option))
    return t('payout.limitsError', { least: shown(minimumOf(option)), most, today })
  }
  if (error.kind === 'daily') return t('payout.dailyError', { today })
  return error.kind === 'address' ? t('payout.addressError') : errorText(i18n, error.code)
}

function Chosen({
  option,
  onChange,
}: {
  readonly option: PayoutOption
  readonly onChange: () => void
}) {
  const { t } = useTranslation()
  const { title, img, balance, currencyFrom } = option
  return (
    <div className="payout-chosen">
      <span className="payout-token" aria-hidden="true">
        {img}
      </span>
      <span className="grow">
        <span className="med">{title}</span>
        <span className="meta">
          {t('payout.available')} <Amount amount={balance} currency={currencyFrom} />
        </span>
      </span>
      <Button variant="ghost" size="sm" onClick={onChange}>
        {t('payout.change')}
      </Button>
    </div>
  )
}

type AmountFieldProps = {
  readonly option: PayoutOption
  readonly text: string
  readonly onText: (text: string) => void
  readonly error: string | undefined
}

/** Source: requirements PAY-022, PAY-023, PAY-026, PAY-028. */
function AmountField({ option, text, onText, error }: AmountFieldProps) {
  const { t } = useTranslation()
  const { figure } = useFormat()
  const { currencyFrom } = option
  const fillMaximum = () => onText(figure(maximumOf(option), currencyFrom))
  return (
    <div className="stack g3">
      <Field label={t('payout.amount')} error={error}>
        {(input) => (
          <div className="input-wrap payout-amount" dir="ltr">
            <input
              {...input}
              className="input num"
              inputMode="decimal"
              autoComplete="off"
              maxLength={MOST_CHARACTERS}
              placeholder={figure('0', currencyFrom)}
              value={text}
              onChange={({ target }) => onText(target.value)}
            />
            <span className="suffix">
              <span className="dim">{currencyFrom}</span>
              <Button size="sm" onClick={fillMaximum}>
                {t('payout.max')}
              </Button>
            </span>
          </div>
        )}
      </Field>
      <LimitList option={option} />
    </div>
  )
}

/** Source: requirements PAY-024 to PAY-026. */
function LimitList({ option }: Pick<AmountFieldProps, 'option'>) {
  const { t } = useTranslation()
  const { amountText } = useFormat()
  const { currencyFrom, limits } = option
  const left = leftTodayOf(option)
  return (
    <dl className="payout-limits">
      <div>
        <dt>{t('payout.minimum')}</dt>
        <dd>{amountText(minimumOf(option), currencyFrom)}</dd>
      </div>
      <div>
        <dt>{t('payout.maximum')}</dt>
        <dd>{amountText(maximumOf(option), currencyFrom)}</dd>
      </div>
      {left !== null && limits.dailyLimit !== null && (
        <div>
          <dt>{t('payout.leftToday')}</dt>
          <dd>{amountText(left, currencyFrom)}</dd>
        </div>
      )}
    </dl>
  )
}
