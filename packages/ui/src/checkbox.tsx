import { useId, type ComponentProps, type ReactNode } from 'react'

import { FieldError } from './field.tsx'
import { Icon } from './icon.tsx'

type NativeCheckbox = Omit<
  ComponentProps<'input'>,
  'className' | 'style' | 'type' | 'size' | 'role'
>

type CheckboxProps = NativeCheckbox & { label: ReactNode; error?: string | undefined }

/** A box to tick; links inside the label stay links. */
export function Checkbox({ label, error, ...native }: CheckboxProps) {
  const errorId = useId()
  return (
    <div className="stack gap-1">
      <label className="check">
        <input
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : errorId}
          {...native}
          type="checkbox"
        />
        <i aria-hidden="true">
          <Icon name="check" size={14} />
        </i>
        <span className="grow">{label}</span>
      </label>
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}

/** A setting that takes effect at once. */
export function Switch({ label, ...native }: NativeCheckbox & { label: ReactNode }) {
  return (
    <label className="switch-row">
      <span className="grow">{label}</span>
      <input {...native} type="checkbox" role="switch" className="switch" />
    </label>
  )
}
