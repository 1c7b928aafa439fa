import { Button, FullMessage } from '@partner-office/ui'
import { useDocumentTitle } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

/** Replaces the whole window when something outside of its pages fails. */
export function AppError() {
  const { t } = useTranslation()
  useDocumentTitle(t('pageError.title'), 'subject')
  return (
    <main className="message">
      <div role="alert">
        <FullMessage
          icon="warning"
          title={t('pageError.title')}
          text={t('loadFailed')}
          actions={
            <Button variant="primary" icon="retry" onClick={() => location.reload()}>
              {t('common.retry')}
            </Button>
          }
        />
      </div>
    </main>
  )
}
