/**
 * MON-017: a dry run of the console beside the computation that a close does, in a process that serves partners meanwhile.
 *
 * Figures: at 1,000,000 partners and 500,000 orders it takes at most 1.2 × the processor time of computing the month and its hash;
 * the process takes at most 512 MiB more than while it only serves; the 99th percentile of the partners' reads is at most 1.5 × that
 * without a dry run.
 *
 * Usage: node bench/dry-run.ts [--partners 1000000] [--rounds 3] [--seconds 10]
 */
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'

import { monthEnd, parseMonth } from '@partner-office/domain'

import { computeClosing } from '../apps/server/src/business/months/compute-closing.ts'
import { prepareClosing } from '../apps/server/src/business/months/prepare-closing.ts'
import { previewOf } from '../apps/server/src/business/months/preview-period.ts'
import { changeSettings } from '../apps/server/src/business/settings/change-settings.ts'
import { type Database, openDatabase } from '../apps/server/src/db/database.ts'
import { openSession } from '../apps/server/src/passport/tokens/sessions.ts'
import { CloseDesk } from '../apps/server/src/testing/close-desk.ts'
import { OperatorsDesk } from '../apps/server/src/testing/operators-desk.ts'
import { load } from './lib/http-load.ts'
import { BENCH_MONTH } from './lib/month-facts.ts'
import { prepareMonth } from './lib/month-posting.ts'
import { fillNetwork } from './lib/postgres-network.ts'
import { postmasterOf, processorMs } from './lib/processor-time.ts'
import { finish, spread, withCluster } from './lib/report.ts'
import { watchMemory } from './lib/watch-memory.ts'

const { values } = parseArgs({
  options: {
    partners: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '10' },
  },
})
const MOST = { computing: 1.2, mib: 512, slower: 1.5 }
/** Differences below this are noise of the timer and the scheduler. Units: milliseconds. */
const NOISE_MS = 5
/** Reads of partners a second, on four connections. */
const RATE = 100
const DAY_MS = 86_400_000

await withCluster(async ({ newDatabase, version }) => {
  const url = await newDatabase('dry_run')
  await fillNetwork(url, Number(values.partners))
  await prepareMonth(url)
  const database = await openDatabase({ url })
  try {
    await measure(database, version)
  } finally {
    await database.close()
  }
})

async function measure(database: Database, version: string): Promise<void> {
  const clock = { now: monthEnd(parseMonth(BENCH_MONTH)!) + DAY_MS }
  const at = await CloseDesk.around(await OperatorsDesk.open(database, { clock }))
  await changeSettings(at.core, { 'rateLimit.user': '0', enforceLegalsOnApi: 'FALSE' })
  const postmaster = await postmasterOf(database.read)
  const reads = await partnersReads(at)
  await reads(1)
  const served = watchMemory()
  const quiet = await reads(Number(values.seconds))
  const idleMib = served.stop()

  // First: what the process computes itself below would leave it larger.
  const watched = watchMemory()
  const running = at.dryRun(BENCH_MONTH)
  const busy = await reads(Number(values.seconds))
  const { dryRun } = await running
  const mib = watched.stop() - idleMib
  const computing: number[] = []
  const dryRuns: number[] = []
  for (let round = 0; round < Number(values.rounds); round += 1) {
    computing.push(await costOf(postmaster, () => compute(at)))
    dryRuns.push(await costOf(postmaster, () => at.dryRun(BENCH_MONTH)))
  }
  await at.desk.office.close()

  const ratio = spread(dryRuns).median / spread(computing).median
  const slower = busy.p99 / quiet.p99
  const isQuick = slower <= MOST.slower || busy.p99 - quiet.p99 <= NOISE_MS
  const seconds = (times: readonly number[]) =>
    times.map((ms) => (ms / 1_000).toFixed(1)).join(', ')
  finish({
    name: 'dry run',
    on: version,
    passed: ratio <= MOST.computing && mib <= MOST.mib && isQuick && busy.errors === 0,
    lines: [
      `${values.partners} partners, ${dryRun.records} records: ${seconds(dryRuns)} s of processor time, computing the month and its hash ${seconds(computing)} s: ${ratio.toFixed(2)} ×, at most ${MOST.computing}`,
      `memory above serving: ${mib.toFixed(0)} MiB (serving ${idleMib.toFixed(0)} MiB), at most ${MOST.mib}`,
      `reads of partners, 99th percentile: ${busy.p99.toFixed(1)} ms beside ${quiet.p99.toFixed(1)} ms without a dry run, ${slower.toFixed(2)} ×, at most ${MOST.slower} or ${NOISE_MS} ms more`,
      `${busy.errors} of ${busy.requests} reads failed${busy.errors > 0 ? `: ${busy.firstError}` : ''}`,
    ],
  })
}

/** Reads as a partner of the middle of the tree makes them, for some seconds. */
async function partnersReads({ core, desk }: CloseDesk) {
  const { token } = await core.database.transaction((tx) =>
    openSession({ core }, tx, { userId: 2, application: 'partner', device: '', place: '' }),
  )
  await desk.office.listen({ port: 0, host: '127.0.0.1' })
  const { port } = desk.office.server.address() as AddressInfo
  return (seconds: number) =>
    load({
      port,
      paths: ['/v1/user', '/v1/balances?balances=UCHAIN_UPT_BONUS', '/v1/team?sponsorId=2'],
      headers: { authorization: `Bearer ${token}` },
      connections: 4,
      seconds,
      rate: RATE,
    })
}

/** What a close computes before it posts: its records, their sums and hash. */
async function compute({ core }: CloseDesk): Promise<void> {
  const closing = await prepareClosing(core, BENCH_MONTH)
  const { read } = core.database
  const computed = await computeClosing(core, read, closing)
  await previewOf(read, { ...computed, totals: computed.month.totals() })
}

async function costOf(postmaster: number, work: () => Promise<unknown>): Promise<number> {
  const before = processorMs(postmaster)
  await work()
  return processorMs(postmaster) - before
}
