import { Button, EmptyNotice, ErrorNotice, Loader, Note, Skeleton } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { useWindowClass } from '../../lib/window-class.ts'
import { ExplanationPanel } from '../../parts/bonus/explain/explanation-panel.tsx'
import { filterCount, NO_BONUS_FILTERS } from './bonus-filters.ts'
import { BonusList } from './bonus-list.tsx'
import { BonusTable } from './bonus-table.tsx'
import { FilterBar } from './filter-bar.tsx'
import { OrderQuestion } from './order-question.tsx'
import './transactions.css'
import { type BonusFiltersState, useBonusFilters } from './use-bonus-filters.ts'
import { useBonusHistory } from './use-bonus-history.ts'

/** Every bonus that was credited or taken back. Source: requirements RTE-014, TRX-001 to TRX-019. */
export function TransactionsBonusesPage() {
  const { t } = useTranslation()
  const state = useBonusFilters()
  return (
    <>
      <div className="page-head">
        <div className="stack g1">
          <h1 className="h1">{t('bonusHistory.title')}</h1>
          <p className="meta">{t('bonusHistory.hint')}</p>
        </div>
        <OrderQuestion onAsk={state.explainOrder} />
      </div>
      <div className="stack g5">
        <FilterBar state={state} />
        <History state={state} />
      </div>
      {state.explained !== null && (
        <ExplanationPanel of={state.explained} onClose={state.closeExplanation} />
      )}
    </>
  )
}

type HistoryProps = { readonly state: BonusFiltersState }

function History({ state }: HistoryProps) {
  const { t } = useTranslation()
  const isTable = useWindowClass() === 'desktop'
  const { query, rows } = useBonusHistory(state.filters)
  if (query.isPending) return <Places />
  if (query.isError && rows.length === 0) {
    return (
      <div className="card">
        <ErrorNotice
          title={t('key00022')}
          retryLabel={t('common.retry')}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      </div>
    )
  }
  if (rows.length === 0) return <Empty state={state} />
  return (
    <>
      {isTable ? (
        <BonusTable rows={rows} state={state} />
      ) : (
        <BonusList rows={rows} onExplain={state.explain} />
      )}
      <End query={query} />
    </>
  )
}

const PLACES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

function Places() {
  const { t } = useTranslation()
  return (
    <Loader label={t('common.loading')}>
      <div className="card flush">
        {PLACES.map((name) => (
          <div key={name} className="bonus-place">
            <Skeleton height={24} />
          </div>
        ))}
      </div>
    </Loader>
  )
}

/** Nothing was credited, or nothing of which the filters are true. Source: requirements TRX-015. */
function Empty({ state: { filters, change } }: HistoryProps) {
  const { t } = useTranslation()
  return (
    <div className="card">
      {filterCount(filters) > 0 ? (
        <EmptyNotice
          title={t('bonusHistory.nothingFound')}
          hint={t('bonusHistory.nothingFoundHint')}
          action={
            <Button onClick={() => change(NO_BONUS_FILTERS)}>{t('bonusHistory.clear')}</Button>
          }
        />
      ) : (
        <EmptyNotice title={t('bonusHistory.nothing')} hint={t('bonusHistory.nothingHint')} />
      )}
    </div>
  )
}

type EndProps = { readonly query: ReturnType<typeof useBonusHistory>['query'] }

/** What is below the rows: nothing, the way to more of them, or that they did not come. Source: requirements TRX-016, TRX-040. */
function End({ query }: EndProps) {
  const { t } = useTranslation()
  const { isError, isFetchingNextPage, hasNextPage } = query
  const more = (): void => void query.fetchNextPage()
  if (isError && !isFetchingNextPage) {
    return (
      <Note
        tone="red"
        live
        action={
          <Button size="sm" onClick={more}>
            {t('common.retry')}
          </Button>
        }
      >
        {t('key00022')}
      </Note>
    )
  }
  if (!hasNextPage) return null
  return (
    <div className="row center">
      <Button busy={isFetchingNextPage} busyLabel={t('common.loading')} onClick={more}>
        {t('team.loadMore')}
      </Button>
    </div>
  )
}
