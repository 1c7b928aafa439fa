/**
 * The roll-up of all five measures of every partner.
 *
 * Figures, for both sides from stored own turnovers: at most 3 x a copy of 32 bytes per partner at 1 M and 5 x at 10 M; at
 * least 200 x and 400 x the speed of the fastest SQL on nested sets (one prefix sum and a self join) with the same sums. The
 * cost of summing all orders first is printed as well.
 *
 * Usage: node bench/rollup.ts [--partners 1000000] [--rounds 9] [--no-sql] [--sql-10m]
 */
import { deepStrictEqual } from 'node:assert'
import { parseArgs } from 'node:util'

import { newColumn } from '../apps/server/src/network/columns.ts'
import { rollRows } from '../apps/server/src/network/roll-up.ts'
import { networkOrders, SHAPE_NOTE } from './lib/network-arrays.ts'
import { sqlRollUp } from './lib/nested-set.ts'
import { finish, ratioText, spread, withCluster } from './lib/report.ts'

const { values } = parseArgs({
  options: {
    partners: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '9' },
    'no-sql': { type: 'boolean', default: false },
    'sql-10m': { type: 'boolean', default: false },
  },
})
const partners = Number(values.partners)
/** Warm-up rounds, until the code is optimized. */
const WARM_UP = 3
const isLarge = partners > 3_000_000
/** Processor time has a resolution of a few milliseconds. */
const TURNS_A_ROUND = isLarge ? 4 : 40
const COPIES_AT_MOST = isLarge ? 5 : 3
const SQL_AT_LEAST = isLarge ? 400 : 200

const { parent, rows, cents } = networkOrders(partners)
const own = newColumn(Float64Array, partners)
const into = {
  flTurnover: newColumn(Float64Array, partners),
  flSize: newColumn(Int32Array, partners),
  teamSize: newColumn(Int32Array, partners),
  team: newColumn(Float64Array, partners),
}
const [source, copy] = [new Float64Array(partners * 4).fill(1), new Float64Array(partners * 4)]

const rounds = Array.from({ length: WARM_UP + Number(values.rounds) }, oneRound).slice(WARM_UP)
const spreadOf = (of: keyof (typeof rounds)[number]) => spread(rounds.map((round) => round[of]))
const median = (of: keyof (typeof rounds)[number]) => spreadOf(of).median
const ratio = spreadOf('ratio')
const ours = median('elapsed')
const sqlMs = values['no-sql'] || (isLarge && !values['sql-10m']) ? null : await measureSql()

finish({
  name: 'rollup',
  lines: [
    `a copy of 32 bytes per partner ${median('copied').toFixed(1)} ms; orders summed ${median('summed').toFixed(1)} ms, rolled up ${median('rolled').toFixed(1)} ms`,
    `five measures of all partners: ${ratioText(ratio)} x the copy (median at most ${COPIES_AT_MOST}); with all orders summed ${ratioText(spreadOf('withOrders'))}`,
    ...(sqlMs === null
      ? []
      : [
          `nested sets in SQL ${sqlMs.toFixed(0)} ms: ${(sqlMs / ours).toFixed(0)} x as long (at least ${SQL_AT_LEAST})`,
        ]),
    SHAPE_NOTE,
  ],
  on: `${partners.toLocaleString('en')} partners in memory`,
  passed: ratio.median <= COPIES_AT_MOST && (sqlMs === null || sqlMs / ours >= SQL_AT_LEAST),
})

function oneRound() {
  const times = { copied: 0, summed: 0, rolled: 0, elapsed: 0 }
  for (let turn = 0; turn < TURNS_A_ROUND; turn += 1) {
    times.copied += timed(() => copy.set(source)) / TURNS_A_ROUND
    for (const column of [own, ...Object.values(into)]) column.fill(0)
    times.summed += timed(sumOrders) / TURNS_A_ROUND
    const started = performance.now()
    times.rolled += timed(() => rollRows({ parent, own }, into, 0, partners)) / TURNS_A_ROUND
    times.elapsed += (performance.now() - started) / TURNS_A_ROUND
  }
  const { copied, summed, rolled } = times
  return { ...times, ratio: rolled / copied, withOrders: (summed + rolled) / copied }
}

function sumOrders(): void {
  for (let order = 0; order < rows.length; order += 1) own[rows[order]!]! += cents[order]!
}

async function measureSql(): Promise<number> {
  let ms = 0
  await withCluster(async ({ newDatabase }) => {
    const answer = await sqlRollUp(await newDatabase('rollup'), {
      parent,
      sizes: into.teamSize,
      own,
    })
    deepStrictEqual(answer.sums, {
      own: sum(own),
      team: sum(into.team),
      fl: sum(into.flTurnover),
      flSize: sum(into.flSize),
      teamSize: sum(into.teamSize),
    })
    ms = answer.ms
  })
  return ms
}

function sum(column: Float64Array | Int32Array): number {
  let total = 0
  for (const value of column) total += value
  return total
}

/** Processor time, which excludes other work on the machine. Units: milliseconds. */
function timed(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
