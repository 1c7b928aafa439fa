import type { BonusTransaction } from '@partner-office/contracts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../lib/session/office.ts'
import { equivalent, rateQuery } from '../../lib/queries/rates.ts'
import { useFormat } from '../../lib/formats/use-format.ts'
import { SignedAmount } from './signed-amount.tsx'
import { WhyButton } from './why-button.tsx'

type BonusAmountProps = {
  readonly record: BonusTransaction
  /** Null where nothing explains the amount. */
  readonly onExplain: (() => void) | null
}

/** An amount of the history that opens its explanation; ULTIMA with its value in EUR. Source: requirements TRX-011, TRX-012, FMT-013; decisions D-061. */
export function BonusAmount({ record, onExplain }: BonusAmountProps) {
  const { bonusAmount, currency } = record
  const shown = <SignedAmount amount={bonusAmount} currency={currency} />
  return (
    <span className="bonus-amount">
      {onExplain === null ? shown : <WhyButton onExplain={onExplain}>{shown}</WhyButton>}
      {currency === 'ULTIMA' && <Worth ultima={bonusAmount} />}
    </span>
  )
}

function Worth({ ultima }: { ultima: string }) {
  const { t } = useTranslation()
  const { api, config } = useOffice()
  const { amountText } = useFormat()
  const { data } = useQuery(rateQuery(api, config, 'ULTIMA', 'EUR'))
  const worth = data && amountText(equivalent(ultima.replace('-', ''), data.rate), 'EUR')
  return (
    <span className="meta block">
      {worth === undefined ? '\u00a0' : t('dashboard.worth', { amount: worth })}
    </span>
  )
}
