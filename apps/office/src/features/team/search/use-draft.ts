import { useEffect, useEffectEvent, useState } from 'react'

/** A pause in typing after which a filter applies. */
const PAUSE_MS = 400

type DraftOptions = {
  /** What applies now. */
  readonly value: string
  /** What is typed, as it would apply; null when it cannot. */
  readonly read: (typed: string) => string | null
  readonly apply: (value: string) => void
}

/** What somebody is typing into a filter: it applies after a pause, or at once when the field is left. */
export function useDraft({ value, read, apply }: DraftOptions) {
  const [draft, setDraft] = useState({ text: value, of: value })
  const [isRefused, setRefused] = useState(false)
  // The filter has changed elsewhere, such as by going back.
  if (draft.of !== value) {
    setDraft({ text: read(draft.text) === value ? draft.text : value, of: value })
    setRefused(false)
  }
  const { text } = draft
  const settle = (): void => {
    const next = read(text)
    setRefused(next === null)
    if (next !== null && next !== value) apply(next)
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
      onBlur: settle,
      onKeyDown: ({ key }: { key: string }) => {
        if (key === 'Enter') settle()
      },
    },
  }
}
