import type { ReactNode } from 'react'

/** One key of the keyboard. The button or the list beside it says what the key does. */
export function KeyCap({ children }: { children: ReactNode }) {
  return <kbd className="key-cap">{children}</kbd>
}
