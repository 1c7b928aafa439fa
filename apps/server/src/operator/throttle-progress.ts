import type { Progress } from '../core/core.ts'

const INTERVAL_MS = 200

/** Throttles progress to five calls per second. The last call is never dropped. */
export function throttleProgress(progress: Progress): Progress {
  let calledAt = Number.NEGATIVE_INFINITY
  return (done, of) => {
    const now = performance.now()
    if (done < of && now - calledAt < INTERVAL_MS) return
    calledAt = now
    progress(done, of)
  }
}
