import type { Progress } from '../core/core.ts'
import { throttleProgress } from './throttle-progress.ts'

type Screen = { readonly isTTY?: boolean; write(text: string): unknown }

const BAR_WIDTH = 30
const LINE_EVERY_PERCENT = 10

/** Shows the progress of long work: a bar on a terminal, a line every ten percent elsewhere. */
export class ProgressDisplay {
  readonly #screen: Screen
  #isBarShown = false
  #percentShown = 0

  constructor(screen: Screen) {
    this.#screen = screen
  }

  readonly progress: Progress = throttleProgress((done, of) => {
    const percent = of === 0 ? 100 : Math.floor((done * 100) / of)
    if (this.#screen.isTTY === true) this.#showBar(percent, done, of)
    else this.#showPercent(percent, done, of)
  })

  /** Writes a line of text and removes the bar first. */
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

  #showPercent(percent: number, done: number, of: number): void {
    // A lower number than before: the next step of the work has begun.
    if (percent < this.#percentShown) this.#percentShown = 0
    if (percent < 100 && percent < this.#percentShown + LINE_EVERY_PERCENT) return
    this.#percentShown = percent
    this.#screen.write(`${percent} % (${done} of ${of})\n`)
  }
}
