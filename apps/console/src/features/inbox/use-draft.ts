import { useState } from 'react'

/** Texts that are being written, by what they are of. */
export type Drafts = Map<string, string>

/** A text that is being written. It stays in `drafts` while another ticket is open. */
export function useDraft(drafts: Drafts, key: string) {
  const [text, setText] = useState(drafts.get(key) ?? '')
  const write = (written: string): void => {
    drafts.set(key, written)
    setText(written)
  }
  return [text, write] as const
}
