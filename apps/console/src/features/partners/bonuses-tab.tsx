import { type BonusTransaction, getPartnerBonuses } from '@partner-office/contracts'
import { FilterInput } from '@partner-office/ui/console'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { useProgrammeName } from '../../lib/programme-name.ts'
import { Amount } from '../../parts/amount.tsx'
import { OrderLink } from '../../parts/order-link.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { usePaged } from '../../parts/use-paged.ts'
import { PATHS } from '../../paths.ts'
import { Explanation } from './explanation.tsx'

/** What a partner was credited, each with its explanation; what an order did not bring, with the reason. Source: requirements PTR-005. */
export function BonusesTab({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const { open, order } = useSearch({ from: `/frame${PATHS.partner}` })
  const navigate = useNavigate({ from: PATHS.partner })
  const list = usePaged([getPartnerBonuses.path, id], (query, signal) =>
    api.call(getPartnerBonuses, { params: { id }, query, signal }),
  )
  const change = (changes: { open?: string | undefined; order?: string | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...changes }) })
  return (
    <div className="stack gap-4">
      <div className="filter-bar" role="group" aria-label={t('filters.label')}>
        <FilterInput
          name={t('partners.explainOrder')}
          hint={t('partners.explainOrderHint')}
          value={order}
          maxLength={16}
          inputMode="numeric"
          pattern="[1-9][0-9]*"
          applyLabel={t('partners.explain')}
          clearLabel={t('filters.clear', { name: t('partners.explainOrder') })}
          onChange={(value) => change({ order: value, open: undefined })}
        />
      </div>
      <PagedTable
        list={list}
        caption={t('partners.tabs.bonuses')}
        keyOf={(row) => rowKey(row)}
        nameOf={(row) => t('partners.record', { id: row.recordId ?? row.id })}
        empty={t('partners.noBonuses')}
        columns={useColumns()}
      />
      {(open !== undefined || order !== undefined) && (
        <Explanation
          id={id}
          {...(open === undefined ? { orderId: order! } : { recordId: open })}
          onClose={() => change({ open: undefined, order: undefined })}
        />
      )}
    </div>
  )
}

/** Numbers of adjustments may be numbers of records too. */
const rowKey = ({ id, bonusType }: BonusTransaction): string => `${bonusType}-${id}`

function useColumns() {
  const { t } = useTranslation()
  const nameOf = useProgrammeName()
  return [
    {
      name: 'at',
      head: t('partners.credited'),
      cell: ({ paidAt }: BonusTransaction) => <Instant at={paidAt} />,
    },
    {
      name: 'kind',
      head: t('orders.kind'),
      cell: ({ bonusType }: BonusTransaction) => nameOf(bonusType),
    },
    {
      name: 'order',
      head: t('orders.order'),
      cell: ({ orderId }: BonusTransaction) => (orderId === 0 ? '–' : <OrderLink id={orderId} />),
    },
    {
      name: 'buyer',
      head: t('orders.buyer'),
      cell: ({ referralFirstName, referralLastName }: BonusTransaction) => (
        <bdi>{[referralFirstName, referralLastName].filter(Boolean).join(' ') || '–'}</bdi>
      ),
    },
    {
      name: 'amount',
      head: t('partners.amount'),
      isFigure: true,
      cell: ({ bonusAmount, currency }: BonusTransaction) => (
        <Amount amount={bonusAmount} currency={currency} />
      ),
    },
    {
      name: 'explain',
      head: t('partners.explanation'),
      cell: ({ recordId }: BonusTransaction) =>
        recordId === null ? (
          '–'
        ) : (
          <Link
            from={PATHS.partner}
            to="."
            search={(before) => ({ ...before, open: String(recordId), order: undefined })}
            className="link"
          >
            {t('partners.record', { id: recordId })}
          </Link>
        ),
    },
  ]
}
