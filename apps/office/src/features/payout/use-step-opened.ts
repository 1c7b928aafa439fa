import { type RefObject, useEffect, useRef } from 'react'

import { type Step, STEPS } from './payout-model.ts'

/**
 * Opens each following step at the top of the page, with the focus on its heading, which takes the returned reference.
 * The step of the code has one field only, which takes the focus itself.
 */
export function useStepOpened(step: Step): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    if (step !== STEPS.confirm) heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [step])
  return heading
}
