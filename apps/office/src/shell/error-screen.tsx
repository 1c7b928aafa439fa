import { Button, buttonClass, FullMessage } from '@partner-office/ui'
import { errorText, requestNote, useDocumentTitle, useSecondsUntil } from '@partner-office/web'
import { lazy, Suspense, useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'

import { timeText } from '../lib/formats/formats.ts'
import { useLocale } from '../lib/formats/locale.ts'
import { useOffice } from '../lib/session/office.ts'
import { useBackOnline } from '../lib/browser/use-online.ts'
import { loginAt } from '../paths.ts'
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
  return (
    <MessagePage>
      <ErrorContent failure={failure} />
    </MessagePage>
  )
}

/** An error with its code and a retry, after a wait if the service asks for one. Source: requirements STA-025 to STA-028, ERR-009; decisions D-026. */
export function ErrorContent({ failure }: { failure: Failure }) {
  const { startUp } = useOffice()
  const isOnline = useBackOnline(() => void startUp.run())
  return isOnline ? <Failed failure={failure} /> : <Offline />
}

function Failed({ failure }: { failure: Failure }) {
  const { t, i18n } = useTranslation()
  const wait = useSecondsUntil(failure.retryAt)
  useRecovery(failure)
  const isTooMany = failure.code === 'too_many_requests'
  const title = isTooMany ? '429' : t('error.title')
  useDocumentTitle(title, 'subject')
  const messages = failure.messages.length > 0 ? failure.messages : ['internal_server_error']
  return (
    <FullMessage
      icon={isTooMany ? 'clock' : 'warning'}
      title={title}
      text={
        failure.noAnswer === null
          ? messages.map((message) => <p key={message}>{errorText(i18n, message)}</p>)
          : t(`noAnswer.${failure.noAnswer}`)
      }
      detail={
        <>
          <p>
            {wait > 0
              ? t('error.wait', { count: wait })
              : t('error.code', { code: failure.code, time: timeText(failure.at) })}
          </p>
          <p>{requestNote(t, failure)}</p>
        </>
      }
      actions={<Actions failure={failure} wait={wait} />}
    />
  )
}

type ActionsProps = {
  readonly failure: Failure
  /** Units: seconds. */
  readonly wait: number
}

function Actions({ failure, wait }: ActionsProps) {
  const { t } = useTranslation()
  const { startUp } = useOffice()
  const isOver = failure.code === 'invalid_token'
  return (
    <>
      {isOver && <LogInAgain />}
      <Button
        variant={isOver ? 'secondary' : 'primary'}
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
  )
}

/** Leads to the sign-in in a window of its own: the page of this one, with what was typed, goes on afterwards. */
function LogInAgain() {
  const { t } = useTranslation()
  const hint = useId()
  return (
    <>
      <a
        href={loginAt(useLocale())}
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ variant: 'primary' })}
        aria-describedby={hint}
      >
        {t('error.logInAgain')}
      </a>
      <span id={hint} className="meta log-in-hint">
        {t('error.logInAgainHint')}
      </span>
    </>
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
