import type { ClosedPeriod } from '../../business/periods/closed-period.ts'
import { closePeriod } from '../../business/periods/close-period.ts'
import { previewPeriod } from '../../business/periods/preview-period.ts'
import { recomputePeriod } from '../../business/periods/recompute-period.ts'
import type { CommandIo, Handler } from './handler.ts'
import { DONE, listLine, REFUSED } from './handler.ts'

export const close: Handler = async ({ core, command, io }) => {
  const [month] = command.arguments
  const isDryRun = command.options['dry-run'] !== undefined
  const closed = isDryRun
    ? await previewPeriod(core, month!)
    : await closePeriod(core, month!, io.progress)
  await printClosed(io, closed)
  io.note(isDryRun ? `dry run: nothing was changed` : `${month} is closed`)
  return DONE
}

/** Prints the totals of a closed month; a dry run and a repeated close print the same text. */
async function printClosed({ out }: CommandIo, { sums, records, sha256 }: ClosedPeriod) {
  await out(listLine('period', 'type', 'currency', 'records', 'amount'))
  for (const sum of sums) {
    await out(listLine(sum.period, sum.type, sum.currency, sum.records, sum.amount))
  }
  await out(`${records} records, SHA-256 ${sha256}\n`)
}

export const recompute: Handler = async ({ core, command, io }) => {
  const [month] = command.arguments
  let differences = 0
  for await (const line of recomputePeriod(core, month!)) {
    differences += 1
    await io.out(line)
  }
  await io.out(differences === 0 ? 'identical\n' : '')
  io.note(`${month}: ${differences} differences`)
  return differences === 0 ? DONE : REFUSED
}
