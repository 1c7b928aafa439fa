import { type DataRequest, getDataRequests, postDataRequestRefuse } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useRequestsEnded } from './use-requests-ended.ts'

type RefuseDialogProps = { readonly request: DataRequest; readonly onClose: () => void }

/** Asks why a data request is refused, and ends it. Source: requirements PTR-012. */
export function RefuseDialog({ request: { kind, partner }, onClose }: RefuseDialogProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const id = String(partner.id)
  return (
    <ReasonDialog
      title={t('personalData.refuse')}
      hint={`${partner.firstName} ${partner.lastName}, ${id}: ${t(`personalData.kinds.${kind}`)}. ${t('personalData.refuseHint')}`}
      button={t('personalData.refuse')}
      notDone={t('personalData.notRefused')}
      roles={postDataRequestRefuse.roles}
      send={(reason) => api.call(postDataRequestRefuse, { params: { id }, body: { kind, reason } })}
      lookUp={async () => {
        const { content } = await api.call(getDataRequests, { query: { partner: id } })
        return content.some((open) => open.kind === kind) ? null : {}
      }}
      onDone={useRequestsEnded()}
      onClose={onClose}
    />
  )
}
