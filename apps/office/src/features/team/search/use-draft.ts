import { useEffect, useEffectEvent, useState } from 'react'

/** Pause in typing after which a filter applies. */
const PAUSE_MS = 400

type DraftOptions = {
  /** The filter in the address. */
  readonly value: string
  /** Parses the typed text; null where it is invalid. */
  readonly read: (typed: string) => string | null
  readonly apply: (value: string) => void
  /** The field's text for a filter; by default the filter itself. */
  readonly show?: (value: string) => string
}

/** Typed text of a filter field. It applies after a pause, or at once when the field loses the focus. */
export function useDraft({ value, read, apply, show = (same) => same }: DraftOptions) {
  const [draft, setDraft] = useState({ text: show(value), of: value })
  const [isRefused, setRefused] = useState(false)
  // The filter changed elsewhere, such as by the Back button.
  if (draft.of !== value) {
    setDraft({ text: read(draft.text) === value ? draft.text : show(value), of: value })
    setRefused(false)
  }
  const { text } = draft
  const settle = (): void => {
    const next = read(text)
    setRefused(next === null)
    // A field shows what was read in its own form, `2` as `2.00`: that is the same filter.
    if (next !== null && show(next) !== show(value)) apply(next)
  }
  const settleLater = useEffectEvent(settle)
  useEffect(() => {
    const timer = setTimeout(() => settleLater(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return {
    isRefused,
    input: {
      value: text,
      onChange: ({ target }: { target: { value: string } }) => {
        setDraft({ text: target.value, of: value })
        setRefused(false)
      },
      onBlur: () => {
        settle()
        const next = read(text)
        // The field shows what was read.
        if (next !== null) setDraft({ text: show(next), of: value })
      },
      onKeyDown: ({ key }: { key: string }) => {
        if (key === 'Enter') settle()
      },
    },
  }
}
