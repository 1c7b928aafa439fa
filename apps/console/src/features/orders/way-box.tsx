import { getOrderEffect, type OrderLevel } from '@partner-office/contracts'
import { Box } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { LANGUAGE } from '../../lib/instants.ts'
import { queryOf } from '../../lib/query-of.ts'
import { Amount } from '../../parts/amount.tsx'
import { ListTable } from '../../parts/list-table.tsx'
import { PartnerName } from './partner-name.tsx'

const PERCENT = new Intl.NumberFormat(LANGUAGE, { style: 'percent', maximumFractionDigits: 6 })

/** Every level above the buyer: what it was paid, or why not. Source: requirements ORC-002. */
export function WayBox({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const effect = useQuery(queryOf(api, getOrderEffect, { params: { id } }))
  const columns = useColumns()
  return (
    <Box title={t('orders.way')} isFlush>
      <Loaded query={effect} placeholder={300}>
        {({ levels }) => (
          <ListTable
            isWhole
            caption={t('orders.way')}
            columns={columns}
            rows={levels}
            keyOf={({ level }) => String(level)}
            nameOf={({ level }) => t('orders.levelOf', { level })}
            empty={t('orders.noLevels')}
          />
        )}
      </Loaded>
    </Box>
  )
}

function useColumns() {
  const { t } = useTranslation()
  return [
    { name: 'level', head: t('orders.level'), cell: ({ level }: OrderLevel) => level },
    {
      name: 'partner',
      head: t('orders.partner'),
      cell: ({ partner }: OrderLevel) =>
        partner === null ? '–' : <PartnerName partner={partner} />,
    },
    {
      name: 'kind',
      head: t('orders.kind'),
      cell: (row: OrderLevel) => t(`orders.kinds.${row.kind}`),
    },
    {
      name: 'percent',
      head: t('orders.percent'),
      isFigure: true,
      cell: ({ percent }: OrderLevel) => (percent === null ? '–' : PERCENT.format(percent)),
    },
    {
      name: 'reason',
      head: t('orders.why'),
      cell: ({ reason }: OrderLevel) =>
        reason === null ? t('orders.credited') : t(`orders.reasons.${reason}`),
    },
    {
      name: 'amounts',
      head: t('orders.amount'),
      isFigure: true,
      cell: ({ amounts }: OrderLevel) =>
        amounts.map(({ recordId, amount, currency }) => (
          <div key={recordId}>
            <Amount amount={amount} currency={currency} />
          </div>
        )),
    },
  ]
}
