/**
 * Team searches on the columns in memory.
 *
 * Figures: on downlines over N/20, a page takes at most 1/10 of a plain scan of the same interval (median over all kinds of
 * searches), an exact total at most 1/8; no kind of search takes more than 1.2 x its scan (99th percentiles); at 10 M at most
 * 100 bytes per partner; at 1 M at least 500,000 facts per second, and 300 x the speed of PostgreSQL (interval and count) on
 * downlines over N/20. Every answer is compared with the scan's.
 *
 * Usage: node bench/team.ts [--partners 1000000] [--each 12] [--sql]
 */
import { deepStrictEqual } from 'node:assert'
import { parseArgs } from 'node:util'

import { DEFAULT_PLAN_DOCUMENT, type Plan, readPlan } from '@partner-office/domain'

import { SeededRandom } from '../apps/server/src/demo/random.ts'
import { FACTS_A_PAGE } from '../apps/server/src/network/read-facts.ts'
import type { TeamQuestion } from '../apps/server/src/network/search/question.ts'
import { naiveTeam } from '../apps/server/src/testing/naive-team.ts'
import { RankLadder } from '../apps/server/src/network/search/rank-ladder.ts'
import { TeamIndex } from '../apps/server/src/network/search/team-index.ts'
import {
  BENCH_RULES,
  namesOf,
  networkEngine,
  randomFacts,
  SHAPE_NOTE,
} from './lib/network-arrays.ts'
import { PlainScan } from './lib/plain-scan.ts'
import { finish, ratioText, spread, withCluster } from './lib/report.ts'
import { type Answered, TeamTable } from './lib/team-table.ts'
import { QUESTION_KINDS, questionOf, topsByClass } from './lib/team-questions.ts'

const { values } = parseArgs({
  options: {
    partners: { type: 'string', default: '1000000' },
    each: { type: 'string', default: '12' },
    sql: { type: 'boolean', default: false },
  },
})
const partners = Number(values.partners)
const PAGE_AT_MOST = 1 / 10
const TOTAL_AT_MOST = 1 / 8
const KIND_AT_MOST = 1.2
const MOST_BYTES = 100
/** Smaller networks reserve the same number of rows for new partners, so their bytes per partner are not checked. */
const BYTES_COUNT_FROM = 10_000_000
/** Larger networks are bound by memory access: their facts per second are printed, but not checked. */
const FACTS_COUNT_UP_TO = 1_000_000
const FACTS_AT_LEAST = 500_000
const FACTS = 500_000
const SQL_AT_LEAST = 300
/** The fastest of several turns counts, since other work on the machine interrupts some. */
const TURNS = 3
const SQL_QUESTIONS = 40
/** Without names, which SQL matches differently, and deep pages, which it sorts for seconds. */
const SQL_KINDS = Object.keys(QUESTION_KINDS).filter((kind) => !/name|words|page/.test(kind))

type Asked = {
  readonly kind: string
  readonly size: string
  readonly ours: number
  readonly scan: number
  /** The number of rows read by the index, and the size of the team. */
  readonly visited: number
  readonly rows: number
}

const { plan } = readPlan(DEFAULT_PLAN_DOCUMENT) as { plan: Plan }
const engine = networkEngine(partners)
const ladder = new RankLadder(plan, BENCH_RULES.legsKept)
const [index, buildMs] = timed(() => TeamIndex.of(engine, ladder))
const bytes = Object.entries({ ...engine.bytes(), ...index.bytes() })
const bytesAPartner = bytes.reduce((sum, [, each]) => sum + each, 0) / partners

const tops = topsByClass(engine, new SeededRandom(11), Number(values.each))
const scan = new PlainScan(index)
const find = (question: TeamQuestion) => index.find(question)
const count = (question: TeamQuestion) => index.find({ ...question, limit: 0 }).total
// Warm-up: both sides are fully optimized after some hundred searches.
askAll(find, (question) => scan.page(question), {
  middle: topsByClass(engine, new SeededRandom(15), 30)['to 10,000']!,
  large: topsByClass(engine, new SeededRandom(16), 5)['over N/20']!,
})
const pages = askAll(find, (question) => scan.page(question))
const totals = askAll(count, (question) => scan.total(question))
const faster = values.sql ? await compareWithSql() : null
const factsASecond = applyFacts()

const pageRatio = ratios(ofLarge(pages))
const totalRatio = ratios(ofLarge(totals))
const tails = Object.keys(QUESTION_KINDS).map((kind) =>
  tail(pages.filter((each) => each.kind === kind)),
)
const worst = Math.max(...tails)

finish({
  name: 'team',
  lines: [
    ...Object.keys(tops).flatMap((size) => linesOf(size)),
    `bytes per partner: ${bytes.map(([name, each]) => `${name} ${(each / partners).toFixed(2)}`).join(', ')}`,
    `pages on downlines over N/20: ${ratioText(pageRatio)} of the scan (median at most ${PAGE_AT_MOST})`,
    `totals there: ${ratioText(totalRatio)} of the scan (median at most ${TOTAL_AT_MOST})`,
    `slowest kind of search: ${worst.toFixed(2)} of its scan, 99th percentiles (at most ${KIND_AT_MOST})`,
    `${bytesAPartner.toFixed(1)} bytes per partner (at most ${MOST_BYTES} at 10 M); index built in ${buildMs.toFixed(0)} ms`,
    `${Math.round(factsASecond).toLocaleString('en')} facts per second of processor time, including the index (at least ${FACTS_AT_LEAST.toLocaleString('en')} at 1 M)`,
    ...(faster === null
      ? []
      : [`PostgreSQL takes ${ratioText(faster)} x as long (median at least ${SQL_AT_LEAST})`]),
    SHAPE_NOTE,
  ],
  on: `${partners.toLocaleString('en')} partners in memory`,
  passed:
    pageRatio.median <= PAGE_AT_MOST &&
    totalRatio.median <= TOTAL_AT_MOST &&
    worst <= KIND_AT_MOST &&
    (partners < BYTES_COUNT_FROM || bytesAPartner <= MOST_BYTES) &&
    (partners > FACTS_COUNT_UP_TO || factsASecond >= FACTS_AT_LEAST) &&
    (faster === null || faster.median >= SQL_AT_LEAST),
})

