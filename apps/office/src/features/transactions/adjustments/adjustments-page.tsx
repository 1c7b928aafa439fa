import {
  getOwnAdjustments,
  getOwnAdjustmentsExport,
  type OwnAdjustment,
} from '@partner-office/contracts'
import { Button, EmptyNotice, SelectField, SkeletonRows } from '@partner-office/ui'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useWindowClass } from '../../../lib/browser/window-class.ts'
import { useOffice } from '../../../lib/session/office.ts'
import { ExplanationPanel } from '../../../parts/bonus/explain/explanation-panel.tsx'
import { type Explanations, useExplained } from '../../../parts/bonus/explain/use-explained.ts'
import { ExportButton } from '../../../parts/files/export-button.tsx'
import { Paged } from '../../../parts/states/paged.tsx'
import { TransactionsTabs } from '../../../parts/transactions/transactions-tabs.tsx'
import { PATHS } from '../../../paths.ts'
import { ACCOUNTS } from '../accounts.ts'
import { PeriodFields } from '../period-fields.tsx'
import '../transactions.css'
import { useHistoryPages } from '../../../parts/states/use-history-pages.ts'
import {
  adjustmentAddressOf,
  type AdjustmentFilters,
  adjustmentFiltersOf,
  adjustmentPageQuestion,
  adjustmentQuestion,
  ADJUSTMENTS,
  isFiltered,
  NO_ADJUSTMENT_FILTERS,
} from './adjustment-filters.ts'
import { AdjustmentList, AdjustmentTable } from './adjustment-rows.tsx'

/** What operators have added to the balances or taken from them. Source: requirements ADJ-006, ADJ-009. */
export function AdjustmentsPage() {
  const { t } = useTranslation()
  const { api } = useOffice()
  const { filters, change } = useAdjustmentFilters()
  const { explained, explain, close } = useExplained(PATHS.bonusAdjustments)
  return (
    <>
      <div className="page-head">
        <div className="stack gap-1">
          <h1 className="heading-1">{t('adjustments.title')}</h1>
          <p className="meta">{t('adjustments.hint')}</p>
        </div>
        <ExportButton
          download={(onReceived) =>
            api.download('business', getOwnAdjustmentsExport, {
              query: adjustmentQuestion(filters),
              quiet: true,
              onReceived,
            })
          }
        />
      </div>
      <div className="stack gap-5">
        <TransactionsTabs shown="adjustments" />
        <Filters filters={filters} change={change} />
        <Adjustments filters={filters} change={change} explain={explain} />
      </div>
      {explained !== null && <ExplanationPanel of={explained} onClose={close} />}
    </>
  )
}

type FilterProps = {
  readonly filters: AdjustmentFilters
  readonly change: (changed: Partial<AdjustmentFilters>) => void
}

/** Keeps the filters in the address, so that the address can be shared. */
function useAdjustmentFilters(): FilterProps {
  const from = PATHS.bonusAdjustments
  const filters = adjustmentFiltersOf(useSearch({ from }))
  const navigate = useNavigate({ from })
  return {
    filters,
    change: (changed) =>
      void navigate({
        to: '.',
        search: adjustmentAddressOf({ ...filters, ...changed }),
        replace: true,
        resetScroll: false,
      }),
  }
}

function Filters({ filters, change }: FilterProps) {
  const { t } = useTranslation()
  return (
    <section className="payout-filters" aria-label={t('bonusHistory.filters')}>
      <PeriodFields period={filters} onChange={change} />
      <SelectField
        label={t('adjustments.account')}
        value={filters.account}
        onChange={({ target }) => change({ account: ADJUSTMENTS.account(target.value) ?? '' })}
      >
        <option value="">{t('adjustments.allAccounts')}</option>
        {ACCOUNTS.map((currency) => (
          <option key={currency} value={currency}>
            {t('dashboard.balance', { currency })}
          </option>
        ))}
      </SelectField>
    </section>
  )
}

type ListProps = FilterProps & Pick<Explanations, 'explain'>

function Adjustments({ filters, change, explain }: ListProps) {
  const { api } = useOffice()
  const Rows = useWindowClass() === 'desktop' ? AdjustmentTable : AdjustmentList
  const list = useHistoryPages<OwnAdjustment>(['adjustments', filters], (page, signal) =>
    api.call('business', getOwnAdjustments, {
      query: adjustmentPageQuestion(filters, page),
      signal,
    }),
  )
  return (
    <Paged
      list={list}
      placeholder={<SkeletonRows rows={6} height={49} />}
      empty={<Empty filters={filters} change={change} />}
    >
      {(rows) => <Rows rows={rows} explain={explain} />}
    </Paged>
  )
}

/** No adjustment at all, or none that matches the filters. */
function Empty({ filters, change }: FilterProps) {
  const { t } = useTranslation()
  if (!isFiltered(filters)) {
    return (
      <EmptyNotice isCard title={t('adjustments.nothing')} hint={t('adjustments.nothingHint')} />
    )
  }
  return (
    <EmptyNotice
      isCard
      title={t('adjustments.nothingFound')}
      hint={t('bonusHistory.nothingFoundHint')}
      action={
        <Button onClick={() => change(NO_ADJUSTMENT_FILTERS)}>{t('bonusHistory.clear')}</Button>
      }
    />
  )
}
