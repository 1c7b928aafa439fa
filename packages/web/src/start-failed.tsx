import { Button, FullMessage } from '@partner-office/ui'

type StartFailedProps = {
  /** What is missing. English, because it may be the texts. */
  readonly title: string
  readonly onRetry: () => void
}

/** The message instead of an app that could not start. Source: requirements STA-002. */
export function StartFailed({ title, onRetry }: StartFailedProps) {
  return (
    <main className="message">
      <FullMessage
        icon="file"
        title={title}
        text="Please try again in a moment."
        actions={
          <Button variant="primary" icon="retry" onClick={onRetry}>
            Retry
          </Button>
        }
      />
    </main>
  )
}
