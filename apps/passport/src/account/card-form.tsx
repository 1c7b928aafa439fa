import { type Form, FormNote } from '@partner-office/web'
import type { ComponentProps, ReactNode } from 'react'

type CardFormProps = {
  readonly form: Form
  /** What to do about an error code. */
  readonly help?: ComponentProps<typeof FormNote>['help']
  /** The fields. */
  readonly children?: ReactNode
  /** What the form has done. */
  readonly done?: ReactNode
  readonly buttons: ReactNode
}

/** A form of a card: its fields, the errors that belong to none of them, and its buttons. */
export function CardForm({ form, help, children, done, buttons }: CardFormProps) {
  return (
    <form {...form.props} className="stack gap-4">
      {children}
      <FormNote form={form} help={help} />
      {done}
      <div className="in-row">{buttons}</div>
    </form>
  )
}
