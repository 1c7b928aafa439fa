import { getBonusExport } from '@partner-office/contracts'
import { Button, EmptyNotice, SkeletonRows } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../lib/session/office.ts'
import { useWindowClass } from '../../lib/browser/window-class.ts'
import { ExplanationPanel } from '../../parts/bonus/explain/explanation-panel.tsx'
import { Paged } from '../../parts/states/paged.tsx'
import { TransactionsTabs } from '../../parts/transactions/transactions-tabs.tsx'
import { bonusFilterQuestion, filterCount, NO_BONUS_FILTERS } from './bonus-filters.ts'
import { BonusList } from './bonus-list.tsx'
import { BonusTable } from './bonus-table.tsx'
import { ExportButton } from '../../parts/files/export-button.tsx'
import { FilterBar } from './filter-bar.tsx'
import { OrderQuestion } from './order-question.tsx'
import './transactions.css'
import { type BonusFiltersState, useBonusFilters } from './use-bonus-filters.ts'
import { useBonusHistory } from './use-bonus-history.ts'

/** Every bonus that was credited or taken back. Source: requirements RTE-014, TRX-001 to TRX-019. */
export function TransactionsBonusesPage() {
  const { t } = useTranslation()
  const { api } = useOffice()
  const state = useBonusFilters()
  return (
    <>
      <div className="page-head">
        <div className="stack gap-1">
          <h1 className="heading-1">{t('bonusHistory.title')}</h1>
          <p className="meta">{t('bonusHistory.hint')}</p>
        </div>
        <div className="in-row wrap">
          <OrderQuestion onAsk={state.explainOrder} />
          <ExportButton
            download={(onReceived) =>
              api.download('business', getBonusExport, {
                query: bonusFilterQuestion(state.filters),
                quiet: true,
                onReceived,
              })
            }
          />
        </div>
      </div>
      <div className="stack gap-5">
        <TransactionsTabs shown="bonuses" />
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
  const isTable = useWindowClass() === 'desktop'
  return (
    <Paged
      list={useBonusHistory(state.filters)}
      placeholder={<SkeletonRows rows={6} height={49} />}
      empty={<Empty state={state} />}
    >
      {(rows) =>
        isTable ? (
          <BonusTable rows={rows} state={state} />
        ) : (
          <BonusList rows={rows} onExplain={state.explain} />
        )
      }
    </Paged>
  )
}

/** No bonus at all, or none that matches the filters. Source: requirements TRX-015. */
function Empty({ state: { filters, change } }: HistoryProps) {
  const { t } = useTranslation()
  if (filterCount(filters) === 0) {
    return (
      <EmptyNotice isCard title={t('bonusHistory.nothing')} hint={t('bonusHistory.nothingHint')} />
    )
  }
  return (
    <EmptyNotice
      isCard
      title={t('bonusHistory.nothingFound')}
      hint={t('bonusHistory.nothingFoundHint')}
      action={<Button onClick={() => change(NO_BONUS_FILTERS)}>{t('bonusHistory.clear')}</Button>}
    />
  )
}
