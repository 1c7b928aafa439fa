import { Button, buttonClass, FullMessage } from '@partner-office/ui'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { PageCodeMissing } from '../lib/lazy-page.ts'
import { useBackOnline } from '../lib/use-online.ts'
import { PATHS } from '../paths.ts'
import { AppLink } from './app-link.tsx'
import { Offline } from './offline.tsx'

/** Replaces a page that failed or did not arrive. The frame around it stays. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const { isRetrying, retry } = useRetry(reset)
  if (!useBackOnline(retry)) return <Offline />
  return (
    <Failed
      isCodeMissing={error instanceof PageCodeMissing}
      isRetrying={isRetrying}
      onRetry={retry}
    />
  )
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
