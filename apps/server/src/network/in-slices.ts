import { setImmediate as yieldToOthers } from 'node:timers/promises'

/** The longest time that background work blocks the event loop. */
const SLICE_MS = 5

/** Runs long work in slices of a few milliseconds, with requests served between them. */
export async function inSlices<T>(work: Generator<void, T>): Promise<T> {
  let started = performance.now()
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value
    if (performance.now() - started < SLICE_MS) continue
    await yieldToOthers()
    started = performance.now()
  }
}

/** Runs the same work without pauses. */
export function atOnce<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}
