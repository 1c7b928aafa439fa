/**
 * Runs random networks of every shape through the use cases and compares every file with the oracle: once with orders alone,
 * and once through half a year with closed months.
 *
 * The seed chooses size and plan: 30 to 20,000 partners (at most 2,000 with closed months), small and large ones equally
 * often; the default plan, or one with other rules or with a change during the run.
 *
 * Figure: no difference.
 *
 * Usage: node soak/oracle.ts [--seeds 10] [--first-seed 1] [--partners N] [--database embedded|postgres]
 */
import { parseArgs } from 'node:util'

import { type DatabaseOptions, openDatabase } from '../apps/server/src/db/database.ts'
import { SeededRandom } from '../apps/server/src/demo/random.ts'
import { differencesFromOracle, playScenario } from '../apps/server/src/testing/scenario.ts'
import { finish, withCluster } from '../bench/lib/report.ts'
import { changingPlans, startingPlan } from '../oracle/changing-plans.ts'
import { defaultPlan, type Plan } from '../oracle/plan.ts'
import { randomMonths } from '../oracle/random-months.ts'
import { randomScenario, type Scenario, type Shape, SHAPES } from '../oracle/random-network.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10' },
    'first-seed': { type: 'string', default: '1' },
    partners: { type: 'string' },
    database: { type: 'string', default: 'embedded' },
  },
})
const FEWEST_PARTNERS = 30
const MOST_PARTNERS = 20_000
const MOST_CLOSED = 2_000

if (values.database === 'postgres') {
  await withCluster(({ newDatabase, version }) =>
    compareAll(async () => ({ url: await newDatabase('oracle') }), version),
  )
} else {
  await compareAll(async () => ({ directory: null }), 'embedded database')
}

async function compareAll(fresh: () => Promise<DatabaseOptions>, on: string): Promise<void> {
  const differences: string[] = []
  let networks = 0
  let partners = 0
  const first = Number(values['first-seed'])
  for (let seed = first; seed < first + Number(values.seeds); seed += 1) {
    for (const shape of SHAPES) {
      for (const scenario of [drawOrders(seed, shape), drawMonths(seed, shape)]) {
        const found = await compare(await fresh(), scenario)
        const size = partnersOf(scenario)
        const name = `${shape}, seed ${seed}, ${size} partners, ${closesOf(scenario)} closes`
        console.log(`${name}: ${found.length} differences`)
        differences.push(...found.map((each) => `${name}: ${each}`))
        networks += 1
        partners += size
      }
    }
  }
  finish({
    name: `oracle, ${values.database}`,
    lines: [
      `${networks} networks of ${partners} partners in all, ${differences.length} differences (exactly 0)`,
      ...differences.slice(0, 20),
    ],
    on,
    passed: differences.length === 0,
  })
}

async function compare(options: DatabaseOptions, scenario: Scenario): Promise<string[]> {
  const database = await openDatabase(options)
  try {
    return await differencesFromOracle(await playScenario(database, scenario), scenario)
  } catch (error) {
    return [`it could not be played: ${(error as Error).message}`]
  } finally {
    await database.close()
  }
}

function drawOrders(seed: number, shape: Shape): Scenario {
  const random = randomOf(seed, shape)
  const partners = drawPartners(random, MOST_PARTNERS)
  return randomScenario({
    seed,
    shape,
    partners,
    files: random.integer(1, 5),
    plan: drawPlan(random),
  })
}

function drawMonths(seed: number, shape: Shape): Scenario {
  const random = randomOf(seed, shape)
  const partners = drawPartners(random, MOST_CLOSED)
  const plan = drawPlan(random)
  const laterPlans = random.chance(0.5) ? changingPlans(plan) : []
  return randomMonths({ seed, shape, partners, plan, laterPlans, oddRates: random.chance(0.5) })
}

function randomOf(seed: number, shape: Shape): SeededRandom {
  return new SeededRandom(seed * SHAPES.length + SHAPES.indexOf(shape))
}

function drawPartners(random: SeededRandom, most: number): number {
  const drawn = FEWEST_PARTNERS * (most / FEWEST_PARTNERS) ** random.next()
  return values.partners === undefined ? Math.round(drawn) : Math.min(most, Number(values.partners))
}

function drawPlan(random: SeededRandom): Plan {
  return {
    ...(random.chance(0.7) ? defaultPlan() : startingPlan()),
    legRule: random.chance(0.7) ? 'ranked' : 'sequential',
    countOwnTurnover: random.chance(0.3),
    ranksAreKept: random.chance(0.7),
  }
}

function partnersOf({ steps }: Scenario): number {
  return steps.reduce((sum, s) => sum + (s.kind === 'importPartners' ? s.rows.length : 0), 0)
}

function closesOf({ steps }: Scenario): number {
  return steps.filter(({ kind }) => kind === 'close').length
}
