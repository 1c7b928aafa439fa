import type { Currency } from '@partner-office/domain'
import { Card } from '@partner-office/ui'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../lib/session/office.ts'
import { equivalent, rateQuery } from '../../lib/queries/rates.ts'
import { useFormat } from '../../lib/formats/use-format.ts'
import { Amount } from '../../parts/figures/amount.tsx'
import { AmountLine } from '../../parts/figures/amount-line.tsx'
import { percentText } from '../../parts/figures/percent-text.ts'
import { balanceAfter, type PayoutOption, type PayoutState } from './payout-model.ts'

type SummaryProps = {
  readonly title: string
  readonly option: PayoutOption
  readonly state: PayoutState
}

/** What leaves the balance, what it costs, and what arrives. */
export function Summary({ title, option, state }: SummaryProps) {
  const { t } = useTranslation()
  const { currencyFrom, balance, fee, receive } = state
  const transfer = state.transfer === '' ? '0' : state.transfer
  return (
    <aside>
      <Card title={title}>
        <dl className="key-values">
          <AmountLine label={t('payout.send')} amount={transfer} currency={currencyFrom} />
          <AmountLine label={<Fee option={option} />} amount={`-${fee}`} currency={currencyFrom} />
        </dl>
        <div className="payout-receive" aria-live="polite">
          <p className="label">{t('payout.receive')}</p>
          <Amount amount={receive} currency={currencyFrom} size="l" />
        </div>
        <dl className="key-values">
          <AmountLine label={t('payout.balanceNow')} amount={balance} currency={currencyFrom} />
          <AmountLine
            label={t('payout.balanceAfter')}
            amount={balanceAfter(state)}
            currency={currencyFrom}
          />
        </dl>
      </Card>
    </aside>
  )
}

/** The percentage of the fee, and its bounds. */
function Fee({ option: { limits, currencyFrom } }: Pick<SummaryProps, 'option'>) {
  const { t } = useTranslation()
  const { amountText, style } = useFormat()
  const { fee, minFee, maxFee } = limits
  const shown = (amount: string) => amountText(amount, currencyFrom)
  return (
    <>
      {t('payout.fee', { fee: percentText(fee, style) })}
      {minFee !== null && <Bound>{t('payout.atLeast', { amount: shown(minFee) })}</Bound>}
      {maxFee !== null && <Bound>{t('payout.atMost', { amount: shown(maxFee) })}</Bound>}
    </>
  )
}

const Bound = ({ children }: { readonly children: string }) => (
  <span className="payout-bound meta">{children}</span>
)

/** Currencies whose amounts have a value in USDT beside them. Source: requirements PAY-034. */
const WORTH_SHOWN: readonly Currency[] = ['ULTIMA', 'UCN']

/** What an amount is worth in USDT. Source: requirements PAY-034, PAY-035; decisions D-099. */
export function UsdtNote({ amount, currency }: { amount: string; currency: Currency }) {
  return WORTH_SHOWN.includes(currency) && amount !== '' ? (
    <UsdtValue amount={amount} currency={currency} />
  ) : null
}

function UsdtValue({ amount, currency }: { amount: string; currency: Currency }) {
  const { t } = useTranslation()
  const { amountText } = useFormat()
  const rate = useUsdtRate(currency)
  if (rate === undefined) return null
  return (
    <p className="meta">
      {t('payout.worth', { amount: amountText(equivalent(amount, rate), 'USDT') })}
    </p>
  )
}

/** The rate of a coin in USDT, read again every two seconds. Source: requirements PAY-035. */
export function useUsdtRate(currency: Currency): string | undefined {
  const { api, config } = useOffice()
  return useQuery(rateQuery(api, config, currency, 'USDT')).data?.rate
}
