import { Button, Field } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { useFormat } from '../../lib/formats/use-format.ts'
import { isNonZero } from '../../parts/figures/eur.ts'
import {
  isPartHeld,
  leftTodayOf,
  maximumOf,
  minimumOf,
  MOST_CHARACTERS,
  type PayoutOption,
} from './payout-model.ts'

type AmountFieldProps = {
  readonly option: PayoutOption
  readonly text: string
  /** The amount that the text says, as a plain decimal; null without one. */
  readonly amount: string | null
  readonly onText: (text: string) => void
  readonly onLeave: () => void
  readonly error: string | undefined
}

/** The amount as typed, and as it is read. Source: requirements PAY-022, PAY-023, PAY-026, PAY-028. */
export function AmountField({ option, text, amount, onText, onLeave, error }: AmountFieldProps) {
  const { t } = useTranslation()
  const { figure, amountText } = useFormat()
  const { currencyFrom } = option
  const readAs = amount !== null && t('amount.readAs', { amount: amountText(amount, currencyFrom) })
  const fillMaximum = () => onText(figure(maximumOf(option), currencyFrom))
  return (
    <div className="stack gap-3">
      <Field label={t('payout.amount')} hint={readAs} error={error}>
        {(input) => (
          <div className="input-wrap payout-amount" dir="ltr">
            <input
              {...input}
              className="input digits"
              inputMode="decimal"
              autoComplete="off"
              maxLength={MOST_CHARACTERS}
              placeholder={figure('0', currencyFrom)}
              value={text}
              onChange={({ target }) => onText(target.value)}
              onBlur={onLeave}
            />
            <span className="suffix">
              <span className="subdued">{currencyFrom}</span>
              <Button size="sm" onClick={fillMaximum}>
                {t('payout.max')}
              </Button>
            </span>
          </div>
        )}
      </Field>
      <LimitList option={option} />
      <NotFreeList option={option} />
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

/** What of the balance cannot be paid out now. Source: requirements ADJ-010. */
function NotFreeList({ option }: Pick<AmountFieldProps, 'option'>) {
  const { t } = useTranslation()
  const { amountText } = useFormat()
  const { currencyFrom, held, waiting } = option
  if (!isPartHeld(option)) return null
  const parts = [
    { label: t('hold.title'), amount: held },
    { label: t('payout.later'), amount: waiting },
  ]
  return (
    <dl className="payout-limits">
      {parts
        .filter(({ amount }) => isNonZero(amount))
        .map(({ label, amount }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{amountText(amount, currencyFrom)}</dd>
          </div>
        ))}
    </dl>
  )
}
