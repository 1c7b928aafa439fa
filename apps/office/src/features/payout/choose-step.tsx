import { Chip, Icon } from '@partner-office/ui'
import { errorText } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

import { useLocale } from '../../lib/formats/locale.ts'
import { useOffice } from '../../lib/session/office.ts'
import { passportPageAt } from '../../lib/navigation/passport-pages.ts'
import { useFormat } from '../../lib/formats/use-format.ts'
import { Amount } from '../../parts/figures/amount.tsx'
import { percentText } from '../../parts/figures/percent-text.ts'
import { type Line, MissingNote } from './blockers.tsx'
import { NextButton } from './next-button.tsx'
import {
  freeOf,
  hasBalance,
  isPartHeld,
  isPayable,
  minimumOf,
  type PayoutOption,
} from './payout-model.ts'

type ChooseProps = {
  readonly lines: readonly Line[]
  readonly options: readonly PayoutOption[]
  readonly chosen: PayoutOption | undefined
  readonly onChoose: (option: PayoutOption) => void
  readonly onNext: () => void
}

/** Step 1: which balance to pay out. Source: requirements PAY-016 to PAY-021. */
export function ChooseStep({ lines, options, chosen, onChoose, onNext }: ChooseProps) {
  const { t, i18n } = useTranslation()
  const { config } = useOffice()
  const stop = stopOf(chosen, config.allows('payout'))
  return (
    <section className="stack gap-3">
      <fieldset className="stack gap-3 payout-options">
        <legend className="visually-hidden">{t('payout.options')}</legend>
        {options.map((option) => (
          <Option
            key={option.id}
            option={option}
            isChosen={option.id === chosen?.id}
            onChoose={() => onChoose(option)}
          />
        ))}
      </fieldset>
      {options.length === 0 && <p className="card subdued">{t('payout.noOptions')}</p>}
      <MissingNote lines={lines} />
      <NextButton
        stop={stop && (stop === 'closed' ? errorText(i18n, 'payout_is_disabled') : t(stop))}
        onClick={onNext}
      />
    </section>
  )
}

/** Why the wizard cannot go on; undefined where it can. Source: requirements PAY-017 to PAY-019; decisions D-035. */
function stopOf(chosen: PayoutOption | undefined, isAllowed: boolean) {
  if (!isAllowed) return 'closed'
  if (chosen === undefined) return 'payout.chooseFirst'
  if (chosen.disabledDueToVerification) return 'payout.waitForVerification'
  if (isPayable(chosen)) return undefined
  return hasBalance(chosen) ? 'payout.nothingFree' : 'payout.noMoney'
}

type OptionProps = {
  readonly option: PayoutOption
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Option({ option, isChosen, onChoose }: OptionProps) {
  const { t } = useTranslation()
  const { amountText, style } = useFormat()
  const { title, img, balance, currencyFrom, badge, limits, disabledDueToVerification } = option
  const least = amountText(minimumOf(option), currencyFrom)
  return (
    <div className="card payout-option" data-chosen={isChosen || undefined}>
      <label className="payout-choice">
        <input type="radio" name="payout" checked={isChosen} onChange={onChoose} />
        <span className="payout-token" aria-hidden="true">
          {img}
        </span>
        <span className="grow">
          <span className="medium-weight">
            {title} {badge !== null && <Chip tone="blue">{badge}</Chip>}
          </span>
          <span className="meta">
            {t('payout.terms', { least, fee: percentText(limits.fee, style) })}
          </span>
        </span>
        <span className="payout-available">
          <span className="meta">{t('payout.available')}</span>
          <Amount amount={freeOf(option)} currency={currencyFrom} />
          {isPartHeld(option) && (
            <span className="meta">
              {t('payout.balanceOf', { amount: amountText(balance, currencyFrom) })}
            </span>
          )}
        </span>
      </label>
      {disabledDueToVerification && <VerificationNote />}
    </div>
  )
}

/** Source: requirements PAY-020. */
function VerificationNote() {
  const { t } = useTranslation()
  const locale = useLocale()
  const { config } = useOffice()
  return (
    <p className="note tone-orange" role="status">
      <Icon name="warning" size={18} />
      <span className="grow">{t('payout.waitForVerification')}</span>
      <a className="link" href={passportPageAt(config, locale, 'passport', 'payout')}>
        {t('payout.verify')}
      </a>
    </p>
  )
}
