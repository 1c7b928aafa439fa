import { Chip, FullMessage, Note } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { useOnline } from '../lib/use-online.ts'

/** Replaces a page while the browser has no connection. */
export function Offline() {
  const { t } = useTranslation()
  return (
    <div role="alert">
      <FullMessage
        icon="globe"
        title={t('offline.title')}
        text={t('offline.text')}
        detail={
          <Chip tone="orange" icon="clock">
            {t('offline.waiting')}
          </Chip>
        }
      />
    </div>
  )
}

/** Above a page that was loaded before the connection was lost. */
export function OfflineNote() {
  const { t } = useTranslation()
  const isOnline = useOnline()
  return (
    <div role="status">
      {!isOnline && (
        <div className="banner">
          <Note tone="orange" icon="globe">
            <b>{t('offline.title')}.</b> {t('offline.note')}
          </Note>
        </div>
      )}
    </div>
  )
}
