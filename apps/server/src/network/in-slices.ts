import { setImmediate as yieldToOthers } from 'node:timers/promises'

/** The longest time that background work blocks the event loop. */
const SLICE_MS = 5

/** Runs long work in slices of a few milliseconds, with requests served between them. */
export async function inSlices<T>(work: Generator<void, T>): Promise<T> {
  const pause = new Pauses()
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value
    if (pause.isDue) await pause.rest()
  }
}

/** Says when long work has blocked the event loop for a slice, and lets requests be served. */
export class Pauses {
  #started = performance.now()

  get isDue(): boolean {
    return performance.now() - this.#started >= SLICE_MS
  }

  async rest(): Promise<void> {
    await yieldToOthers()
    this.#started = performance.now()
  }
}

/** Runs the same work without pauses. */
export function atOnce<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}
