/**
 * Makes the statements of a month in a process of its own and prints what it took, as JSON.
 *
 * Usage: node bench/lib/make-statements.ts MONTH DRAWN
 *   DRAWN of the statements, spread over all partners, are drawn as PDF files afterwards.
 */
import { drawStatement } from '../../apps/server/src/business/statements/draw-statement.ts'
import { makeStatements } from '../../apps/server/src/business/statements/make-statements.ts'
import { currentSigner } from '../../apps/server/src/business/statements/statement-keys.ts'
import type { Core } from '../../apps/server/src/core/core.ts'
import { withCore } from '../../apps/server/src/testing/with-core.ts'

const [month = '', drawn = '0'] = process.argv.slice(2)
const { DATA_DIR = '', DATABASE_URL = '' } = process.env

/** Units: `peakBytes` of memory of the whole process; `drawMs` of processor time, since drawing waits for nothing. */
export type Making = {
  readonly makeMs: number
  readonly peakBytes: number
  readonly drawMs: number
  readonly drawn: number
}

await withCore({ DATA_DIR, DATABASE_URL }, async (core) => {
  const begun = performance.now()
  await makeStatements(core, month)
  const makeMs = performance.now() - begun
  const peakBytes = process.resourceUsage().maxRSS * 1024
  const contents = await sample(core, Number(drawn))
  const signer = await currentSigner(core)
  const drawing = process.cpuUsage()
  for (const content of contents) {
    drawStatement(content, { signer, officeOrigin: 'https://office.example.com' })
  }
  const { user, system } = process.cpuUsage(drawing)
  const making: Making = {
    makeMs,
    peakBytes,
    drawMs: (user + system) / 1000,
    drawn: contents.length,
  }
  console.log(JSON.stringify(making))
})

/** Contents of about `count` statements, spread evenly over the partners: those at the top have by far the longest. */
async function sample({ database: { read } }: Core, count: number): Promise<string[]> {
  const made = read
    .selectFrom('statements')
    .where('period', '=', month)
    .where('content', 'is not', null)
  const holders = await made.select('partnerId').distinct().orderBy('partnerId').execute()
  const apart = Math.max(1, Math.floor(holders.length / count))
  const chosen = holders.flatMap(({ partnerId }, at) => (at % apart === 0 ? [partnerId] : []))
  const rows = await made.select('content').where('partnerId', 'in', chosen).limit(count).execute()
  return rows.map(({ content }) => content!)
}
