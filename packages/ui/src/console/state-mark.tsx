import type { ReactNode } from 'react'

/** Each state has a shape of its own, not a colour alone. */
export type MarkState = 'good' | 'attention' | 'bad' | 'off'

const LOOKS = {
  good: 'good-mark',
  attention: 'attention-mark',
  bad: 'bad-mark',
  off: 'off-mark',
} as const satisfies Record<MarkState, string>

/** The state of a thing that runs, with the word for it. */
export function StateMark({ state, children }: { state: MarkState; children: ReactNode }) {
  return (
    <span className="state-mark">
      <i className={LOOKS[state]} aria-hidden="true" />
      {children}
    </span>
  )
}
