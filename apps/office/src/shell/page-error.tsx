import { Button, buttonClass, FullMessage } from '@partner-office/ui'
import { useDocumentTitle } from '@partner-office/web'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { PageCodeMissing } from '../lib/navigation/lazy-page.ts'
import { useBackOnline } from '../lib/browser/use-online.ts'
import { PATHS } from '../paths.ts'
import { AppLink } from '../lib/navigation/app-link.tsx'
import { Offline } from './offline.tsx'

/** Replaces a page that failed or did not arrive. The frame around it stays. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  const { isRetrying, retry } = useRetry(reset)
  const isCodeMissing = error instanceof PageCodeMissing
  useDocumentTitle(t('pageError.title'), 'subject')
  useRecovery(isCodeMissing && !isRetrying, retry)
  if (!useBackOnline(retry)) return <Offline />
  return <Failed isCodeMissing={isCodeMissing} isRetrying={isRetrying} onRetry={retry} />
}

type FailedProps = {
  readonly isCodeMissing: boolean
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

function Failed({ isCodeMissing, isRetrying, onRetry }: FailedProps) {
  const { t } = useTranslation()
  return (
    <div role="alert">
      <FullMessage
        icon="warning"
        title={t('pageError.title')}
        text={t(isCodeMissing ? 'pageError.missing' : 'pageError.bug')}
        actions={
          <>
            <Button variant="primary" icon="retry" busy={isRetrying} onClick={onRetry}>
              {t('common.retry')}
            </Button>
            <AppLink to={PATHS.dashboard} className={buttonClass({})}>
              {t('pageError.dashboard')}
            </AppLink>
          </>
        }
      />
    </div>
  )
}

const RECOVER_MS = 10_000

/** Tries again by itself while a page waits for a host that did not answer. */
function useRecovery(isWaiting: boolean, retry: () => void): void {
  const again = useEffectEvent(retry)
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(again, RECOVER_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
}

/** Loads the page again, its code included. */
function useRetry(reset: () => void) {
  const router = useRouter()
  const [isRetrying, setRetrying] = useState(false)
  const retry = async (): Promise<void> => {
    setRetrying(true)
    await router.invalidate()
    setRetrying(false)
    reset()
  }
  return { isRetrying, retry: () => void retry() }
}
