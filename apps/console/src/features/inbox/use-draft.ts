import { useState } from 'react'

import { useConsole, useSignedIn } from '../../lib/console.ts'

/** A text that an operator is writing. It stays while other pages are open, until this page of the browser ends. */
export function useDraft(of: string) {
  const { drafts } = useConsole()
  const { operator } = useSignedIn()
  const key = `${operator.id} ${of}`
  const [text, setText] = useState(drafts.get(key) ?? '')
  const write = (written: string): void => {
    drafts.set(key, written)
    setText(written)
  }
  return [text, write] as const
}
