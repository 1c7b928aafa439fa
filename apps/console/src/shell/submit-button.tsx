import { Button } from '@partner-office/ui'
import type { Form } from '@partner-office/web'

type SubmitButtonProps = {
  readonly form: Form
  readonly busyLabel: string
  readonly children: string
}

/** The button that sends a form of the gate. */
export function SubmitButton({ form, busyLabel, children }: SubmitButtonProps) {
  return (
    <Button type="submit" variant="primary" block busy={form.isSending} busyLabel={busyLabel}>
      {children}
    </Button>
  )
}
