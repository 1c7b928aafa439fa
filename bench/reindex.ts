/**
 * Indexes a network anew while it answers searches and applies facts, and measures the pauses.
 *
 * Figure: no pause over 50 ms at 10,000,000 partners. A pause is the time that one slice of the indexing blocks the event
 * loop, as processor time: wall-clock time would include other work on the machine.
 *
 * At the end the new index must agree for all partners with the old engine, which kept applying the same facts.
 *
 * Usage: node bench/reindex.ts [--partners 1000000]
 */
import { setImmediate as turn } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { DEFAULT_PLAN_DOCUMENT, type Plan, readPlan } from '@partner-office/domain'

import { SeededRandom } from '../apps/server/src/demo/random.ts'
import type { FiguresEngine } from '../apps/server/src/network/figures-engine.ts'
import { Replica } from '../apps/server/src/network/replica.ts'
import { networkEngine, randomFacts, SHAPE_NOTE } from './lib/network-arrays.ts'
import { finish } from './lib/report.ts'
import { QUESTION_KINDS, questionOf } from './lib/team-questions.ts'

const { values } = parseArgs({ options: { partners: { type: 'string', default: '1000000' } } })
const partners = Number(values.partners)
const MOST_PAUSE_MS = 50
const FACTS = 400_000
const FACTS_A_TURN = 20

const { plan } = readPlan(DEFAULT_PLAN_DOCUMENT) as { plan: Plan }
const PLAN = { version: 1, plan }

const engine = networkEngine(partners)
const facts = randomFacts(engine, FACTS)
const replica = new Replica(engine)
replica.indexTeams(PLAN)

const random = new SeededRandom(5)
const kinds = Object.keys(QUESTION_KINDS)
const pauses: number[] = []
let applied = 0
let asked = 0
const started = performance.now()
const indexing = replica.reindex(PLAN)
for (;;) {
  pauses.push(await pause())
  // The old engine applies no further facts from here on.
  if (replica.engine !== engine) break
  await replica.apply(facts.slice(applied, applied + FACTS_A_TURN))
  applied = Math.min(facts.length, applied + FACTS_A_TURN)
  await askOnce()
}
const isNew = await indexing
const seconds = (performance.now() - started) / 1000
const different = differences(engine, replica.engine)
const sorted = pauses.toSorted((a, b) => b - a)
const longest = sorted[0]!
finish({
  name: 'reindex',
  lines: [
    SHAPE_NOTE,
    `${partners} partners indexed anew in ${seconds.toFixed(1)} s, ${applied} facts and ${asked} questions meanwhile`,
    `pauses: longest ${longest.toFixed(1)} ms (at most ${MOST_PAUSE_MS}), then ${sorted
      .slice(1, 5)
      .map((each) => each.toFixed(1))
      .join(', ')}; median ${sorted[sorted.length >> 1]!.toFixed(1)} of ${sorted.length}`,
    `partners with differences between the two: ${different}`,
    `memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB`,
  ],
  passed: isNew && different === 0 && longest <= MOST_PAUSE_MS,
})

/** Measures the pauses of the event loop. Units: milliseconds of processor time. */
async function pause(): Promise<number> {
  const before = process.threadCpuUsage()
  await turn()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

async function askOnce(): Promise<void> {
  const index = await replica.teams(PLAN)
  const top = random.integer(0, index.engine.size - 1)
  index.find(questionOf(random, random.pick(kinds), top))
  asked += 1
}

function differences(before: FiguresEngine, after: FiguresEngine): number {
  let count = Math.abs(before.size - after.size)
  for (let row = 0; row < before.size; row += 1) {
    const other = after.rowOf(before.ids[row]!)
    const [one, two] = [before.figuresAt(row), after.figuresAt(other)]
    const isSame = (Object.keys(one) as (keyof typeof one)[]).every(
      (name) => one[name] === two[name],
    )
    if (!isSame || before.heldOrdinary[row] !== after.heldOrdinary[other]) count += 1
  }
  return count
}
