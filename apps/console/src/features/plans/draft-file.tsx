import { MOST_PLAN_BYTES } from '@partner-office/domain'
import { planDocumentIn, type PlanDraft } from '@partner-office/contracts'
import { draftText } from '@partner-office/domain'
import { Note } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { UploadButton } from '../../parts/upload-button.tsx'
import { PlanChanges } from '../../parts/plans/plan-changes.tsx'
import { usePlanForm } from './plan-form.ts'

type FileProps = { readonly draft: PlanDraft; readonly base: number }

/** What the draft changes, its bytes, and another file in place of them. Source: requirements PLN-003, PLN-008. */
export function DraftFile({ draft, base }: FileProps) {
  const { t } = useTranslation()
  const { document, changes } = usePlanForm()
  const title = t('plan.changesAgainst', { version: base, count: changes.length })
  return (
    <>
      <Box title={title} isFlush>
        <PlanChanges caption={title} changes={changes} />
      </Box>
      <Box title={t('plan.file')} detail={draft.sha256.slice(0, 8)} actions={<Import />}>
        <pre className="plan-file" tabIndex={0} aria-label={t('plan.file')}>
          {draftText(document)}
        </pre>
      </Box>
    </>
  )
}

/** Writes the document of a file into the form; nothing is saved by it. */
function Import() {
  const { t } = useTranslation()
  const { write } = usePlanForm()
  const [problem, setProblem] = useState<string | null>(null)
  const read = async (file: File): Promise<void> => {
    setProblem(null)
    try {
      if (file.size > MOST_PLAN_BYTES) throw new SyntaxError(t('plan.tooLarge'))
      write?.([], planDocumentIn(await file.text()))
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      setProblem(error.message)
    }
  }
  return (
    <>
      {problem !== null && (
        <Note tone="red" live>
          {t('plan.notJson')} {problem}
        </Note>
      )}
      <UploadButton
        text={t('plan.readFile')}
        label={t('plan.readFile')}
        accept=".json,application/json"
        onFile={(file) => void read(file)}
      />
    </>
  )
}
