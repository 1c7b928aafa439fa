import {
  getPayoutExport,
  getPayoutHistory,
  type PayoutTransaction,
} from '@partner-office/contracts'
import { Button, EmptyNotice, Segments, SelectField, SkeletonRows } from '@partner-office/ui'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../lib/session/office.ts'
import { useWindowClass } from '../../lib/browser/window-class.ts'
import { Paged } from '../../parts/states/paged.tsx'
import { TransactionsTabs } from '../../parts/transactions/transactions-tabs.tsx'
import { PATHS } from '../../paths.ts'
import { ExportButton } from '../../parts/files/export-button.tsx'
import { NewPayout } from '../../parts/transactions/new-payout.tsx'
import { PayoutDetail } from './payout-detail.tsx'
import {
  FILTER_STATUSES,
  NO_PAYOUT_FILTERS,
  payoutAddressOf,
  payoutFilterCount,
  type PayoutFilters,
  payoutFiltersOf,
  payoutPageQuestion,
  payoutQuestion,
  type PayoutSearch,
} from './payout-filters.ts'
import { STATUS_KEYS } from './payout-parts.tsx'
import { PayoutList, PayoutTable } from './payout-rows.tsx'
import { PeriodFields } from './period-fields.tsx'
import './transactions.css'
import { useHistoryPages } from '../../parts/states/use-history-pages.ts'

/** Every payout, with its state and its way to the chain. Source: requirements RTE-013, TRX-020 to TRX-042. */
export function TransactionsPayoutsPage() {
  const { t } = useTranslation()
  const { api } = useOffice()
  const { filters, shown, change, show, close } = usePayoutSearch()
  return (
    <>
      <div className="page-head">
        <h1 className="heading-1">{t('transactions.title')}</h1>
        <div className="in-row wrap">
          <NewPayout />
          <ExportButton
            download={(onReceived) =>
              api.download('business', getPayoutExport, {
                query: payoutQuestion(filters),
                quiet: true,
                onReceived,
              })
            }
          />
        </div>
      </div>
      <div className="stack gap-5">
        <TransactionsTabs shown="payouts" />
        <PayoutFilterBar filters={filters} change={change} />
        <History filters={filters} change={change} onShow={show} />
      </div>
      {shown !== undefined && <PayoutDetail id={shown} onClose={close} />}
    </>
  )
}

type Change = (changed: Partial<PayoutFilters>) => void

/** Keeps the filters and the open payout in the address. */
function usePayoutSearch() {
  const from = PATHS.transactionsPayouts
  const address = useSearch({ from })
  const navigate = useNavigate({ from })
  const filters = payoutFiltersOf(address)
  const goTo = (search: PayoutSearch, replace: boolean): void =>
    void navigate({ to: '.', search, replace, resetScroll: false })
  return {
    filters,
    shown: address.payout,
    change: (changed: Partial<PayoutFilters>) =>
      goTo(payoutAddressOf({ ...filters, ...changed }), true),
    show: (payout: number) => goTo({ ...payoutAddressOf(filters), payout }, false),
    close: () => goTo(payoutAddressOf(filters), true),
  }
}

type FilterProps = { readonly filters: PayoutFilters; readonly change: Change }

/** Source: requirements TRX-020 to TRX-022. */
function PayoutFilterBar({ filters, change }: FilterProps) {
  const { t } = useTranslation()
  const isPhone = useWindowClass() === 'phone'
  const statuses = [
    { value: '' as const, text: t('transactions.all') },
    ...FILTER_STATUSES.map((value) => ({ value, text: t(STATUS_KEYS[value]) })),
  ]
  return (
    <section className="payout-filters" aria-label={t('bonusHistory.filters')}>
      <PeriodFields period={filters} onChange={change} />
      <div className="field">
        <span className="label">{t('payout.status')}</span>
        <Segments
          label={t('payout.status')}
          value={filters.status}
          options={statuses}
          onChange={(status) => change({ status })}
        />
      </div>
      {isPhone && <SortField filters={filters} change={change} />}
    </section>
  )
}

/** For phones, where the list has no column heads. Source: requirements TRX-022. */
function SortField({ filters, change }: FilterProps) {
  const { t } = useTranslation()
  return (
    <SelectField
      label={t('transactions.sort')}
      value={filters.sort}
      onChange={({ target }) =>
        change({ sort: target.value === 'createdAt|asc' ? 'createdAt|asc' : 'createdAt|desc' })
      }
    >
      <option value="createdAt|desc">{t('bonusHistory.newest')}</option>
      <option value="createdAt|asc">{t('bonusHistory.oldest')}</option>
    </SelectField>
  )
}

type HistoryProps = FilterProps & { readonly onShow: (id: number) => void }

function History({ filters, change, onShow }: HistoryProps) {
  const { api } = useOffice()
  const isTable = useWindowClass() === 'desktop'
  const list = useHistoryPages<PayoutTransaction>(['payout-history', filters], (page, signal) =>
    api.call('business', getPayoutHistory, { query: payoutPageQuestion(filters, page), signal }),
  )
  const isNewest = filters.sort === 'createdAt|desc'
  const sort = {
    isNewest,
    turn: () => change({ sort: isNewest ? 'createdAt|asc' : 'createdAt|desc' }),
  }
  return (
    <Paged
      list={list}
      placeholder={<SkeletonRows rows={6} height={49} />}
      empty={<Empty filters={filters} change={change} />}
    >
      {(rows) =>
        isTable ? (
          <PayoutTable rows={rows} sort={sort} onShow={onShow} />
        ) : (
          <PayoutList rows={rows} onShow={onShow} />
        )
      }
    </Paged>
  )
}

/** No payout at all, or none that matches the filters. Source: requirements TRX-042. */
function Empty({ filters, change }: FilterProps) {
  const { t } = useTranslation()
  if (payoutFilterCount(filters) === 0) {
    return (
      <EmptyNotice isCard title={t('transactions.nothing')} hint={t('transactions.nothingHint')} />
    )
  }
  return (
    <EmptyNotice
      isCard
      title={t('transactions.nothingFound')}
      hint={t('bonusHistory.nothingFoundHint')}
      action={<Button onClick={() => change(NO_PAYOUT_FILTERS)}>{t('bonusHistory.clear')}</Button>}
    />
  )
}
