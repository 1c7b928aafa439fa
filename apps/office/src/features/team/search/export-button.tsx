import { getTeamExport } from '@partner-office/contracts'
import type { TeamSearch } from '@partner-office/domain'
import { Button, useToast } from '@partner-office/ui'
import { codeOf, errorText } from '@partner-office/web'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../../lib/office.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { teamQuestion } from '../lib/team-question.ts'

/** Downloads all members that a search finds. */
export function ExportButton({ search }: { readonly search: TeamSearch }) {
  const { t, i18n } = useTranslation()
  const { api } = useOffice()
  const toast = useToast()
  const download = useMutation({
    mutationFn: () =>
      api.download('business', getTeamExport, { query: teamQuestion(search), quiet: true }),
    onSuccess: saveFile,
    onError: (error) =>
      toast.error({ title: t('team.exportFailed'), text: errorText(i18n, codeOf(error)) }),
  })
  return (
    <Button
      size="sm"
      icon="download"
      busy={download.isPending}
      busyLabel={t('team.exporting')}
      onClick={() => download.mutate()}
    >
      {t('team.export')}
    </Button>
  )
}
