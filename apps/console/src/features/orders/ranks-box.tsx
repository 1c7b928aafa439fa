import {
  type DependentShare,
  getOrderEffect,
  type OrderActivity,
  type OrderRank,
} from '@partner-office/contracts'
import { rankDisplayName } from '@partner-office/domain'
import { KeyValues } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { useProgrammeName } from '../../lib/programme-name.ts'
import { queryOf } from '../../lib/query-of.ts'
import { Amount } from '../../parts/amount.tsx'
import { ListTable } from '../../parts/list-table.tsx'
import { OrderLink } from '../../parts/order-link.tsx'
import { Credited } from './credited.tsx'
import { PartnerName } from '../../parts/partner-name.tsx'

/** The ranks that an order reached, and what it did for the activity of its buyer. Source: requirements ORC-003. */
export function RanksAndActivity({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const effect = useQuery(queryOf(api, getOrderEffect, { params: { id } }))
  return (
    <>
      <Box title={t('orders.ranks')} isFlush>
        <Loaded query={effect} placeholder={100}>
          {({ ranks }) => <Ranks ranks={ranks} />}
        </Loaded>
      </Box>
      <Box title={t('orders.activity')} isFlush>
        <Loaded query={effect} placeholder={160}>
          {({ activity }) => <Activity activity={activity} />}
        </Loaded>
      </Box>
    </>
  )
}

function Ranks({ ranks }: { readonly ranks: readonly OrderRank[] }) {
  const { t } = useTranslation()
  return (
    <ListTable
      isWhole
      caption={t('orders.ranks')}
      columns={[
        {
          name: 'partner',
          head: t('orders.partner'),
          cell: ({ partner }: OrderRank) => <PartnerName partner={partner} />,
        },
        {
          name: 'rank',
          head: t('orders.rank'),
          cell: ({ rang, isHeld }: OrderRank) => (
            <>
              {rankDisplayName(rang)}
              {!isHeld && <span className="muted"> {t('orders.bonusOnly')}</span>}
            </>
          ),
        },
        {
          name: 'bonus',
          head: t('orders.rankBonus'),
          isFigure: true,
          cell: ({ bonus }: OrderRank) => <Credited amounts={bonus === null ? [] : [bonus]} />,
        },
      ]}
      rows={ranks}
      keyOf={({ partner, rang }) => `${partner.id} ${rang}`}
      nameOf={({ rang }) => rankDisplayName(rang)}
      empty={t('orders.noRanks')}
    />
  )
}

function Activity({ activity }: { readonly activity: OrderActivity }) {
  const { t } = useTranslation()
  const { gives, days, minimum, until, without, sums, shares } = activity
  const at = (end: number | null) =>
    end === null ? t('orders.neverActive') : <Instant at={end} isExact />
  return (
    <>
      <div className="box-body">
        <KeyValues
          items={[
            {
              label: t('orders.gives'),
              value: gives
                ? t('orders.givesDays', { count: days })
                : t('orders.givesNone', { minimum }),
            },
            { label: t('orders.activeUntil'), value: at(until) },
            { label: t('orders.activeWithout'), value: at(without) },
            ...sums.map(({ currency, count, amount }) => ({
              label: t('orders.depended', { count, currency }),
              value: <Amount amount={amount} currency={currency} />,
            })),
          ]}
        />
      </div>
      <Shares shares={shares} count={sums.reduce((all, { count }) => all + count, 0)} />
    </>
  )
}

type SharesProps = { readonly shares: readonly DependentShare[]; readonly count: number }

/** Shares of the buyer that depended on the activity, the newest of them. */
function Shares({ shares, count }: SharesProps) {
  const { t } = useTranslation()
  const nameOf = useProgrammeName()
  return (
    <>
      <ListTable
        isWhole
        caption={t('orders.shares')}
        columns={[
          {
            name: 'order',
            head: t('orders.order'),
            cell: ({ orderId }: DependentShare) => <OrderLink id={orderId} />,
          },
          {
            name: 'paid',
            head: t('orders.paid'),
            cell: ({ paidAt }: DependentShare) => <Instant at={paidAt} />,
          },
          {
            name: 'kind',
            head: t('orders.kind'),
            cell: ({ type }: DependentShare) => nameOf(type),
          },
          {
            name: 'level',
            head: t('orders.level'),
            isFigure: true,
            cell: ({ level }: DependentShare) => level,
          },
          {
            name: 'amount',
            head: t('orders.amount'),
            isFigure: true,
            cell: (share: DependentShare) => (
              <Amount amount={share.amount} currency={share.currency} />
            ),
          },
        ]}
        rows={shares}
        keyOf={({ recordId }) => String(recordId)}
        nameOf={({ orderId }) => t('orders.one', { id: orderId })}
        empty={t('orders.noShares')}
      />
      {count > shares.length && (
        <p className="caption box-body">
          {t('orders.newestShares', { shown: shares.length, count })}
        </p>
      )}
    </>
  )
}
