import { Button, FullMessage } from '@partner-office/ui'

/** The message without a configuration. Translations need the configuration, so the texts are English. Source: requirements STA-002. */
export function ConfigMissing({ onRetry }: { onRetry: () => void }) {
  return (
    <main className="message">
      <FullMessage
        icon="file"
        title="Config cannot be loaded"
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
