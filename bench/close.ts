/**
 * Closes a month: compares computing it with copying 32 bytes per partner in memory, and posting it with single calls of the
 * ledger and with the plainest SQL that writes the same rows.
 *
 * Figures: computing 1 M partners and 0.5 M orders <= 60 x the copy; 10 M <= 20 x the time of 1 M, in at most 4 GiB;
 * computing <= 5 % of posting; posting >= 20 x single calls in sequence and <= 1.5 x the plainest SQL; the same hash for the
 * same facts in another order.
 *
 * Computing starts with the facts in memory, as the product reads them: partners in depth-first order.
 *
 * Usage: node bench/close.ts [--partners 1000000] [--large 0] [--posting 200000] [--rounds 5] [--commit-wait 0]
 *   `--large 10000000` adds the large network. `--posting` is the number of partners of the posted month, 0 for none.
 *   `--commit-wait 1000` adds a millisecond to each commit, as for a disk across a network.
 */
import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'

import {
  closeMonth,
  DEFAULT_PLAN_DOCUMENT,
  fraction,
  type MonthClose,
  type MonthFacts,
  parseMonth,
  readPlan,
  STARTING_RATES,
} from '@partner-office/domain'

import { BENCH_MONTH, benchFacts, shuffled } from './lib/month-facts.ts'
import { forcedWriteMs } from './lib/commits.ts'
import { measurePosting } from './lib/month-posting.ts'
import { finish, ratioText, spread, type Spread, withCluster } from './lib/report.ts'

const { values } = parseArgs({
  options: {
    partners: { type: 'string', default: '1000000' },
    large: { type: 'string', default: '0' },
    posting: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '5' },
    'commit-wait': { type: 'string', default: '0' },
  },
})
const rounds = Number(values.rounds)
const MOST = { copies: 60, growth: 20, bytes: 4 * 2 ** 30, ofPosting: 0.05, plainSql: 1.5 }
const LEAST = { single: 20 }
const BYTES_A_PARTNER = 32
const ROUND_BYTES = 2 ** 29
const WARM_UPS = 3

const read = readPlan(DEFAULT_PLAN_DOCUMENT)
if (!('plan' in read)) throw new Error('The default plan cannot be read')
const versions = [{ version: 1, plan: read.plan }]
const rates = STARTING_RATES.map((rate, at) => {
  return { ...rate, id: at + 1, rate: fraction(rate.rate), setAt: 0 }
})

const lines: string[] = []
const failed: string[] = []
const judge = (line: string, isReached: boolean) => {
  lines.push(line)
  if (!isReached) failed.push(line)
}

const smallFacts = benchFacts(Number(values.partners))
// Warm-up: the first runs include compilation.
for (let warmUp = 0; warmUp < WARM_UPS; warmUp += 1) compute(smallFacts)
const small = computing(smallFacts)
judge(
  `${values.partners} partners, ${small.records} records: ${small.ms.toFixed(0)} ms; to copying 32 B a partner: ${ratioText(small.copies)}, at most ${MOST.copies}`,
  small.copies.median <= MOST.copies,
)
const isSame = hashOf(compute(smallFacts)) === hashOf(compute(shuffled(smallFacts, 2)))
judge(`the same facts in another order give the same hash: ${isSame}`, isSame)

if (values.large !== '0') {
  const large = computing(benchFacts(Number(values.large)))
  const growth = large.ms / small.ms
  const peak = process.resourceUsage().maxRSS * 1024
  judge(
    `${values.large} partners: ${(large.ms / 1000).toFixed(1)} s, ${growth.toFixed(1)} x, at most ${MOST.growth}`,
    growth <= MOST.growth,
  )
  judge(`memory at most ${(peak / 2 ** 30).toFixed(2)} GiB, at most 4.00`, peak <= MOST.bytes)
}

let on = ''
if (values.posting !== '0') {
  await withCluster(async (cluster) => {
    on = cluster.version
    const posted = await measurePosting(cluster, {
      partners: Number(values.posting),
      commitWaitUs: Number(values['commit-wait']),
    })
    const ofPosting = posted.computeMs / posted.postMs
    const single = posted.singleMs / posted.postMs
    const plain = posted.postMs / posted.plainMs
    const plainToSingle = posted.singleMs / posted.plainMs
    lines.push(
      `posting ${posted.records} records of ${values.posting} partners: ${(posted.postMs / 1000).toFixed(1)} s, sealing ${(posted.sealMs / 1000).toFixed(1)} s`,
    )
    judge(
      `computing to posting: ${(ofPosting * 100).toFixed(2)} %, at most ${MOST.ofPosting * 100} %`,
      ofPosting <= MOST.ofPosting,
    )
    judge(
      `to single calls one by one: ${single.toFixed(1)}, at least ${LEAST.single}`,
      single >= LEAST.single,
    )
    lines.push(
      `the plainest SQL to single calls: ${plainToSingle.toFixed(1)}; forcing a page to the disk takes ${forcedWriteMs().toFixed(2)} ms here, and commits wait ${values['commit-wait']} us more`,
    )
    judge(
      `to the plainest SQL: ${plain.toFixed(2)}, at most ${MOST.plainSql}`,
      plain <= MOST.plainSql,
    )
  })
}

finish({
  name: 'close',
  lines,
  passed: failed.length === 0,
  ...(on !== '' && { on }),
})

type Computed = {
  readonly ms: number
  readonly copies: Spread
  readonly records: number
}

function computing(facts: MonthFacts): Computed {
  const ratios: number[] = []
  const times: number[] = []
  let records = 0
  const buffers = copyBuffers(facts.partners.size)
  for (let round = 0; round < rounds; round += 1) {
    const copyMs = copying(buffers)
    const ms = onProcessor(() => (records = compute(facts).size))
    times.push(ms)
    ratios.push(ms / copyMs)
  }
  return { ms: spread(times).median, copies: spread(ratios), records }
}

function compute(facts: MonthFacts): MonthClose {
  return closeMonth({ month: parseMonth(BENCH_MONTH)!, facts, versions, rates })
}

function hashOf(month: MonthClose): string {
  const hash = createHash('sha256')
  for (const text of month.sealedText()) hash.update(text)
  return hash.digest('hex')
}

/** Buffers larger than any cache, so that the copy measures memory. */
function copyBuffers(partners: number): Uint8Array[] {
  const bytes = partners * BYTES_A_PARTNER
  const count = Math.ceil(ROUND_BYTES / bytes) + 1
  return Array.from({ length: count }, () => new Uint8Array(bytes).fill(1))
}

function copying(buffers: readonly Uint8Array[]): number {
  const times = buffers.slice(1).map((to, at) => timed(() => to.set(buffers[at]!)))
  return spread(times).median
}

/** Measures processor time, which excludes other work on the machine. */
function onProcessor(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

function timed(work: () => unknown): number {
  const started = performance.now()
  work()
  return performance.now() - started
}
