import { getOrders, type ListedOrder, OrderState } from '@partner-office/contracts'
import { FilterChip, FilterInput } from '@partner-office/ui/console'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { Amount } from '../../parts/amount.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { PartnerName } from './partner-name.tsx'

const FROM = `/frame${PATHS.orders}` as const

/** Filters that are typed, with what they look like. */
const TYPED = {
  order: '[1-9][0-9]*',
  partner: '[1-9][0-9]*',
  paid: '[0-9]{4}-[0-9]{2}-[0-9]{2}',
  recorded: '[0-9]{4}-[0-9]{2}-[0-9]{2}',
  amount: '[0-9]+([.][0-9]{1,2})?',
  lateFor: '[0-9]{4}-[0-9]{2}',
  file: '[1-9][0-9]*',
} as const
const NAMES = Object.keys(TYPED) as (keyof typeof TYPED)[]

/** Orders, and what they are found by. Source: requirements ORC-001. */
export function OrdersPage() {
  const { t } = useTranslation()
  const list = useOrders()
  const columns = useColumns()
  return (
    <Page title={t('menu.orders')} roles={getOrders.roles}>
      <Filters />
      <PagedTable
        list={list}
        caption={t('menu.orders')}
        columns={columns}
        keyOf={({ id }) => String(id)}
        nameOf={({ id }) => t('orders.one', { id })}
        isQuiet={({ state }) => state === 'CANCELLED'}
        link={({ id }, attributes) => (
          <Link {...attributes} to={PATHS.order} params={{ id: String(id) }} className="row-name" />
        )}
        empty={t('orders.none')}
      />
    </Page>
  )
}

function useOrders() {
  const { api } = useConsole()
  const filter = useSearch({ from: FROM })
  return useInfiniteQuery({
    queryKey: [getOrders.path, filter],
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === '' ? filter : { ...filter, cursor: pageParam }
      return api.call(getOrders, { query, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
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
    { name: 'lateFor', head: t('orders.lateFor'), cell: (row: ListedOrder) => row.lateFor ?? '–' },
    { name: 'file', head: t('orders.file'), cell: ({ file }: ListedOrder) => file ?? '–' },
    {
      name: 'state',
      head: t('orders.state'),
      cell: ({ state }: ListedOrder) => t(`orders.states.${state}`),
    },
    {
      name: 'amount',
      head: t('orders.amount'),
      isFigure: true,
      cell: ({ amount }: ListedOrder) => <Amount amount={amount} currency="EUR" />,
    },
  ]
}

function Filters() {
  const { t } = useTranslation()
  const search = useSearch({ from: FROM })
  const navigate = useNavigate({ from: PATHS.orders })
  const change = (changes: typeof search): void =>
    void navigate({ search: (before) => ({ ...before, ...changes }) })
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
          pattern={TYPED[name]}
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
    </div>
  )
}
