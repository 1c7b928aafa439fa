/**
 * PLN-016: runs a draft over closed months of a network on PostgreSQL, and compares it with closing these months.
 *
 * Figures: a difference over six months takes <= 3 x the time of closing them, and <= 512 MB above the process before it, also over 24
 * months (`--months 24`).
 *
 * Half an order per partner is paid in these months. The orders were recorded without credits, so the draft credits all of them anew.
 *
 * Usage: node --expose-gc bench/plan-difference.ts [--partners 100000] [--months 6]
 */
import { parseArgs } from 'node:util'

import { DEFAULT_PLAN_DOCUMENT, monthEnd, monthText } from '@partner-office/domain'

import { closePeriod } from '../apps/server/src/business/months/close-period.ts'
import { runDifference } from '../apps/server/src/business/plans/differences/run-difference.ts'
import { NO_PROGRESS } from '../apps/server/src/core/core.ts'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { openTestCore } from '../apps/server/src/testing/core.ts'
import { DifferenceDesk } from '../apps/server/src/testing/difference-desk.ts'
import { runStatement } from '../apps/server/src/testing/postgres.ts'
import { fillNetwork } from './lib/postgres-network.ts'
import { finish, withCluster } from './lib/report.ts'

const { values } = parseArgs({
  options: {
    partners: { type: 'string', default: '100000' },
    months: { type: 'string', default: '6' },
  },
})
const MOST = { ratio: 3, bytes: 512 * 1_000_000 }
const FIRST = Date.UTC(2026, 1, 1)
const SAMPLED_EVERY_MS = 20

const months: string[] = []
let end = FIRST
while (months.length < Number(values.months)) {
  months.push(monthText(end))
  end = monthEnd(end)
}

await withCluster(async ({ newDatabase, version }) => {
  const url = await newDatabase('difference')
  await fillNetwork(url, Number(values.partners))
  await spreadOrders(url)
  const database = await openDatabase({ url })
  try {
    const clock = { now: end + 86_400_000 }
    const core = await openTestCore(database, { clock })
    const closeMs = await timed(async () => {
      for (const month of months) await closePeriod(core, month)
    })
    const id = await storedDifference(await DifferenceDesk.open(database, { clock }))
    const { ms, bytes } = await watched(() =>
      runDifference(core, id, { progress: NO_PROGRESS, signal: new AbortController().signal }),
    )
    const ratio = ms / closeMs
    finish({
      name: 'plan difference',
      lines: [
        `${values.partners} partners, ${months.length} months: closing ${seconds(closeMs)}, difference ${seconds(ms)}`,
        `to closing: ${ratio.toFixed(2)}, at most ${MOST.ratio}`,
        `memory above the process: ${(bytes / 1_000_000).toFixed(0)} MB, at most ${MOST.bytes / 1_000_000}`,
      ],
      on: version,
      passed: ratio <= MOST.ratio && bytes <= MOST.bytes,
    })
  } finally {
    await database.close()
  }
})

/** Moves all orders into the months. */
async function spreadOrders(url: string): Promise<void> {
  await runStatement(
    url,
    `set session_replication_role = replica;
     update orders set paid_at = ${FIRST} + (id * 7919000) % ${end - FIRST};
     set session_replication_role = origin;
     analyze orders`,
  )
}

/** Another unilevel table, so that amounts of most partners change. */
async function storedDifference(desk: DifferenceDesk): Promise<number> {
  const unilevel = DEFAULT_PLAN_DOCUMENT.unilevel.map((row) => ({
    ...row,
    percent: row.kind === 'TEAM' ? '3' : row.percent,
  }))
  const draftId = await desk.draft({ ...DEFAULT_PLAN_DOCUMENT, unilevel, teamNeedsActivity: false })
  return desk.stored(draftId, months)
}

async function watched(work: () => Promise<unknown>): Promise<{ ms: number; bytes: number }> {
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let most = before
  const sampling = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, SAMPLED_EVERY_MS)
  const ms = await timed(work)
  clearInterval(sampling)
  return { ms, bytes: most - before }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
