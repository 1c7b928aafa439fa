import { FullMessage } from '@partner-office/ui'
import { useDocumentTitle } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

import { MessagePage } from './message-page.tsx'

/** Replaces every page after a view has ended. Source: requirements PTR-016. */
export function ViewEnded() {
  const { t } = useTranslation()
  useDocumentTitle(t('view.endedTitle'), 'subject')
  return (
    <MessagePage>
      <FullMessage icon="eye" title={t('view.endedTitle')} text={t('view.endedText')} />
    </MessagePage>
  )
}
