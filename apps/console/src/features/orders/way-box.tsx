import { getOrderEffect, type OrderLevel } from '@partner-office/contracts'
import { KeyValues } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { queryOf } from '../../lib/query-of.ts'
import { Amount } from '../../parts/amount.tsx'
import { ListTable } from '../../parts/list-table.tsx'
import { Credited } from './credited.tsx'
import { PartnerName } from '../../parts/partner-name.tsx'
import { percentText } from './percent.ts'

/** Every level above the buyer: what it was paid, or why not. Source: requirements ORC-002. */
export function WayBox({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const effect = useQuery(queryOf(api, getOrderEffect, { params: { id } }))
  const columns = useColumns()
  return (
    <Box title={t('orders.way')} detail={t('orders.wayHint')} isFlush>
      <Loaded query={effect} placeholder={300}>
        {({ levels, sums }) => (
          <>
            <ListTable
              isWhole
              caption={t('orders.way')}
              columns={columns}
              rows={levels}
              keyOf={({ level }) => String(level)}
              nameOf={({ level }) => t('orders.levelOf', { level })}
              isQuiet={({ reason }) => reason !== null}
              empty={t('orders.noLevels')}
            />
            {sums.length > 0 && (
              <div className="box-body">
                <KeyValues
                  items={sums.map(({ currency, count, amount }) => ({
                    label: t('orders.records', { count, currency }),
                    value: <Amount amount={amount} currency={currency} />,
                  }))}
                />
              </div>
            )}
          </>
        )}
      </Loaded>
    </Box>
  )
}

/** The numbers of records. */
const recordsText = (amounts: OrderLevel['amounts']): string =>
  amounts.map(({ recordId }) => recordId).join(', ') || '–'

function useColumns() {
  const { t } = useTranslation()
  return [
    { name: 'level', head: t('orders.level'), cell: ({ level }: OrderLevel) => level },
    {
      name: 'partner',
      head: t('orders.partner'),
      cell: ({ partner }: OrderLevel) => (partner ? <PartnerName partner={partner} /> : '–'),
    },
    {
      name: 'kind',
      head: t('orders.kind'),
      cell: ({ kind }: OrderLevel) => t(`programmes.${kind}`),
    },
    {
      name: 'percent',
      head: t('orders.percent'),
      isFigure: true,
      cell: ({ percent }: OrderLevel) => percentText(percent),
    },
    {
      name: 'amounts',
      head: t('orders.amount'),
      isFigure: true,
      cell: ({ amounts }: OrderLevel) => <Credited amounts={amounts} />,
    },
    {
      name: 'record',
      head: t('orders.record'),
      isFigure: true,
      isHelper: true,
      cell: ({ amounts }: OrderLevel) => recordsText(amounts),
    },
    {
      name: 'reason',
      head: t('orders.why'),
      cell: ({ reason }: OrderLevel) => t(reason ? `orders.reasons.${reason}` : 'orders.credited'),
    },
  ]
}
