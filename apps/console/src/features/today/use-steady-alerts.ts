import type { Alert } from '@partner-office/contracts'
import { useState } from 'react'

/** An alert that was shown. `isOver`: its condition has ended since. */
export type ShownAlert = Alert & { readonly isOver: boolean }

const keyOf = ({ name, object }: Alert): string => `${name} ${object}`

/**
 * Keeps every alert where the operator reads it: a new one comes last, and one that has ended stays in its place, as over, until all
 * have ended or the page is read anew.
 *
 * Source: requirements TOD-004, TOD-009.
 */
export function steadyAlerts(
  shown: readonly ShownAlert[],
  now: readonly Alert[],
): readonly ShownAlert[] {
  if (now.length === 0) return []
  const present = new Map(now.map((alert) => [keyOf(alert), alert]))
  const kept = shown.map((alert) => {
    const same = present.get(keyOf(alert))
    present.delete(keyOf(alert))
    return same === undefined ? { ...alert, isOver: true } : { ...same, isOver: false }
  })
  return [...kept, ...[...present.values()].map((alert) => ({ ...alert, isOver: false }))]
}

/** The alerts to show, from the newest answer, and what forgets those that are over. */
export function useSteadyAlerts(
  now: readonly Alert[] | undefined,
): readonly [readonly ShownAlert[] | undefined, () => void] {
  const [seen, setSeen] = useState<readonly Alert[]>()
  const [shown, setShown] = useState<readonly ShownAlert[]>()
  if (now !== undefined && now !== seen) {
    setSeen(now)
    setShown(steadyAlerts(shown ?? [], now))
  }
  const forget = () => setShown((before) => before?.filter(({ isOver }) => !isOver))
  return [shown, forget]
}
