import { Button, useToast } from '@partner-office/ui'
import { codeOf, errorText } from '@partner-office/web'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { saveFile } from '../../lib/save-file.ts'

/** Downloads everything that the filters of a history find, as CSV. */
export function ExportButton({ download }: { readonly download: () => Promise<File> }) {
  const { t, i18n } = useTranslation()
  const toast = useToast()
  const saving = useMutation({
    mutationFn: download,
    onSuccess: saveFile,
    onError: (error) =>
      toast.error({ title: t('team.exportFailed'), text: errorText(i18n, codeOf(error)) }),
  })
  return (
    <Button
      icon="download"
      busy={saving.isPending}
      busyLabel={t('team.exporting')}
      onClick={() => saving.mutate()}
    >
      {t('team.export')}
    </Button>
  )
}
