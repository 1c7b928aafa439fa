import { type CallReply, getTodayFigures } from '@partner-office/contracts'
import { Box, FigureStrip } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

import { countText } from '../../lib/figures.ts'
import { Instant } from '../../lib/instant.tsx'
import { monthText } from '../../lib/instants.ts'
import { Amount } from '../../parts/amount.tsx'
import { ListTable } from '../../parts/list-table.tsx'
import { useProgrammeName } from '../../lib/programme-name.ts'

type Figures = CallReply<typeof getTodayFigures>
type FiguresProps = { readonly figures: Figures }

/** Figures of the network. Source: requirements TOD-005. */
export function NetworkFigures({ figures }: FiguresProps) {
  const { t } = useTranslation()
  const { partners, active, newPartners, orders, turnover, turnoverBefore } = figures
  const counts = ({ week, month }: Figures['orders']) =>
    t('today.figures.counts', { week: countText(week), month: countText(month) })
  return (
    <FigureStrip
      figures={[
        { label: t('today.figures.partners'), value: countText(partners) },
        { label: t('today.figures.active'), value: countText(active) },
        {
          label: t('today.figures.newPartners'),
          value: countText(newPartners.today),
          detail: counts(newPartners),
        },
        {
          label: t('today.figures.orders'),
          value: countText(orders.today),
          detail: counts(orders),
        },
        {
          label: t('today.figures.turnover', { month: monthText(figures.at) }),
          value: <Amount amount={turnover} currency="EUR" />,
          detail: (
            <>
              {t('today.figures.before')} <Amount amount={turnoverBefore} currency="EUR" />
            </>
          ),
        },
      ]}
    />
  )
}

type Owed = {
  readonly currency: string
  readonly balance: Figures['balances'][number] | undefined
  readonly pending: Figures['pendingPayouts'][number] | undefined
}

/** What the company owes: balances and payouts that wait, by currency. */
export function OwedBox({ figures }: FiguresProps) {
  const { t } = useTranslation()
  const { balances, pendingPayouts } = figures
  const currencies = [...new Set([...balances, ...pendingPayouts].map(({ currency }) => currency))]
  const rows = currencies.map((currency): Owed => {
    const isOf = (one: { readonly currency: string }) => one.currency === currency
    return { currency, balance: balances.find(isOf), pending: pendingPayouts.find(isOf) }
  })
  return (
    <Box
      title={t('today.owed.title')}
      isFlush
      foot={rows.length > 0 && <Rates figures={figures} />}
    >
      <ListTable
        caption={t('today.owed.title')}
        columns={useOwedColumns()}
        rows={rows}
        keyOf={({ currency }) => currency}
        nameOf={({ currency }) => currency}
        empty={t('today.owed.none')}
        isWhole
      />
    </Box>
  )
}

function useOwedColumns() {
  const { t } = useTranslation()
  return [
    {
      name: 'currency',
      head: t('today.owed.currency'),
      cell: ({ currency }: Owed) => currency,
    },
    {
      name: 'balances',
      head: t('today.owed.balances'),
      isFigure: true,
      cell: ({ balance, currency }: Owed) => (
        <Amount amount={balance?.amount ?? null} currency={currency} />
      ),
    },
    {
      name: 'balancesEur',
      head: t('today.owed.eur'),
      isFigure: true,
      cell: ({ balance }: Owed) => <Amount amount={balance?.eur ?? null} currency="EUR" />,
    },
    {
      name: 'payouts',
      head: t('today.owed.payouts'),
      isFigure: true,
      cell: ({ pending }: Owed) => countText(pending?.count ?? 0),
    },
    {
      name: 'pending',
      head: t('today.owed.pending'),
      isFigure: true,
      cell: ({ pending, currency }: Owed) => (
        <Amount amount={pending?.amount ?? null} currency={currency} />
      ),
    },
    {
      name: 'pendingEur',
      head: t('today.owed.pendingEur'),
      isFigure: true,
      cell: ({ pending }: Owed) => <Amount amount={pending?.eur ?? null} currency="EUR" />,
    },
  ]
}

/** The rates that values in EUR were made with. */
function Rates({ figures: { rates } }: FiguresProps) {
  const { t } = useTranslation()
  if (rates.length === 0) return t('today.owed.noRates')
  return (
    <ul className="rate-list">
      {rates.map(({ currency, rate, setAt }) => (
        <li key={currency}>
          {t('today.owed.rate', { currency, rate })} <Instant at={setAt} />
        </li>
      ))}
    </ul>
  )
}

type Credited = Figures['credited'][number]

/** What was credited in this month, by programme. It is open: what its close adds is not in it. */
export function CreditedBox({ figures: { credited, at } }: FiguresProps) {
  const { t } = useTranslation()
  const title = t('today.credited.title', { month: monthText(at) })
  return (
    <Box title={title} isFlush foot={t('today.credited.open')}>
      <ListTable
        caption={title}
        columns={useCreditedColumns()}
        rows={credited}
        keyOf={({ programme, currency }) => `${programme} ${currency}`}
        nameOf={({ programme }) => programme}
        empty={t('today.credited.none')}
        isWhole
      />
    </Box>
  )
}

function useCreditedColumns() {
  const { t } = useTranslation()
  const nameOf = useProgrammeName()
  return [
    {
      name: 'programme',
      head: t('today.credited.programme'),
      cell: ({ programme }: Credited) => nameOf(programme),
    },
    {
      name: 'currency',
      head: t('today.owed.currency'),
      cell: ({ currency }: Credited) => currency,
    },
    {
      name: 'records',
      head: t('today.credited.records'),
      isFigure: true,
      cell: ({ records }: Credited) => countText(records),
    },
    {
      name: 'amount',
      head: t('today.credited.amount'),
      isFigure: true,
      cell: ({ amount, currency }: Credited) => <Amount amount={amount} currency={currency} />,
    },
    {
      name: 'eur',
      head: t('today.owed.eur'),
      isFigure: true,
      cell: ({ eur }: Credited) => <Amount amount={eur} currency="EUR" />,
    },
  ]
}
