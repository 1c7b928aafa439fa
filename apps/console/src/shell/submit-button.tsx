import { Button } from '@partner-office/ui'
import type { Form } from '@partner-office/web'

type SubmitButtonProps = {
  readonly form: Form
  readonly busyLabel: string
  /** One button of a view is black. */
  readonly variant?: 'primary' | 'secondary'
  readonly children: string
}

/** The button that sends a form of the gate. */
export function SubmitButton({
  form,
  busyLabel,
  variant = 'primary',
  children,
}: SubmitButtonProps) {
  return (
    <Button type="submit" variant={variant} block busy={form.isSending} busyLabel={busyLabel}>
      {children}
    </Button>
  )
}
