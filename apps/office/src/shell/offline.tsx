import { Chip, FullMessage } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

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
