import { useEffect, useState } from 'react'

const secondsUntil = (instant: number): number =>
  Math.max(0, Math.ceil((instant - Date.now()) / 1_000))

/** Whole seconds until an instant, counted down to 0. Units: epoch milliseconds. */
export function useSecondsUntil(instant: number): number {
  const [, setTicks] = useState(0)
  const left = secondsUntil(instant)
  const isOver = left === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), 500)
    return () => clearInterval(timer)
  }, [instant, isOver])
  return left
}

/** Formats seconds as minutes and seconds: `0:54`. */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
