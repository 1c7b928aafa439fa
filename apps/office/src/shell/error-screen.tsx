import { Button, FullMessage } from '@partner-office/ui'
import { errorText, useSecondsUntil } from '@partner-office/web'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'

import { timeText } from '../lib/formats.ts'
import { useOffice } from '../lib/office.ts'
import { useBackOnline } from '../lib/use-online.ts'
import { BlockedScreen } from './blocked-screen.tsx'
import { MessagePage } from './message-page.tsx'
import { Offline } from './offline.tsx'
import type { Status } from './start-up.ts'

const LegalGate = lazy(async () => ({
  default: (await import('../features/legal/legal-gate.tsx')).LegalGate,
}))

type Failure = Extract<Status, { kind: 'error' }>

/** Replaces every page of the back office while the status is an error. Source: requirements STA-022 to STA-024. */
export function ErrorScreen({ failure }: { failure: Failure }) {
  if (failure.code === 'terms_not_accepted') {
    return (
      <Suspense>
        <LegalGate />
      </Suspense>
    )
  }
  if (failure.code === 'user_blocked') return <BlockedScreen />
  return <GenericError failure={failure} />
}

/** An error with its code and a retry, after a wait if the service asks for one. Source: requirements STA-025 to STA-028, ERR-009; decisions D-026. */
export function GenericError({ failure }: { failure: Failure }) {
  const { startUp } = useOffice()
  const isOnline = useBackOnline(() => void startUp.run())
  return <MessagePage>{isOnline ? <Failed failure={failure} /> : <Offline />}</MessagePage>
}

function Failed({ failure }: { failure: Failure }) {
  const { t, i18n } = useTranslation()
  const { startUp } = useOffice()
  const wait = useSecondsUntil(failure.retryAt)
  useRecovery(failure)
  const isTooMany = failure.code === 'too_many_requests'
  const messages = failure.messages.length > 0 ? failure.messages : ['internal_server_error']
  return (
    <FullMessage
      icon={isTooMany ? 'clock' : 'warning'}
      title={isTooMany ? '429' : t('error.title')}
      text={
        failure.noAnswer === null
          ? messages.map((message) => <p key={message}>{errorText(i18n, message)}</p>)
          : t(`noAnswer.${failure.noAnswer}`)
      }
      detail={
        wait > 0
          ? t('error.wait', { count: wait })
          : t('error.code', { code: failure.code, time: timeText(failure.at) })
      }
      actions={
        <>
          <Button
            variant="primary"
            icon="retry"
            onClick={() => void startUp.run()}
            disabledReason={wait > 0 ? t('error.wait', { count: wait }) : undefined}
          >
            {t('common.retry')}
          </Button>
          {startUp.isSignedIn && (
            <Button onClick={() => void startUp.logOut()}>{t('common.logOut')}</Button>
          )}
        </>
      }
    />
  )
}

const RECOVER_MS = 30_000

/** Tries again by itself after a failure of a server: whatever else failed stays until the partner acts. */
function useRecovery(failure: Failure): void {
  const { startUp } = useOffice()
  useEffect(() => {
    if (failure.code !== 'internal_server_error') return undefined
    const timer = setTimeout(() => void startUp.recover(), RECOVER_MS)
    return () => clearTimeout(timer)
  }, [failure, startUp])
}
