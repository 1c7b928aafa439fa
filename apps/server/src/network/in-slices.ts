import { setImmediate as yieldToOthers } from 'node:timers/promises'

/** What one piece of long work may keep everybody else waiting for. */
const SLICE_MS = 5

/** Long work beside the requests: it goes on for a few milliseconds, and then lets others work. */
export async function inSlices<T>(work: Generator<void, T>): Promise<T> {
  let started = performance.now()
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value
    if (performance.now() - started < SLICE_MS) continue
    await yieldToOthers()
    started = performance.now()
  }
}

/** The same work without pauses. */
export function atOnce<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}
