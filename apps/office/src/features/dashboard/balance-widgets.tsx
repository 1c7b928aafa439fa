import { getBalances } from '@partner-office/contracts'
import type { Currency } from '@partner-office/domain'
import { Card, Money, VisuallyHidden } from '@partner-office/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../lib/session/office.ts'
import { equivalent, rateQuery } from '../../lib/queries/rates.ts'
import { useFormat } from '../../lib/formats/use-format.ts'
import { Amount } from '../../parts/figures/amount.tsx'
import { Rate } from '../../parts/rates/rate.tsx'
import { Later } from '../../parts/states/later.tsx'
import { PATHS } from '../../paths.ts'
import { AppLink } from '../../lib/navigation/app-link.tsx'
import { BalanceHolds } from './balance-holds.tsx'

const ACCOUNTS = ['UCHAIN_UCN_BONUS', 'UCHAIN_UPT_BONUS'] as const

/** Balances of the two bonus accounts, with what is on hold of them. Source: requirements DSH-001 to DSH-003, DSH-011, ADJ-011; decisions D-133. */
export function BalanceWidgets() {
  const { api } = useOffice()
  const { data } = useQuery({
    queryKey: ['balances'],
    queryFn: ({ signal }) =>
      api.call('business', getBalances, {
        query: { balances: ACCOUNTS.join(',') },
        quiet: true,
        signal,
      }),
  })
  return (
    <div className="grid columns-2">
      <Balance currency="UCN" amount={data?.UCHAIN_UCN_BONUS}>
        {(amount) => (
          <p className="meta balance-worth">
            <Worth from="UCN" to="USDT" amount={amount} />
          </p>
        )}
      </Balance>
      <Balance currency="UPT" amount={data?.UCHAIN_UPT_BONUS}>
        {() => (
          <p className="meta">
            <Rate from="EUR" to="UPT" />
          </p>
        )}
      </Balance>
    </div>
  )
}

type BalanceProps = {
  readonly currency: Currency
  readonly amount: string | undefined
  readonly children: (amount: string | undefined) => ReactNode
}

function Balance({ currency, amount, children }: BalanceProps) {
  const { t } = useTranslation()
  return (
    <div className="balance">
      <Card>
        <div className="in-row between">
          <h2 className="label">{t('dashboard.balance', { currency })}</h2>
          <AppLink to={PATHS.transactionsBonuses} className="link meta">
            {t('bonusHistory.title')}
          </AppLink>
        </div>
        <div className="stack gap-1">
          <BalanceAmount amount={amount} currency={currency} />
          {children(amount)}
        </div>
      </Card>
      <Later placeholder={null}>
        <BalanceHolds currency={currency} />
      </Later>
    </div>
  )
}

/** The balance, or a dash until the call succeeds: a failed call must not look like an empty account. Source: decisions D-133. */
function BalanceAmount({ amount, currency }: { amount: string | undefined; currency: Currency }) {
  const { t } = useTranslation()
  const { config } = useOffice()
  const isZero = config.property('quietBalanceDefault') === 'zero'
  const shown = amount ?? (isZero ? '0' : undefined)
  if (shown !== undefined) return <Amount amount={shown} currency={currency} size="xl" />
  return (
    <span className="missing">
      <Money whole="–" fraction={'\u00a0'} unit={currency} size="xl" />
      <VisuallyHidden>{t('dashboard.unknown')}</VisuallyHidden>
    </span>
  )
}

type Pair = { readonly from: Currency; readonly to: Currency }

function Worth({ amount, ...pair }: Pair & { amount: string | undefined }) {
  const { t } = useTranslation()
  const { api, config } = useOffice()
  const format = useFormat()
  const { data } = useQuery(rateQuery(api, config, pair.from, pair.to))
  if (data === undefined) return <span>{'\u00a0'}</span>
  return (
    <>
      {amount !== undefined && (
        <span className="worth">
          {t('dashboard.worth', {
            amount: format.amountText(equivalent(amount, data.rate), pair.to),
          })}
        </span>
      )}
      <Rate {...pair} />
    </>
  )
}
