import { Button, buttonClass, Chip, Icon } from '@partner-office/ui'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'

import { PATHS } from '../../paths.ts'
import { AppLink } from '../../lib/navigation/app-link.tsx'
import { WalletAddress } from '../../parts/address/wallet-address.tsx'
import { AmountLine } from '../../parts/figures/amount-line.tsx'
import type { Confirmed, PayoutOption } from './payout-model.ts'

type FinishProps = {
  readonly heading: RefObject<HTMLHeadingElement | null>
  readonly payout: Confirmed
  readonly option: PayoutOption
  readonly onAgain: () => void
}

/** The finish screen repeats what the service has accepted. Source: requirements PAY-055, PAY-056, PAY-082. */
export function FinishStep({ heading, payout, option: { currencyFrom }, onAgain }: FinishProps) {
  const { t } = useTranslation()
  return (
    <section className="card stack gap-5 payout-finish">
      <div className="in-row">
        <span className="payout-accepted">
          <Icon name="check" size={24} />
        </span>
        <div>
          <h2 className="heading-1" ref={heading} tabIndex={-1}>
            {t('payout.accepted')}
          </h2>
          <AppLink to={PATHS.transactionsPayouts} search={{ payout: payout.id }} className="link">
            {t('transactions.show', { id: payout.id })}
          </AppLink>
        </div>
      </div>
      <PaidAmounts payout={payout} currency={currencyFrom} />
      <div className="stack">
        <p className="label">{t('payout.toWallet')}</p>
        <WalletAddress address={payout.address} />
      </div>
      <p className="meta">{t('payout.findHash')}</p>
      <div className="in-row wrap">
        <AppLink to={PATHS.dashboard} className={buttonClass({ variant: 'primary' })}>
          {t('payout.toDashboard')}
        </AppLink>
        <Button onClick={onAgain}>{t('payout.again')}</Button>
      </div>
    </section>
  )
}

type PaidProps = { readonly payout: Confirmed; readonly currency: string }

/** Source: requirements PAY-082. */
function PaidAmounts({ payout, currency }: PaidProps) {
  const { t } = useTranslation()
  return (
    <dl className="key-values">
      <AmountLine label={t('payout.sent')} amount={payout.amount} currency={currency} />
      <AmountLine label={t('payout.feeTaken')} amount={`-${payout.fee}`} currency={currency} />
      <AmountLine label={t('payout.arrives')} amount={payout.receive} currency={currency} isSum />
      <div>
        <dt>{t('payout.status')}</dt>
        <dd>
          <Chip tone="orange" icon="clock">
            {t('payout.statusPending')}
          </Chip>
        </dd>
      </div>
    </dl>
  )
}
