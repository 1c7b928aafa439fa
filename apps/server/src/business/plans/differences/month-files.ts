import { createReadStream } from 'node:fs'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { amountIn, lineOf, type SideAmount, SideAmounts } from './side-amounts.ts'

const LINES_A_WRITE = 2_000

/**
 * Keeps the amounts of many months in files, one for each month: orders of a month may come late, and all months together need more
 * memory than a serving process has to spare.
 */
export class MonthFiles {
  readonly #directory: string
  readonly #written = new Set<string>()

  private constructor(directory: string) {
    this.#directory = directory
  }

  /** Makes the files for `work`, and removes them after it. */
  static async during<T>(work: (files: MonthFiles) => Promise<T>): Promise<T> {
    const directory = await mkdtemp(join(tmpdir(), 'plan-difference-'))
    try {
      return await work(new MonthFiles(directory))
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  }

  async write(month: string, amounts: Iterable<SideAmount>): Promise<void> {
    let text: string[] = []
    const put = async () => {
      if (text.length > 0) await appendFile(this.#file(month), text.join(''))
      this.#written.add(month)
      text = []
    }
    for (const amount of amounts) {
      if (text.push(lineOf(amount)) === LINES_A_WRITE) await put()
    }
    await put()
  }

  /** All amounts of a month, added up. */
  async read(month: string): Promise<SideAmounts> {
    const amounts = new SideAmounts()
    if (!this.#written.has(month)) return amounts
    const input = createReadStream(this.#file(month), { flags: 'a+' })
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      amounts.merge(amountIn(line))
    }
    return amounts
  }

  #file(month: string): string {
    return join(this.#directory, month)
  }
}
