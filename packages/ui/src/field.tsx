import { useId, type ReactNode } from 'react'

import { Icon } from './icon.tsx'

/** Attributes that connect an input with its label, hint and error. */
export type InputProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

export type FieldTexts = {
  label: ReactNode
  hint?: ReactNode
  /** One sentence; marks the field as invalid. */
  error?: string | undefined
  required?: boolean | undefined
  /** Marks a field that may stay empty. */
  optional?: string | undefined
  /** At the end of the label's line. */
  action?: ReactNode
}

type FieldProps = FieldTexts & {
  /** Hides the label visually, where a heading says the same; screen readers still read it. */
  labelHidden?: boolean
  children: (input: InputProps) => ReactNode
}

/** Label, input, hint and error, connected for screen readers. */
export function Field({
  label,
  hint,
  error,
  required,
  optional,
  action,
  labelHidden = false,
  children,
}: FieldProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <span className={labelHidden ? 'visually-hidden' : 'field-head'}>
        <label id={`${id}-label`} htmlFor={id}>
          {label} {optional && <span className="optional-mark">{optional}</span>}
        </label>
        {action}
      </span>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error !== undefined || undefined,
        'aria-required': required || undefined,
      })}
      {hint && (
        <div id={`${id}-hint`} className="hint">
          {hint}
        </div>
      )}
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

/** Error message of an input. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} role="alert" className="error">
      <Icon name="warning" size={16} />
      <span>{children}</span>
    </p>
  )
}
