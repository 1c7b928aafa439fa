import { type Adjustment, getAdjustments } from '@partner-office/contracts'
import { ADJUSTMENT_KINDS } from '@partner-office/domain'
import { FilterChip } from '@partner-office/ui/console'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { Amount } from '../../parts/amount.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { PATHS } from '../../paths.ts'
import { ACCOUNTS } from '../../parts/adjustments/accounts.ts'
import { PartnerLink } from '../../parts/partner-name.tsx'
import { usePaged } from '../../parts/use-paged.ts'
import { PartnerFilter } from './partner-filter.tsx'

/** Posted adjustments, the newest first. */
export function AdjustmentsTab() {
  const { t } = useTranslation()
  const list = useAdjustments()
  const columns = useColumns()
  return (
    <>
      <Filters />
      <PagedTable
        list={list}
        caption={t('adjustments.tabs.adjustments')}
        columns={columns}
        keyOf={({ id }) => String(id)}
        nameOf={({ id }) => t('adjustments.one', { id })}
        isQuiet={({ takenBackBy }) => takenBackBy !== null}
        link={({ id }, attributes) => (
          <Link
            {...attributes}
            to={PATHS.adjustment}
            params={{ id: String(id) }}
            className="row-name"
          />
        )}
        empty={t('adjustments.none')}
      />
    </>
  )
}

function useAdjustments() {
  const { api } = useConsole()
  const { partner, account, kind } = useSearch({ from: `/frame${PATHS.adjustments}` })
  const filter = {
    ...(partner !== undefined && { partnerId: partner }),
    ...(account !== undefined && { account }),
    ...(kind !== undefined && { kind }),
  }
  return usePaged([getAdjustments.path, filter], (cursor, signal) =>
    api.call(getAdjustments, { query: { ...filter, ...cursor }, signal }),
  )
}

function useColumns() {
  const { t } = useTranslation()
  return [
    { name: 'id', head: t('adjustments.number'), cell: ({ id }: Adjustment) => id },
    {
      name: 'postedAt',
      head: t('adjustments.postedAt'),
      cell: ({ postedAt }: Adjustment) => <Instant at={postedAt} />,
    },
    {
      name: 'partner',
      head: t('adjustments.partner'),
      cell: ({ partnerId, partnerName }: Adjustment) => (
        <PartnerLink partnerId={partnerId} partnerName={partnerName} />
      ),
    },
    {
      name: 'kind',
      head: t('adjustments.kind'),
      cell: ({ kind }: Adjustment) => t(`adjustments.kinds.${kind}`),
    },
    { name: 'reason', head: t('adjustments.reason'), cell: ({ reason }: Adjustment) => reason },
    {
      name: 'takenBack',
      head: t('adjustments.takenBackHead'),
      cell: ({ takenBackBy, takesBack }: Adjustment) => {
        if (takenBackBy !== null) return t('adjustments.takenBackBy', { id: takenBackBy })
        return takesBack === null ? '–' : t('adjustments.takesBack', { id: takesBack })
      },
    },
    {
      name: 'amount',
      head: t('adjustments.amount'),
      isFigure: true,
      cell: ({ amount, currency }: Adjustment) => <Amount amount={amount} currency={currency} />,
    },
  ]
}

function Filters() {
  const { t } = useTranslation()
  const { account, kind } = useSearch({ from: `/frame${PATHS.adjustments}` })
  const navigate = useNavigate({ from: PATHS.adjustments })
  return (
    <div className="filter-bar" role="group" aria-label={t('filters.label')}>
      <PartnerFilter />
      <FilterChip
        name={t('adjustments.account')}
        clearLabel={t('filters.clear', { name: t('adjustments.account') })}
        options={ACCOUNTS.map(({ name, currency }) => ({ value: name, text: currency }))}
        value={account}
        onChange={(value) => void navigate({ search: (before) => ({ ...before, account: value }) })}
      />
      <FilterChip
        name={t('adjustments.kind')}
        clearLabel={t('filters.clear', { name: t('adjustments.kind') })}
        options={ADJUSTMENT_KINDS.map((value) => ({
          value,
          text: t(`adjustments.kinds.${value}`),
        }))}
        value={kind}
        onChange={(value) =>
          void navigate({
            search: (before) => ({
              ...before,
              kind: ADJUSTMENT_KINDS.find((one) => one === value),
            }),
          })
        }
      />
    </div>
  )
}
