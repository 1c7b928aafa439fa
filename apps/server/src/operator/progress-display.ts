import type { Progress } from '../core/core.ts'
import { throttleProgress } from './throttle-progress.ts'

type Screen = { readonly isTTY?: boolean; write(text: string): unknown }

const BAR_WIDTH = 30
const LINE_EVERY_PERCENT = 10

/** Shows how far long work is: a bar on a terminal, a line every ten percent elsewhere. */
export class ProgressDisplay {
  readonly #screen: Screen
  #isBarShown = false
  #percentTold = 0

  constructor(screen: Screen) {
    this.#screen = screen
  }

  readonly progress: Progress = throttleProgress((done, of) => {
    const percent = of === 0 ? 100 : Math.floor((done * 100) / of)
    if (this.#screen.isTTY === true) this.#showBar(percent, done, of)
    else this.#tellPercent(percent, done, of)
  })

  /** A line of text that no bar runs into. */
  line(text: string): void {
    this.clear()
    this.#screen.write(`${text}\n`)
  }

  clear(): void {
    if (this.#isBarShown) this.#screen.write('\r\u001B[K')
    this.#isBarShown = false
  }

  #showBar(percent: number, done: number, of: number): void {
    const full = Math.floor((percent * BAR_WIDTH) / 100)
    const bar = '#'.repeat(full).padEnd(BAR_WIDTH)
    this.#screen.write(`\r\u001B[K[${bar}] ${percent} % (${done} of ${of})`)
    this.#isBarShown = true
  }

  #tellPercent(percent: number, done: number, of: number): void {
    // A lower number than before: the work has gone on to its next step.
    if (percent < this.#percentTold) this.#percentTold = 0
    if (percent < 100 && percent < this.#percentTold + LINE_EVERY_PERCENT) return
    this.#percentTold = percent
    this.#screen.write(`${percent} % (${done} of ${of})\n`)
  }
}
