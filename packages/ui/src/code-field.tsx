import { useEffect, useRef, type ReactNode, type SyntheticEvent } from 'react'

import { classes } from './classes.ts'
import { latinDigits } from './date-parts.ts'
import { Field } from './field.tsx'

const LENGTH = 6

type CodeFieldProps = {
  /** For screen readers; the heading above is the visible label. */
  label: string
  hint?: ReactNode
  error?: string | undefined
  value: string
  onChange: (value: string) => void
  /** Called once with all six digits; after a wrong code set `value` to an empty text. */
  onComplete: (code: string) => void
  name?: string
  autoFocus?: boolean
  disabled?: boolean
}

/** A six-digit code: one real input under six drawn cells; paste works anywhere on the page. */
export function CodeField({
  label,
  hint,
  error,
  value,
  onChange,
  onComplete,
  ...native
}: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null)

  const take = (text: string) => {
    const code = latinDigits(text).slice(0, LENGTH)
    if (code === value) return
    onChange(code)
    if (code.length === LENGTH) onComplete(code)
  }

  usePaste((text) => {
    if (native.disabled || latinDigits(text).length < LENGTH) return false
    input.current?.focus()
    take(text)
    return true
  })

  return (
    <Field label={label} labelHidden hint={hint} error={error}>
      {(labelled) => (
        <div className="code-cells">
          <input
            {...native}
            {...labelled}
            ref={input}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            dir="ltr"
            value={value}
            onChange={(event) => take(event.target.value)}
            onSelect={keepCaretAtEnd}
          />
          {Array.from({ length: LENGTH }, (_, cell) => (
            <i key={cell} aria-hidden="true" className={classes(cell === cellOf(value) && 'caret')}>
              {value[cell]}
            </i>
          ))}
        </div>
      )}
    </Field>
  )
}

/** The cell that is drawn as focused. */
function cellOf(value: string): number {
  return Math.min(value.length, LENGTH - 1)
}

/** The cells show no caret inside the code, so there must not be one. */
function keepCaretAtEnd({ currentTarget: input }: SyntheticEvent<HTMLInputElement>) {
  const { selectionStart, selectionEnd, value } = input
  if (selectionStart === selectionEnd && selectionEnd !== value.length)
    input.setSelectionRange(value.length, value.length)
}

/** Passes text that is pasted outside other fields to `take`, which returns whether it used it. */
function usePaste(take: (text: string) => boolean) {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest('input, textarea')) return
      if (latest.current(event.clipboardData?.getData('text') ?? '')) event.preventDefault()
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
