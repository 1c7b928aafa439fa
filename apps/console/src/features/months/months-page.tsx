import { getPeriods, type ListedPeriod } from '@partner-office/contracts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { countText } from '../../lib/figures.ts'
import { Instant } from '../../lib/instant.tsx'
import { Amount } from '../../parts/amount.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { usePaged } from '../../parts/use-paged.ts'
import { PeriodStateMark } from './period-state.tsx'

const SHORT_HASH = 8

/** Months, the newest first, and how far each has come. Source: requirements MON-001. */
export function MonthsPage() {
  const { t } = useTranslation()
  const columns = useColumns()
  return (
    <Page title={t('menu.months')} roles={getPeriods.roles}>
      <PagedTable
        list={usePeriods()}
        caption={t('menu.months')}
        columns={columns}
        keyOf={({ month }) => month}
        nameOf={({ month }) => month}
        link={({ month }, attributes) => (
          <Link {...attributes} to={PATHS.month} params={{ month }} className="row-name" />
        )}
        empty={t('months.none')}
      />
    </Page>
  )
}

function usePeriods() {
  const { api } = useConsole()
  return usePaged([getPeriods.path], (query, signal) => api.call(getPeriods, { query, signal }))
}

function useColumns() {
  return [...useStateColumns(), ...useFigureColumns()]
}

function useStateColumns() {
  const { t } = useTranslation()
  return [
    {
      name: 'month',
      head: t('months.month'),
      cell: ({ month }: ListedPeriod) => <span className="digits">{month}</span>,
    },
    {
      name: 'state',
      head: t('months.state'),
      cell: ({ state }: ListedPeriod) => <PeriodStateMark state={state} />,
    },
    {
      name: 'who',
      head: t('months.who'),
      cell: ({ proposedBy, approvedBy }: ListedPeriod) =>
        proposedBy === null ? (
          '–'
        ) : (
          <Who names={[proposedBy, approvedBy].filter((name) => name !== null)} />
        ),
    },
    {
      name: 'seal',
      head: t('months.seal'),
      isHelper: true,
      cell: ({ hash }: ListedPeriod) =>
        hash === null ? '–' : <span className="proof-hash">{hash.slice(0, SHORT_HASH)}</span>,
    },
    {
      name: 'statements',
      head: t('months.statements'),
      isHelper: true,
      cell: ({ statementsAt }: ListedPeriod) =>
        statementsAt === null ? '–' : <Instant at={statementsAt} />,
    },
  ]
}

function useFigureColumns() {
  const { t } = useTranslation()
  return [
    {
      name: 'sums',
      head: t('months.sums'),
      isFigure: true,
      cell: ({ sums }: ListedPeriod) => <Sums sums={sums} />,
    },
    {
      name: 'late',
      head: t('months.late'),
      isFigure: true,
      cell: ({ late }: ListedPeriod) => countText(late),
    },
    {
      name: 'records',
      head: t('months.records'),
      isFigure: true,
      cell: ({ records }: ListedPeriod) => (records === null ? '–' : countText(records)),
    },
  ]
}

function Who({ names }: { readonly names: readonly string[] }) {
  return (
    <ul>
      {names.map((name) => (
        <li key={name}>
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  )
}

function Sums({ sums }: Pick<ListedPeriod, 'sums'>) {
  if (sums.length === 0) return '–'
  return (
    <ul>
      {sums.map(({ currency, amount }) => (
        <li key={currency}>
          <Amount amount={amount} currency={currency} />
        </li>
      ))}
    </ul>
  )
}
