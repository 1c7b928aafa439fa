import { Dialog, QrCode } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

type QrDialogProps = {
  readonly title: string
  readonly address: string
  readonly onClose: () => void
}

/** A link as a QR code. */
export function QrDialog({ title, address, onClose }: QrDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={title} closeLabel={t('common.close')} onClose={onClose}>
      <div className="stack gap-4 shared-code">
        <QrCode text={address} label={address} />
        <p className="subdued">{t('share.qrHint')}</p>
      </div>
    </Dialog>
  )
}
