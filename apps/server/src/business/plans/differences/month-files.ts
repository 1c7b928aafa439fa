import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { type Part, ruleOfText } from './explained-part.ts'
import { type SideAmount, SideAmounts } from './side-amounts.ts'

const AMOUNTS_A_LINE = 2_000

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
    let together: SideAmount[] = []
    const put = async () => {
      if (together.length > 0) await file.appendFile(lineOf(together))
      together = []
    }
    for (const amount of amounts) {
      if (together.push(amount) === AMOUNTS_A_LINE) await put()
    }
    await put()
  }

  /** All amounts of a month, added up. */
  async read(month: string): Promise<SideAmounts> {
    const amounts = new SideAmounts()
    const input = this.#files.get(month)!.createReadStream({ start: 0, autoClose: false })
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      for (const amount of amountsIn(line)) amounts.merge(amount)
    }
    return amounts
  }
}

/** Integers that may be beyond doubles are texts, and a rule is its place in the line's list of rules. */
type Line = { readonly rules: readonly string[]; readonly amounts: readonly Written[] }
type Written = Pick<SideAmount, 'partnerId' | 'type' | 'currency' | 'records'> & {
  readonly units: string
  readonly eur: string | null
  readonly print: string
  readonly parts: readonly WrittenPart[]
}
type WrittenPart = readonly [rule: number, records: number, cents: string, units: string]

function lineOf(amounts: readonly SideAmount[]): string {
  const places = new Map<string, number>()
  const placeOf = (text: string): number => {
    const place = places.get(text) ?? places.size
    places.set(text, place)
    return place
  }
  const written = amounts.map(({ partnerId, type, currency, records, ...amount }) => ({
    partnerId,
    type,
    currency,
    records,
    units: String(amount.units),
    eur: amount.eur === null ? null : String(amount.eur),
    print: String(amount.print),
    parts: Array.from(amount.parts, ([text, part]) => [
      placeOf(text),
      part.records,
      String(part.cents),
      String(part.units),
    ]),
  }))
  return `${JSON.stringify({ rules: [...places.keys()], amounts: written })}\n`
}

/** The amounts of a line. Parts with the same rule share one object of it. */
function amountsIn(line: string): SideAmount[] {
  const { rules: texts, amounts } = JSON.parse(line) as Line
  const rules = texts.map(ruleOfText)
  return amounts.map(({ partnerId, type, currency, records, ...amount }) => ({
    partnerId,
    type,
    currency,
    records,
    units: BigInt(amount.units),
    eur: amount.eur === null ? null : BigInt(amount.eur),
    print: BigInt(amount.print),
    parts: new Map(
      amount.parts.map(([place, partRecords, cents, units]): [string, Part] => [
        texts[place]!,
        { rule: rules[place]!, records: partRecords, cents: BigInt(cents), units: BigInt(units) },
      ]),
    ),
  }))
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
