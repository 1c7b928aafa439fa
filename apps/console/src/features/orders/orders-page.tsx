import { getOrders, type ListedOrder, OrderState } from '@partner-office/contracts'
import { FilterChip, FilterInput, StateMark } from '@partner-office/ui/console'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { Amount } from '../../parts/amount.tsx'
import { ExportButton } from '../../parts/export-button.tsx'
import { ColumnsMenu, shownNames } from '../../parts/list-table.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { OrderStateMark } from './order-state.tsx'
import { PartnerName } from '../../parts/partner-name.tsx'
import { usePaged } from '../../parts/use-paged.ts'

const FROM = `/frame${PATHS.orders}` as const

const NUMBER = { inputMode: 'numeric', pattern: '[1-9][0-9]*' } as const

/** Filters that are typed, with their fields. */
const TYPED = {
  order: NUMBER,
  partner: NUMBER,
  paid: { type: 'date' },
  recorded: { type: 'date' },
  amount: { inputMode: 'decimal', pattern: '[0-9]{1,12}([.][0-9]{1,2})?' },
  lateFor: { pattern: '[0-9]{4}-(0[1-9]|1[0-2])' },
  file: NUMBER,
} as const
const NAMES = Object.keys(TYPED) as (keyof typeof TYPED)[]

/** The columns of the exported file, by the columns of the page. */
const EXPORTED: Readonly<Record<string, readonly string[]>> = {
  id: ['id'],
  partner: ['buyerId', 'firstName', 'lastName', 'country'],
  paid: ['paidAt'],
  recorded: ['recordedAt'],
  lateFor: ['lateFor'],
  file: ['file'],
  state: ['state'],
  amount: ['amount'],
}

/** Orders, and what they are found by. Source: requirements ORC-001. */
export function OrdersPage() {
  const { t } = useTranslation()
  const list = useOrders()
  const columns = useColumns()
  const { hide, ...filter } = useSearch({ from: FROM })
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <Page
      title={t('menu.orders')}
      state={<span className="muted">{t('orders.newest')}</span>}
      roles={getOrders.roles}
    >
      <Filters columns={columns} />
      <PagedTable
        list={list}
        caption={t('menu.orders')}
        columns={columns}
        hide={hide}
        keyOf={({ id }) => String(id)}
        nameOf={({ id }) => t('orders.one', { id })}
        isQuiet={({ state }) => state === 'CANCELLED'}
        link={({ id }, attributes) => (
          <Link {...attributes} to={PATHS.order} params={{ id: String(id) }} className="row-name" />
        )}
        empty={isFiltered ? t('table.none') : t('orders.none')}
      />
    </Page>
  )
}

function useOrders() {
  const { api } = useConsole()
  const { hide: _hide, ...filter } = useSearch({ from: FROM })
  return usePaged([getOrders.path, filter], (cursor, signal) =>
    api.call(getOrders, { query: { ...filter, ...cursor }, signal }),
  )
}

function useColumns() {
  const { t } = useTranslation()
  return [
    { name: 'id', head: t('orders.order'), cell: ({ id }: ListedOrder) => id },
    {
      name: 'partner',
      head: t('orders.partner'),
      cell: ({ buyer }: ListedOrder) => <PartnerName partner={buyer} />,
    },
    {
      name: 'paid',
      head: t('orders.paid'),
      cell: ({ paidAt }: ListedOrder) => <Instant at={paidAt} />,
    },
    {
      name: 'recorded',
      head: t('orders.recorded'),
      cell: ({ recordedAt }: ListedOrder) => <Instant at={recordedAt} />,
    },
    {
      name: 'lateFor',
      head: t('orders.lateFor'),
      cell: ({ lateFor }: ListedOrder) =>
        lateFor === null ? '–' : <StateMark state="attention">{lateFor}</StateMark>,
    },
    {
      name: 'file',
      head: t('orders.file'),
      isHelper: true,
      cell: ({ file }: ListedOrder) => file ?? '–',
    },
    {
      name: 'state',
      head: t('orders.state'),
      cell: (order: ListedOrder) => <OrderStateMark order={order} />,
    },
    {
      name: 'amount',
      head: t('orders.amount'),
      isFigure: true,
      cell: ({ amount }: ListedOrder) => <Amount amount={amount} currency="EUR" />,
    },
  ]
}

type FiltersProps = { readonly columns: ReturnType<typeof useColumns> }

/** The filters of the list, all in the address. Source: requirements SCR-004. */
function Filters({ columns }: FiltersProps) {
  const { t } = useTranslation()
  const search = useSearch({ from: FROM })
  const navigate = useNavigate({ from: PATHS.orders })
  const change = (changes: typeof search): void =>
    void navigate({ search: (before) => ({ ...before, ...changes }) })
  const { hide, ...filters } = search
  const clear = (name: string) => t('filters.clear', { name })
  return (
    <div className="filter-bar" role="group" aria-label={t('filters.label')}>
      {NAMES.map((name) => (
        <FilterInput
          key={name}
          name={t(`orders.${name}`)}
          hint={t(`orders.hints.${name}`)}
          value={search[name]}
          maxLength={16}
          {...TYPED[name]}
          applyLabel={t('filters.apply')}
          clearLabel={clear(t(`orders.${name}`))}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
      <FilterChip
        name={t('orders.state')}
        clearLabel={clear(t('orders.state'))}
        options={OrderState.options.map((value) => ({ value, text: t(`orders.states.${value}`) }))}
        value={search.state}
        onChange={(value) => change({ state: OrderState.options.find((one) => one === value) })}
      />
      <ColumnsMenu columns={columns} hide={hide} onChange={change} />
      <ExportButton
        list="orders"
        filters={filters}
        columns={shownNames(columns, hide).flatMap((name) => EXPORTED[name] ?? [])}
      />
    </div>
  )
}
