import { useState } from 'react'

import { day } from '../../lib/navigation/search-params.ts'
import { DateInput } from './date-input.tsx'

type DayFieldProps = {
  readonly label: string
  /** A day such as 2026-11-21, or an empty text. */
  readonly value: string
  readonly error?: string | undefined
  readonly onChange: (day: string) => void
}

/** Date field that applies complete days only: a half-typed year is not a day. */
export function DayField({ label, value, error, onChange }: DayFieldProps) {
  const [draft, setDraft] = useState({ text: value, of: value })
  if (draft.of !== value) setDraft({ text: value, of: value })
  return (
    <DateInput
      label={label}
      value={draft.text}
      error={error}
      onChange={(text) => {
        setDraft({ text, of: value })
        if (text === '' || day(text) !== undefined) onChange(text)
      }}
    />
  )
}
