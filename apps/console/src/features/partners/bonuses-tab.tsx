import { type BonusTransaction, getPartnerBonuses } from '@partner-office/contracts'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { useProgrammeName } from '../../lib/programme-name.ts'
import { Amount } from '../../parts/amount.tsx'
import { OrderLink } from '../../parts/order-link.tsx'
import { NumberFilter } from '../../parts/number-filter.tsx'
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
      <ExplainOrder order={order} onChange={(value) => change({ order: value, open: undefined })} />
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

type ExplainOrderProps = {
  readonly order: string | undefined
  readonly onChange: (order: string | undefined) => void
}

function ExplainOrder({ order, onChange }: ExplainOrderProps) {
  const { t } = useTranslation()
  return (
    <div className="filter-bar" role="group" aria-label={t('filters.label')}>
      <NumberFilter
        name={t('partners.explainOrder')}
        hint={t('partners.explainOrderHint')}
        value={order}
        applyLabel={t('partners.explain')}
        onChange={onChange}
      />
    </div>
  )
}

/** Numbers of adjustments may be numbers of records too. */
const rowKey = ({ id, bonusType }: BonusTransaction): string => `${bonusType}-${id}`

function useColumns() {
  const { t } = useTranslation()
  const nameOf = useProgrammeName()
  const column = (name: string, head: string, cell: (row: BonusTransaction) => ReactNode) => ({
    name,
    head,
    cell,
  })
  return [
    column('at', t('partners.credited'), ({ paidAt }) => <Instant at={paidAt} />),
    column('kind', t('orders.kind'), ({ bonusType }) => nameOf(bonusType)),
    column('order', t('orders.order'), ({ orderId }) =>
      orderId === 0 ? '–' : <OrderLink id={orderId} />,
    ),
    column('buyer', t('orders.buyer'), ({ referralFirstName, referralLastName }) => (
      <bdi>{[referralFirstName, referralLastName].filter(Boolean).join(' ') || '–'}</bdi>
    )),
    {
      ...column('amount', t('partners.amount'), ({ bonusAmount, currency }) => (
        <Amount amount={bonusAmount} currency={currency} />
      )),
      isFigure: true,
    },
    column('explain', t('partners.explanation'), ({ recordId }) =>
      recordId === null ? '–' : <RecordLink id={recordId} />,
    ),
  ]
}

/** Opens the explanation of a record. */
function RecordLink({ id }: { readonly id: number }) {
  const { t } = useTranslation()
  return (
    <Link
      from={PATHS.partner}
      to="."
      search={(before) => ({ ...before, open: String(id), order: undefined })}
      className="link"
    >
      {t('partners.record', { id })}
    </Link>
  )
}
