import { DAY_MS } from '../instant.ts'

/** A window of cycled turbo: `[start, end)`, the `index`-th from the registration on, from 0. */
export type TurboWindow = { readonly index: number; readonly start: number; readonly end: number }

/** 00:00 UTC of the day a partner registered on, where the windows begin. Source: decisions C5. */
export function turboOrigin(registeredAt: number): number {
  return Math.floor(registeredAt / DAY_MS) * DAY_MS
}

/**
 * The window that holds an instant; null before the registration day.
 *
 * Source: decisions C5, C11.9.
 */
export function turboWindowAt(
  registeredAt: number,
  at: number,
  windowDays: number,
): TurboWindow | null {
  const origin = turboOrigin(registeredAt)
  if (at < origin) return null
  return windowOf(origin, Math.floor((at - origin) / (windowDays * DAY_MS)), windowDays)
}

/** The window with a number. Source: decisions C5. */
export function turboWindow(registeredAt: number, index: number, windowDays: number): TurboWindow {
  return windowOf(turboOrigin(registeredAt), index, windowDays)
}

function windowOf(origin: number, index: number, windowDays: number): TurboWindow {
  const length = windowDays * DAY_MS
  return { index, start: origin + index * length, end: origin + (index + 1) * length }
}
