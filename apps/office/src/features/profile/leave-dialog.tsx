import { Button, Dialog } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

type LeaveDialogProps = { readonly onStay: () => void; readonly onLeave: () => void }

/** Asks whether unsaved changes may be lost. */
export function LeaveDialog({ onStay, onLeave }: LeaveDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('profile.leave.title')}
      closeLabel={t('common.close')}
      onClose={onStay}
      footer={(close) => (
        <>
          <Button variant="ghost" onClick={onLeave}>
            {t('profile.leave.discard')}
          </Button>
          <Button variant="primary" onClick={close}>
            {t('profile.leave.stay')}
          </Button>
        </>
      )}
    >
      <p>{t('profile.leave.text')}</p>
    </Dialog>
  )
}
