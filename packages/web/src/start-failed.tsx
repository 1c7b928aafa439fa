import { Button, FullMessage } from '@partner-office/ui'
import { useEffect, useState } from 'react'

type StartFailedProps = {
  /** What is missing. English, because it may be the texts. */
  readonly title: string
  /** Starts again; after another failure the message is drawn with another function. */
  readonly onRetry: () => void
  /** Also retries by itself: a host failed, not the app. */
  readonly isOfHost?: boolean
}

const RETRY_MS = 30_000

/** The message instead of an app that could not start, with a retry. Source: requirements STA-002. */
export function StartFailed({ title, onRetry, isOfHost = false }: StartFailedProps) {
  const [tried, setTried] = useState<() => void>()
  const isTrying = tried === onRetry
  useEffect(() => {
    document.title = title
  }, [title])
  const retry = (): void => {
    setTried(() => onRetry)
    onRetry()
  }
  useEffect(() => {
    if (isTrying || !isOfHost) return undefined
    const timer = setTimeout(retry, RETRY_MS)
    return () => clearTimeout(timer)
  }, [isTrying, isOfHost, onRetry])
  return (
    <main className="message" lang="en" dir="ltr">
      <FullMessage
        icon="file"
        title={title}
        text="Please try again in a moment."
        actions={
          <Button variant="primary" icon="retry" busy={isTrying} onClick={retry}>
            Retry
          </Button>
        }
      />
    </main>
  )
}
