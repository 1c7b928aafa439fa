import type { ClosedPeriod } from '../../business/months/closed-period.ts'
import { closePeriod } from '../../business/months/close-period.ts'
import { previewPeriod } from '../../business/months/preview-period.ts'
import { previewCorrection, recomputePeriod } from '../../business/months/recompute-period.ts'
import { makeDueStatements } from '../../business/statements/make-due-statements.ts'
import { askForStatements } from '../../business/statements/statement-runs.ts'
import type { CommandIo, Handler } from './handler.ts'
import { DONE, listLine, REFUSED } from './handler.ts'

export const close: Handler = async ({ core, command, io }) => {
  const [month] = command.arguments
  const isDryRun = command.options['dry-run'] !== undefined
  const closed = isDryRun
    ? await previewPeriod(core, month!)
    : await closePeriod(core, month!, io.progress, askForStatements)
  await printClosed(io, closed)
  if (!isDryRun) await makeDueStatements(core, io.progress)
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

/** With `--now` a difference is no fault: it is what the next close credits for late orders. */
export const recompute: Handler = async ({ core, command, io }) => {
  const [month] = command.arguments
  const isNow = command.options.now !== undefined
  const lines = isNow ? previewCorrection(core, month!) : recomputePeriod(core, month!)
  let count = 0
  for await (const line of lines) {
    count += 1
    await io.out(line)
  }
  await io.out(count === 0 ? 'identical\n' : '')
  io.note(`${month}: ${count} ${isNow ? 'corrections' : 'differences'}`)
  return count === 0 || isNow ? DONE : REFUSED
}
