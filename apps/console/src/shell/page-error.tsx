import { Button, FullMessage, MAIN } from '@partner-office/ui'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

/** In the place of a page that could not be drawn. */
export function PageError({ reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  return (
    <main id={MAIN} tabIndex={-1} className="console-message">
      <FullMessage
        icon="warning"
        title={t('page.failed')}
        text={t('page.failedText')}
        actions={
          <Button variant="primary" icon="retry" onClick={reset}>
            {t('common.retry')}
          </Button>
        }
      />
    </main>
  )
}
