import { Button } from '@partner-office/ui'
import { clockText, errorText, type Form, useSecondsUntil } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

type SaveButtonProps = {
  readonly form: Form
  readonly variant?: 'primary' | 'secondary' | 'danger'
  readonly children: string
}

/** Sends a form of a page that stays. While the service throttles, it shows the remaining wait. */
export function SaveButton({ form, variant = 'primary', children }: SaveButtonProps) {
  const { t, i18n } = useTranslation()
  const wait = useSecondsUntil(form.retryAt)
  return (
    <Button
      type="submit"
      variant={variant}
      busy={form.isSending}
      disabledReason={wait > 0 ? errorText(i18n, 'too_many_requests') : undefined}
    >
      {wait > 0 ? t('form.wait', { time: clockText(wait) }) : children}
    </Button>
  )
}
