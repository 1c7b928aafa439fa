import { postExport } from '@partner-office/contracts'
import { Button } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { ActNote } from './act-note.tsx'
import { type AskedExport, useExport } from './use-export.ts'

/** Exports a list as it is filtered and sorted, with the columns that are shown. Source: requirements EXP-004, EXP-006. */
export function ExportButton(asked: AskedExport) {
  const { t } = useTranslation()
  const act = useExport()
  return (
    <>
      <Button size="sm" icon="download" busy={act.isBusy} onClick={() => act.run(asked)}>
        {t('exports.export')}
      </Button>
      <ActNote act={act} notDone={t('exports.notDone')} roles={postExport.roles} />
    </>
  )
}
