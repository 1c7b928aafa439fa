import { getOrderTransfers, type NamedAccount, type OrderTransfer } from '@partner-office/contracts'
import { useCopy } from '@partner-office/web'
import { KeyValues } from '@partner-office/ui'
import { Box, ProofHash } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { useProgrammeName } from '../../lib/programme-name.ts'
import { Amount } from '../../parts/amount.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { usePaged } from '../../parts/use-paged.ts'

/** The transfers of an order and their sum by currency. Source: requirements ORC-004. */
export function TransfersBox({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const list = useTransfers(id)
  const columns = useColumns()
  const sums = list.data?.pages[0]?.sums ?? []
  return (
    <Box title={t('orders.transfers')} isFlush>
      <PagedTable
        list={list}
        caption={t('orders.transfers')}
        columns={columns}
        keyOf={(row) => String(row.id)}
        nameOf={(row) => t('orders.transferOf', { id: row.id })}
        empty={t('orders.noTransfers')}
      />
      {sums.length > 0 && (
        <div className="box-body">
          <KeyValues
            items={sums.map(({ currency, count, amount }) => ({
              label: t('orders.sum', { count, currency }),
              value: <Amount amount={amount} currency={currency} />,
            }))}
          />
        </div>
      )}
    </Box>
  )
}

function useTransfers(id: string) {
  const { api } = useConsole()
  return usePaged([getOrderTransfers.path, id], (query, signal) =>
    api.call(getOrderTransfers, { params: { id }, query, signal }),
  )
}

function useColumns() {
  const { t } = useTranslation()
  const copy = useCopy()
  const nameOf = useProgrammeName()
  return [
    { name: 'id', head: t('orders.transfer'), cell: (row: OrderTransfer) => row.id },
    {
      name: 'kind',
      head: t('orders.kind'),
      cell: ({ kind }: OrderTransfer) => nameOf(kind.replace(/_REVERSAL$/, '')),
    },
    {
      name: 'debit',
      head: t('orders.debit'),
      cell: ({ debit }: OrderTransfer) => <Account account={debit} />,
    },
    {
      name: 'credit',
      head: t('orders.credit'),
      cell: ({ credit }: OrderTransfer) => <Account account={credit} />,
    },
    {
      name: 'amount',
      head: t('orders.amount'),
      isFigure: true,
      cell: (row: OrderTransfer) => <Amount amount={row.amount} currency={row.currency} />,
    },
    {
      name: 'hash',
      head: t('orders.hash'),
      cell: ({ hash }: OrderTransfer) => (
        <ProofHash hash={hash} copyLabel={t('audit.copyHash')} onCopy={() => copy(hash)} />
      ),
    },
  ]
}

function Account({ account: { name, partner } }: { readonly account: NamedAccount }) {
  return (
    <>
      <bdi>{name}</bdi>
      {partner !== null && <span className="muted digits"> {partner.id}</span>}
    </>
  )
}
