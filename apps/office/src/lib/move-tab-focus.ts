import type { KeyboardEvent } from 'react'

/** Arrow keys move along the tabs of a list, in the reading direction. */
export function moveTabFocus(event: KeyboardEvent<HTMLElement>): void {
  const steps = { ArrowRight: 1, ArrowLeft: -1 } as const
  const step = steps[event.key as keyof typeof steps]
  if (step === undefined) return
  const tabs = [...event.currentTarget.querySelectorAll('a')]
  const at = tabs.findIndex((tab) => tab === document.activeElement)
  const isMirrored = document.documentElement.dir === 'rtl'
  tabs.at((at + (isMirrored ? -step : step)) % tabs.length)?.focus()
}
