import type { FileReply } from '@partner-office/contracts'

import { csvLine } from '../../business/exports/csv.ts'

const HEADER = [
  'difference',
  'partnerId',
  'type',
  'orderId',
  'level',
  'currency',
  'amount',
  'paidAt',
  'period',
  'fact',
]

/** The lines of `office recompute` as CSV: `-` stands in the records and is not computed, `+` the other way round. */
export const differencesFile = (month: string, lines: AsyncIterable<string>): FileReply => ({
  name: `differences-${month}.csv`,
  chunks: asCsv(lines),
})

async function* asCsv(lines: AsyncIterable<string>): AsyncGenerator<string> {
  yield csvLine(HEADER)
  for await (const line of lines) {
    const [, mark = '', record = '', fact = ''] = /^([-+]) (.*) {2}\((.*)\)$/.exec(line.trimEnd())!
    yield csvLine([mark, ...record.split(','), fact])
  }
}
