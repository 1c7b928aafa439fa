import type { ReactNode } from 'react'

import { Icon } from '../icon.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'

export type Step = {
  readonly title: string
  readonly state: 'done' | 'present' | 'ahead'
  /** When and by whom, or what it waits for. */
  readonly detail?: ReactNode
}

const LOOKS = { done: 'step-done', present: 'step-present', ahead: 'step-ahead' } as const

/** The steps of a work. `texts` name the states of done steps and of steps ahead for screen readers. */
export function Steps({
  label,
  steps,
  texts,
}: {
  label: string
  steps: readonly Step[]
  texts: { readonly done: string; readonly ahead: string }
}) {
  return (
    <ol className="steps" aria-label={label}>
      {steps.map(({ title, state, detail }) => (
        <li
          key={title}
          className={LOOKS[state]}
          aria-current={state === 'present' ? 'step' : undefined}
        >
          <b>
            <i aria-hidden="true">{state === 'done' && <Icon name="check" size={12} />}</i>
            {title}
            {state !== 'present' && <VisuallyHidden> ({texts[state]})</VisuallyHidden>}
          </b>
          {detail && <small>{detail}</small>}
        </li>
      ))}
    </ol>
  )
}
