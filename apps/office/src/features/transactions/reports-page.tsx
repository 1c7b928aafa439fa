import { LANGUAGES } from '@partner-office/locales'
import { EmptyNotice, SkeletonRows } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { useProfile } from '../../lib/session/profile.ts'
import { Paged } from '../../parts/states/paged.tsx'
import { TransactionsTabs } from '../../parts/transactions/transactions-tabs.tsx'
import { GenerateForm } from './generate-form.tsx'
import { LedgerCard } from './ledger-card.tsx'
import { ReportTable } from './report-table.tsx'
import './reports.css'
import { useReports } from './use-reports.ts'

/** The monthly statements. Source: requirements RTE-015, REP-001 to REP-023. */
export function TransactionsReportsPage() {
  const { t } = useTranslation()
  const { uiLanguage } = useProfile()
  return (
    <>
      <div className="page-head">
        <div className="stack gap-1">
          <h1 className="heading-1">{t('reports.title')}</h1>
          <p className="meta">
            {t('reports.hint')} {t('reports.language', { language: languageName(uiLanguage) })}
          </p>
        </div>
      </div>
      <div className="stack gap-5">
        <TransactionsTabs shown="reports" />
        <div className="reports">
          <div className="stack gap-4">
            <Statements />
          </div>
          <div className="stack gap-5">
            <GenerateForm />
            <LedgerCard />
          </div>
        </div>
      </div>
    </>
  )
}

/** The language's own name; statements are in English where the profile has another one. */
const languageName = (code: string): string =>
  code in LANGUAGES ? LANGUAGES[code as keyof typeof LANGUAGES] : LANGUAGES.en

/** Source: requirements REP-023. */
function Statements() {
  const { t } = useTranslation()
  return (
    <Paged
      list={useReports()}
      placeholder={<SkeletonRows rows={6} height={49} />}
      empty={<EmptyNotice isCard title={t('reports.nothing')} hint={t('reports.nothingHint')} />}
    >
      {(rows) => <ReportTable rows={rows} />}
    </Paged>
  )
}
