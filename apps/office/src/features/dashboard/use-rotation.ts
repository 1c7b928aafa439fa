import { useEffect, useState } from 'react'

/** How long a slide is shown. Source: requirements LND-019. */
const SLIDE_MS = 10_000

/** Whether the reader asks for little motion. */
const isMotionReduced = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Slides that follow each other every 10 seconds unless they are held; with reduced motion only `show` changes them. */
export function useRotation(slides: number, isHeld: boolean) {
  const [shown, show] = useState(0)
  const [isPaused, setPaused] = useState(isMotionReduced)
  const isStill = isHeld || isPaused || slides < 2
  useEffect(() => {
    if (isStill) return undefined
    const timer = setInterval(() => show((slide) => (slide + 1) % slides), SLIDE_MS)
    return () => clearInterval(timer)
  }, [isStill, slides])
  return { shown: Math.min(shown, slides - 1), show, isPaused, setPaused }
}