/** Every kind of search for every partner, by the index and by the scan in turns; the fastest turn of each counts. */
function askAll<T>(
  ours: (question: TeamQuestion) => T,
  plain: (question: TeamQuestion) => T,
  about = tops,
): Asked[] {
  const random = new SeededRandom(12)
  return Object.entries(about).flatMap(([size, rows]) =>
    rows.flatMap((top) =>
      Object.keys(QUESTION_KINDS).map((kind) => {
        const question = questionOf(random, kind, top)
        const before = index.visited
        const turns = Array.from({ length: TURNS }, () => {
          const [answer, oursMs] = timed(() => ours(question))
          const [expected, scanMs] = timed(() => plain(question))
          deepStrictEqual(answer, expected, JSON.stringify(question))
          return { ours: oursMs, scan: scanMs }
        })
        const visited = (index.visited - before) / TURNS
        const times = {
          ours: quickest(turns.map((turn) => turn.ours)),
          scan: quickest(turns.map((turn) => turn.scan)),
        }
        return { kind, size, ...times, visited, rows: engine.span[top]! }
      }),
    ),
  )
}

function ofLarge(asked: readonly Asked[]): Asked[] {
  return asked.filter(({ size }) => size === 'over N/20')
}

function ratios(asked: readonly Asked[]) {
  return spread(asked.map(({ ours, scan: plain }) => ours / plain))
}

/** The ratio of the 99th percentiles of index and scan. */
function tail(asked: readonly Asked[]): number {
  return (
    percentile(asked.map(({ ours }) => ours)) / percentile(asked.map(({ scan: plain }) => plain))
  )
}

function percentile(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1]!
}

function linesOf(size: string): string[] {
  const median = (asked: readonly Asked[], of: 'ours' | 'scan') =>
    spread(asked.map((each) => each[of])).median.toFixed(3)
  return Object.keys(QUESTION_KINDS).map((kind) => {
    const isMine = (each: Asked) => each.kind === kind && each.size === size
    const [page, total] = [pages.filter(isMine), totals.filter(isMine)]
    const rows = (of: 'visited' | 'rows') =>
      Math.round(spread(page.map((each) => each[of])).median).toLocaleString('en')
    return (
      `${size}, ${kind}: page ${median(page, 'ours')} ms, scan ${median(page, 'scan')} ms, ` +
      `ratio ${ratioText(ratios(page))}, tails ${tail(page).toFixed(2)}; total ${median(total, 'ours')} of ${median(total, 'scan')} ms; ` +
      `rows visited ${rows('visited')}, in the team ${rows('rows')}`
    )
  })
}

/** Applies facts page by page, as a server reads them; afterwards checks one search of each kind. */
function applyFacts(): number {
  const drawn = new SeededRandom(17)
  let micros = 0
  for (let applied = 0; applied < FACTS; applied += FACTS_A_PAGE) {
    const facts = randomFacts(engine, FACTS_A_PAGE, drawn)
    const before = process.threadCpuUsage()
    engine.applyAll(facts)
    const { user, system } = process.threadCpuUsage(before)
    micros += user + system
  }
  const random = new SeededRandom(13)
  for (const kind of Object.keys(QUESTION_KINDS)) {
    const question = questionOf(random, kind, random.pick(tops['over N/20']!))
    const expected = naiveTeam(engine, ladder, (row) => namesOf(engine, row), question)
    deepStrictEqual(index.find(question), expected, JSON.stringify(question))
  }
  return (FACTS / micros) * 1_000_000
}

async function compareWithSql() {
  const times: number[] = []
  await withCluster(async ({ newDatabase }) => {
    const table = await TeamTable.filled(await newDatabase('team'), index)
    const random = new SeededRandom(14)
    for (let each = 0; each < SQL_QUESTIONS; each += 1) {
      const question = questionOf(random, random.pick(SQL_KINDS), random.pick(tops['over N/20']!))
      // Each side three times in a row, because this process's caches go cold while PostgreSQL works.
      const ours = Array.from({ length: TURNS }, () => timed(() => index.find(question)))
      const theirs: Answered[] = []
      for (let turn = 0; turn < TURNS; turn += 1) theirs.push(await table.ask(question))
      for (const { page } of theirs) deepStrictEqual(ours[0]![0], page, JSON.stringify(question))
      times.push(quickest(theirs.map(({ ms }) => ms)) / quickest(ours.map(([, ms]) => ms)))
    }
    await table.close()
  })
  return spread(times)
}

function quickest(times: readonly number[]): number {
  return Math.min(...times)
}

function timed<T>(work: () => T): [T, number] {
  const started = performance.now()
  const result = work()
  return [result, performance.now() - started]
}
