import { Button } from '@partner-office/ui'
import { clockText, errorText, type Form, useSecondsUntil } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

type SubmitButtonProps = {
  readonly form: Form
  readonly busyLabel: string
  readonly children: string
}

/** Sends a form. While the service throttles, it shows the remaining wait. Source: decisions D-106. */
export function SubmitButton({ form, busyLabel, children }: SubmitButtonProps) {
  const { t, i18n } = useTranslation()
  const wait = useSecondsUntil(form.retryAt)
  return (
    <Button
      type="submit"
      variant="primary"
      size="lg"
      block
      busy={form.isBusy}
      busyLabel={busyLabel}
      disabledReason={wait > 0 ? errorText(i18n, 'too_many_requests') : undefined}
    >
      {wait > 0 ? t('form.wait', { time: clockText(wait) }) : children}
    </Button>
  )
}
