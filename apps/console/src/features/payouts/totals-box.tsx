import { type CallReply, getPayoutTotals } from '@partner-office/contracts'
import { Note } from '@partner-office/ui'
import { FigureStrip } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { amountText, countText } from '../../lib/figures.ts'
import { monthText } from '../../lib/instants.ts'
import { queryOf } from '../../lib/query-of.ts'
import { amountAndFee } from '../../parts/amount-and-fee.tsx'
import { Amount } from '../../parts/amount.tsx'
import { ListTable } from '../../parts/list-table.tsx'

type Totals = CallReply<typeof getPayoutTotals>

/** The sums of payouts, and whether the ledger agrees. Source: requirements PQU-015, PQU-017. */
export function TotalsBox() {
  const { t } = useTranslation()
  const { api } = useConsole()
  const totals = useQuery(queryOf(api, getPayoutTotals))
  return (
    <Loaded query={totals} placeholder={120}>
      {(found) => (
        <div className="stack gap-3">
          <Pending totals={found} />
          <Clearing totals={found} />
          <details>
            <summary>{t('payouts.totals.months')}</summary>
            <Months totals={found} />
          </details>
        </div>
      )}
    </Loaded>
  )
}

function Pending({ totals: { pending, wallets } }: { readonly totals: Totals }) {
  const { t } = useTranslation()
  if (pending.length === 0) return <p className="muted">{t('payouts.none')}</p>
  return (
    <FigureStrip
      figures={[
        ...pending.map(({ state, currency, count, amount, eur }) => ({
          label: `${t(`payouts.states.${state}`)}, ${currency}`,
          value: <Amount amount={amount} currency={currency} />,
          detail: t('payouts.totals.detail', {
            count,
            shown: countText(count),
            eur: eur === null ? '–' : amountText(eur, 'EUR'),
          }),
        })),
        ...(wallets ?? []).map(({ currency, balance }) => ({
          label: t('payouts.totals.wallet', { currency }),
          value: <Amount amount={balance} currency={currency} />,
        })),
      ]}
    />
  )
}

/** Whether `payout_clearing` without what was sent is what the pending payouts will send. */
function Clearing({ totals: { clearing } }: { readonly totals: Totals }) {
  const { t } = useTranslation()
  const wrong = clearing.filter(({ difference }) => /[1-9]/.test(difference))
  if (clearing.length === 0) return null
  if (wrong.length === 0) return <p className="meta">{t('payouts.totals.agrees')}</p>
  return (
    <Note tone="red" live>
      {wrong.map(({ currency, difference }) => (
        <p key={currency}>
          {t('payouts.totals.differs', { difference: amountText(difference, currency) })}
        </p>
      ))}
    </Note>
  )
}

type Month = Totals['months'][number]

function Months({ totals: { months } }: { readonly totals: Totals }) {
  const { t } = useTranslation()
  const nameOf = ({ month }: Month) => monthText(Date.parse(`${month}-01`))
  return (
    <ListTable
      isWhole
      caption={t('payouts.totals.months')}
      columns={[
        { name: 'month', head: t('payouts.totals.month'), cell: nameOf },
        {
          name: 'state',
          head: t('payouts.state'),
          cell: ({ state }) => t(`payouts.states.${state}`),
        },
        {
          name: 'count',
          head: t('payouts.totals.count'),
          isFigure: true,
          cell: ({ count }) => countText(count),
        },
        ...amountAndFee({ amount: t('payouts.amount'), fee: t('payouts.fee') }),
      ]}
      rows={months}
      keyOf={({ month, currency, state }) => `${month} ${currency} ${state}`}
      nameOf={nameOf}
      empty={t('payouts.none')}
    />
  )
}
