/**
 * Makes the statements of a month in a process of its own and prints what it took, as JSON.
 *
 * Usage: node bench/lib/make-statements.ts MONTH DRAWN
 *   Afterwards the longest statements and DRAWN others, spread over all partners, are drawn as PDF files.
 */
import { drawStatement } from '../../apps/server/src/business/statements/draw-statement.ts'
import { makeStatements } from '../../apps/server/src/business/statements/make-statements.ts'
import { currentSigner } from '../../apps/server/src/business/statements/statement-keys.ts'
import type { Core } from '../../apps/server/src/core/core.ts'
import { withCore } from '../../apps/server/src/testing/with-core.ts'

const [month = '', drawn = '0'] = process.argv.slice(2)
const { DATA_DIR = '', DATABASE_URL = '' } = process.env

/** Partners at the top of the tree, whose statements are by far the longest: a few of them in a sample would decide its time. */
const AT_TOP = 121

/**
 * Units: `peakBytes` of memory of the whole process; `drawAllMs` of processor time, since drawing waits for nothing: the
 * time of the statements at the top, and that of all others as the `drawn` among them took.
 */
export type Making = {
  readonly makeMs: number
  readonly peakBytes: number
  readonly drawAllMs: number
  readonly drawn: number
}

await withCore({ DATA_DIR, DATABASE_URL }, async (core) => {
  const begun = performance.now()
  await makeStatements(core, month)
  const makeMs = performance.now() - begun
  const peakBytes = process.resourceUsage().maxRSS * 1024
  const { top, others, count } = await sample(core, Number(drawn))
  const signer = await currentSigner(core)
  const drawMs = (contents: readonly string[]): number => {
    const drawing = process.cpuUsage()
    for (const content of contents) {
      drawStatement(content, { signer, officeOrigin: 'https://office.example.com' })
    }
    const { user, system } = process.cpuUsage(drawing)
    return (user + system) / 1000
  }
  const drawAllMs = drawMs(top) + (drawMs(others) / others.length) * (count - top.length)
  const making: Making = { makeMs, peakBytes, drawAllMs, drawn: others.length }
  console.log(JSON.stringify(making))
})

/** Contents of the statements at the top and of about `most` others, spread evenly; `count` of all statements. */
async function sample({ database: { read } }: Core, most: number) {
  const made = read
    .selectFrom('statements')
    .where('period', '=', month)
    .where('content', 'is not', null)
  const all = await made.select('partnerId').orderBy('partnerId').execute()
  const holders = [...new Set(all.map(({ partnerId }) => partnerId))]
  const others = holders.slice(AT_TOP)
  const apart = Math.max(1, Math.floor(others.length / most))
  const contentsOf = async (partners: readonly number[]) => {
    const rows = await made.select('content').where('partnerId', 'in', partners).execute()
    return rows.map(({ content }) => content!)
  }
  return {
    top: await contentsOf(holders.slice(0, AT_TOP)),
    others: await contentsOf(others.filter((_, at) => at % apart === 0)),
    count: all.length,
  }
}
