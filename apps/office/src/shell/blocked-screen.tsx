import { Button, FullMessage } from '@partner-office/ui'
import { useDocumentTitle } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../lib/session/office.ts'
import { MessagePage } from './message-page.tsx'

/** The message for a blocked partner, who can only log out. Source: requirements STA-023, STA-029, STA-030. */
export function BlockedScreen() {
  const { t } = useTranslation()
  const { startUp } = useOffice()
  useDocumentTitle(t('blocked.title'), 'subject')
  return (
    <MessagePage>
      <FullMessage
        icon="lock"
        title={t('blocked.title')}
        text={t('blocked.text')}
        detail={t('blocked.hint')}
        actions={
          <Button variant="primary" onClick={() => void startUp.logOut()}>
            {t('common.ok')}
          </Button>
        }
      />
    </MessagePage>
  )
}
