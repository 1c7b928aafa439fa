import type { Progress } from '../core/core.ts'

const EVERY_MS = 200

/** Progress told a few times a second, and once at the end. */
export function seldom(progress: Progress): Progress {
  let toldAt = Number.NEGATIVE_INFINITY
  return (done, of) => {
    const now = performance.now()
    if (done < of && now - toldAt < EVERY_MS) return
    toldAt = now
    progress(done, of)
  }
}
