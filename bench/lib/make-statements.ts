/**
 * Makes the statements of a month in a process of its own and prints what it took, as JSON.
 *
 * Usage: node bench/lib/make-statements.ts MONTH DRAWN
 *   DRAWN of the statements are drawn as PDF files afterwards.
 */
import { drawStatement } from '../../apps/server/src/business/statements/draw-statement.ts'
import { makeStatements } from '../../apps/server/src/business/statements/make-statements.ts'
import { currentSigner } from '../../apps/server/src/business/statements/statement-keys.ts'
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
  const rows = await core.database.read
    .selectFrom('statements')
    .select('content')
    .where('period', '=', month)
    .orderBy('partnerId')
    .limit(Number(drawn))
    .execute()
  const signer = await currentSigner(core)
  const drawing = process.cpuUsage()
  for (const { content } of rows) {
    drawStatement(content!, { signer, officeOrigin: 'https://office.example.com' })
  }
  const { user, system } = process.cpuUsage(drawing)
  const making: Making = { makeMs, peakBytes, drawMs: (user + system) / 1000, drawn: rows.length }
  console.log(JSON.stringify(making))
})
