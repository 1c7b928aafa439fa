import { Button, FullMessage } from '@partner-office/ui'
import { useDocumentTitle } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../lib/session/office.ts'

/** Asks which session to keep when another partner signs in during a session. Source: decisions D-038, D-140. */
export function OtherSession({ current, other }: { current: string; other: string }) {
  const { t } = useTranslation()
  const { startUp } = useOffice()
  const title = t('otherSession.title', { other })
  useDocumentTitle(title)
  return (
    <main className="message">
      <FullMessage
        icon="person"
        title={title}
        text={t('otherSession.text', { current })}
        actions={
          <>
            <Button variant="primary" onClick={() => void startUp.answer(false)}>
              {t('otherSession.stay', { current })}
            </Button>
            <Button onClick={() => void startUp.answer(true)}>
              {t('otherSession.change', { other })}
            </Button>
          </>
        }
      />
    </main>
  )
}
