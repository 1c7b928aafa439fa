import { Button } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { Gate } from './gate.tsx'
import { PageHead } from './page-head.tsx'

/** Replaces a page that failed to draw. */
export function GenericError() {
  const { t } = useTranslation()
  return (
    <Gate>
      <div role="alert">
        <PageHead title={t('broken.title')} mark="warning" isBad>
          {t('broken.text')}
        </PageHead>
      </div>
      <Button variant="primary" size="lg" block icon="retry" onClick={() => location.reload()}>
        {t('common.retry')}
      </Button>
    </Gate>
  )
}
