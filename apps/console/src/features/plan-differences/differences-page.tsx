import { getPlanDifferences } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { Page } from '../../shell/page.tsx'
import { DifferenceList } from '../../parts/plan-differences/difference-list.tsx'

/** Drafts that were run over closed months, the newest first. */
export function DifferencesPage() {
  const { t } = useTranslation()
  return (
    <Page title={t('planDifferences.title')} roles={getPlanDifferences.roles}>
      <DifferenceList />
    </Page>
  )
}
