import { Button, buttonClass, Chip, Icon } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { PATHS } from '../../paths.ts'
import { AppLink } from '../../shell/app-link.tsx'
import { WalletAddress } from '../../parts/address/wallet-address.tsx'
import { Amount } from '../../parts/figures/amount.tsx'
import type { Confirmed, PayoutOption } from './payout-model.ts'

type FinishProps = {
  readonly payout: Confirmed
  readonly option: PayoutOption
  readonly onAgain: () => void
}

/** The finish screen repeats what the service has accepted. Source: requirements PAY-055, PAY-056, PAY-082. */
export function FinishStep({ payout, option: { currencyFrom }, onAgain }: FinishProps) {
  const { t } = useTranslation()
  return (
    <section className="card stack g5 payout-finish" aria-live="polite">
      <div className="row">
        <span className="payout-accepted">
          <Icon name="check" size={24} />
        </span>
        <h2 className="h1">{t('payout.accepted')}</h2>
      </div>
      <dl className="kv">
        <div>
          <dt>{t('payout.sent')}</dt>
          <dd>
            <Amount amount={payout.amount} currency={currencyFrom} />
          </dd>
        </div>
        <div>
          <dt>{t('payout.feeTaken')}</dt>
          <dd>
            <Amount amount={`-${payout.fee}`} currency={currencyFrom} />
          </dd>
        </div>
        <div className="sum">
          <dt>{t('payout.arrives')}</dt>
          <dd>
            <Amount amount={payout.receive} currency={currencyFrom} />
          </dd>
        </div>
        <div>
          <dt>{t('payout.status')}</dt>
          <dd>
            <Chip tone="orange" icon="clock">
              {t('payout.statusPending')}
            </Chip>
          </dd>
        </div>
      </dl>
      <div className="stack">
        <p className="label">{t('payout.toWallet')}</p>
        <WalletAddress address={payout.address} />
      </div>
      <p className="meta">{t('payout.findHash')}</p>
      <div className="row wrap">
        <AppLink to={PATHS.dashboard} className={buttonClass({ variant: 'primary' })}>
          {t('payout.toDashboard')}
        </AppLink>
        <Button onClick={onAgain}>{t('payout.again')}</Button>
      </div>
    </section>
  )
}
