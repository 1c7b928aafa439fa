import { ErrorNotice } from '@partner-office/ui'
import type { ParseKeys } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { CallFailed, codeOf } from './failure.ts'
import { requestNote } from './request-note.ts'

/** Look of an error that is shown in place of data. */
export type ErrorLook = {
  /** The generic message by default; also the message for an error code. */
  readonly title?: ParseKeys | ((code: string) => string)
  /** Titles of single error codes. */
  readonly titles?: Readonly<Record<string, ParseKeys>>
  /** Why the data is missing, where the reader can do something about it, by default. */
  readonly text?: ReactNode
  /** Whether the error draws a card of its own, as the data does. */
  readonly isCard?: boolean
}

type LoadErrorProps = ErrorLook & {
  /** The query that has failed, and is asked again. */
  readonly query: {
    readonly error: unknown
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
}

/** The error state: what failed, and a button that retries. */
export function LoadError({ query, ...look }: LoadErrorProps) {
  const { title = 'loadFailed', titles, text, isCard = false } = look
  const { t } = useTranslation()
  const { error, isFetching, refetch } = query
  const code = codeOf(error)
  return (
    <ErrorNotice
      title={typeof title === 'function' ? title(code) : t(titles?.[code] ?? title)}
      text={text === undefined ? <Reason error={error} /> : text}
      isCard={isCard}
      retryLabel={t('common.retry')}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

/** Why the data is missing, where the reader can do something about it. */
function Reason({ error }: Pick<LoadErrorProps['query'], 'error'>) {
  const { t } = useTranslation()
  if (!(error instanceof CallFailed)) return null
  if (error.code === 'access_denied') return t('errors.access_denied')
  if (error.noAnswer !== null) return t(`noAnswer.${error.noAnswer}`)
  return requestNote(t, error)
}
