import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
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
  readonly #files: ReadonlyMap<string, FileHandle>

  private constructor(files: ReadonlyMap<string, FileHandle>) {
    this.#files = files
  }

  /** Makes a file for each month during `work`. They have no names, so that a killed process leaves none. */
  static async during<T>(
    months: readonly string[],
    work: (files: MonthFiles) => Promise<T>,
  ): Promise<T> {
    const files = new Map<string, FileHandle>()
    try {
      await openNameless(months, files)
      return await work(new MonthFiles(files))
    } finally {
      for (const file of files.values()) await file.close()
    }
  }

  async write(month: string, amounts: Iterable<SideAmount>): Promise<void> {
    const file = this.#files.get(month)!
    let text: string[] = []
    const put = async () => {
      if (text.length > 0) await file.appendFile(text.join(''))
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
    const input = this.#files.get(month)!.createReadStream({ start: 0, autoClose: false })
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      amounts.merge(amountIn(line))
    }
    return amounts
  }
}

async function openNameless(
  months: readonly string[],
  files: Map<string, FileHandle>,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'plan-difference-'))
  try {
    for (const month of months) files.set(month, await open(join(directory, month), 'a+'))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
