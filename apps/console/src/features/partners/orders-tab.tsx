import { getOrders, type ListedOrder } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { Amount } from '../../parts/amount.tsx'
import { OrderLink } from '../../parts/order-link.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { usePaged } from '../../parts/use-paged.ts'

/** Orders of a partner. Source: requirements PTR-007. */
export function OrdersTab({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const list = usePaged([getOrders.path, { partner: id }], (query, signal) =>
    api.call(getOrders, { query: { ...query, partner: id }, signal }),
  )
  return (
    <PagedTable
      list={list}
      caption={t('partners.tabs.orders')}
      keyOf={(order) => String(order.id)}
      nameOf={(order) => t('orders.one', { id: order.id })}
      empty={t('orders.none')}
      columns={[
        {
          name: 'id',
          head: t('orders.order'),
          cell: (row: ListedOrder) => <OrderLink id={row.id} />,
        },
        { name: 'paid', head: t('orders.paid'), cell: ({ paidAt }) => <Instant at={paidAt} /> },
        {
          name: 'state',
          head: t('orders.state'),
          cell: ({ state }) => t(`orders.states.${state}`),
        },
        {
          name: 'amount',
          head: t('orders.amount'),
          isFigure: true,
          cell: ({ amount }) => <Amount amount={amount} currency="EUR" />,
        },
      ]}
    />
  )
}
