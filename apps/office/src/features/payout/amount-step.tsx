import { Button, Field } from '@partner-office/ui'
import { type FieldProps, FormNote } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

import type { PayoutStanding } from '../../lib/queries/payout-standing.ts'
import { Amount } from '../../parts/figures/amount.tsx'
import { AmountField } from './amount-field.tsx'
import { NextButton } from './next-button.tsx'
import { freeOf, MOST_CHARACTERS, type PayoutOption, type PayoutState } from './payout-model.ts'
import { Summary, UsdtNote } from './summary.tsx'
import { useAmountForm } from './use-amount-form.ts'
import { Warnings } from './warnings.tsx'

type AmountProps = {
  readonly option: PayoutOption
  readonly state: PayoutState
  readonly standing: PayoutStanding
  readonly onWallet: (wallet: string) => void
  /** The amount as a plain decimal; empty while the text is none. */
  readonly onTransfer: (amount: string) => void
  readonly onBack: () => void
  readonly onNext: () => void
}

/** Step 2: where to, and how much. Source: requirements PAY-022 to PAY-039, PAY-057 to PAY-066. */
export function AmountStep(props: AmountProps) {
  const { option, state, standing, onBack } = props
  const { t } = useTranslation()
  const { text, amount, form, isFilled, leaveAmount, errors } = useAmountForm(props)
  return (
    <div className="grid payout-columns">
      <form {...form.props} className="card stack gap-5">
        <Chosen option={option} onChange={onBack} />
        <AddressField {...form.field('address')} error={errors.address} />
        <Warnings
          standing={standing}
          to={option.to}
          address={state.wallet.trim()}
          onAddress={(address) => form.change({ address })}
        />
        <AmountField
          option={option}
          text={text}
          amount={amount}
          onText={(entered) => form.change({ amount: entered })}
          onLeave={leaveAmount}
          error={errors.amount}
        />
        <UsdtNote amount={amount ?? ''} currency={option.currencyFrom} />
        <FormNote form={form} />
        <Acts {...props} isFilled={isFilled} isSending={form.isSending} />
      </form>
      <Summary title={t('payout.summary')} option={option} state={state} />
    </div>
  )
}

/** Source: requirements PAY-022, PAY-028. */
function AddressField({ error, onChange, ...native }: FieldProps) {
  const { t } = useTranslation()
  return (
    <Field label={t('payout.wallet')} hint={t('payout.walletHint')} error={error}>
      {(input) => (
        <textarea
          {...native}
          {...input}
          className="input payout-address"
          dir="ltr"
          rows={1}
          spellCheck={false}
          autoComplete="off"
          maxLength={MOST_CHARACTERS}
          onChange={({ target }) =>
            onChange?.({ target: { value: target.value.replaceAll('\n', '') } })
          }
        />
      )}
    </Field>
  )
}

type ActsProps = Pick<AmountProps, 'option' | 'state' | 'onBack'> & {
  readonly isFilled: boolean
  readonly isSending: boolean
}

/** The received amount, for phones, whose summary is out of sight, and the buttons. Source: requirements PAY-027, PAY-039. */
function Acts({ option, state, onBack, isFilled, isSending }: ActsProps) {
  const { t } = useTranslation()
  return (
    <div className="payout-actions">
      <p className="only-phone in-row between">
        <span className="meta">{t('payout.receive')}</span>
        <Amount amount={state.receive} currency={option.currencyFrom} />
      </p>
      <Button variant="ghost" icon="back" onClick={onBack}>
        {t('payout.back')}
      </Button>
      <NextButton stop={isFilled ? undefined : t('payout.fillFirst')} isSending={isSending} />
    </div>
  )
}

function Chosen({
  option,
  onChange,
}: {
  readonly option: PayoutOption
  readonly onChange: () => void
}) {
  const { t } = useTranslation()
  const { title, img, currencyFrom } = option
  return (
    <div className="payout-chosen">
      <span className="payout-token" aria-hidden="true">
        {img}
      </span>
      <span className="grow">
        <span className="medium-weight">{title}</span>
        <span className="meta">
          {t('payout.available')} <Amount amount={freeOf(option)} currency={currencyFrom} />
        </span>
      </span>
      <Button variant="ghost" size="sm" onClick={onChange}>
        {t('payout.change')}
      </Button>
    </div>
  )
}
