import { Button, Note } from '@partner-office/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type RetryNoteProps = {
  readonly isRetrying?: boolean
  readonly onRetry: () => void
  readonly children: ReactNode
}

/** An error beside data that stays on the screen, with a retry button. */
export function RetryNote({ isRetrying = false, onRetry, children }: RetryNoteProps) {
  const { t } = useTranslation()
  const retry = (
    <Button size="sm" busy={isRetrying} onClick={onRetry}>
      {t('common.retry')}
    </Button>
  )
  return (
    <Note tone="red" icon="warning" live action={retry}>
      {children}
    </Note>
  )
}
