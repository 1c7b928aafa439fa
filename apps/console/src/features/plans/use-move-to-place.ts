import { placeOf, stepsOf } from '@partner-office/domain'
import { useEffect, useRef, useState } from 'react'

import type { PlanTab } from '../../lib/plan-tabs.ts'
import { idOf } from './plan-form.ts'

/** Moves the focus to the field of a place once its tab is shown. Source: requirements PLN-006. */
export function useMoveToPlace(tab: PlanTab): (place: string) => void {
  const [asked, setAsked] = useState<{ readonly place: string } | null>(null)
  const reached = useRef(asked)
  useEffect(() => {
    if (asked === null || reached.current === asked) return
    const shown = shownAt(asked.place)
    if (shown === undefined) return
    reached.current = asked
    shown.focus({ preventScroll: true })
    shown.scrollIntoView({ block: 'center' })
  }, [asked, tab])
  return (place) => setAsked({ place })
}

/** The field of a place or of the list that it is in; the problem's text where no field is, as for a whole row. */
function shownAt(place: string): HTMLElement | undefined {
  const steps = stepsOf(place)
  for (let length = steps.length; length > 0; length -= 1) {
    const field = document.getElementById(idOf(placeOf(steps.slice(0, length))))
    if (field !== null) return field
  }
  const problems = document.querySelectorAll<HTMLElement>('[data-problem]')
  return [...problems].find(({ dataset }) => dataset['problem'] === place)
}
