import { postPersonalData } from '@partner-office/contracts'
import { saveFile } from '@partner-office/web'
import { useToast } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useRequestsEnded } from './use-requests-ended.ts'

type ExportDialogProps = {
  readonly id: number
  readonly name: string
  readonly onClose: () => void
}

/** Asks for a reason and saves the personal data of a partner as a file. Source: requirements PTR-012. */
export function ExportDialog({ id, name, onClose }: ExportDialogProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const toast = useToast()
  const onEnded = useRequestsEnded()
  return (
    <ReasonDialog
      title={t('personalData.export')}
      hint={`${name}, ${id}. ${t('personalData.exportHint')}`}
      button={t('personalData.export')}
      notDone={t('personalData.notExported')}
      roles={postPersonalData.roles}
      send={async (reason) => {
        const file = await api.download(postPersonalData, {
          params: { id: String(id) },
          body: { reason },
        })
        saveFile(file)
        return file
      }}
      lookUp={async () => null}
      onDone={() => {
        toast.success({ title: t('personalData.exported') })
        onEnded()
      }}
      onClose={onClose}
    />
  )
}
