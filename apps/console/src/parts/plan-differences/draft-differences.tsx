import { Box } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

import { DifferenceList } from './difference-list.tsx'
import { StartDifference } from './start-difference.tsx'

/** The differences of a draft, and the start of a new one. Source: requirements PLN-010, PLN-017. */
export function DraftDifferences({ draftId }: { readonly draftId: number }) {
  const { t } = useTranslation()
  return (
    <Box title={t('planDifferences.title')} actions={<StartDifference draftId={draftId} />} isFlush>
      <DifferenceList draft={draftId} />
    </Box>
  )
}
