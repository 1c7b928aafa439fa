/**
 * Random networks of every shape, played through the use cases and compared with the oracle, file by file.
 *
 * Size and plan are drawn by the seed: 30 to 20,000 partners, small ones as often as large ones; the default plan, or
 * one that counts differently.
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
import { defaultPlan } from '../oracle/plan.ts'
import { randomScenario, SHAPES, type Wish } from '../oracle/random-network.ts'

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
      const wish = drawWish(seed, shape)
      const found = await compare(await fresh(), wish)
      const name = `${shape}, seed ${seed}, ${wish.partners} partners`
      console.log(`${name}: ${found.length} differences`)
      differences.push(...found.map((each) => `${name}: ${each}`))
      networks += 1
      partners += wish.partners
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

async function compare(options: DatabaseOptions, wish: Wish): Promise<string[]> {
  const database = await openDatabase(options)
  try {
    const scenario = randomScenario(wish)
    return await differencesFromOracle(await playScenario(database, scenario), scenario)
  } catch (error) {
    return [`it could not be played: ${(error as Error).message}`]
  } finally {
    await database.close()
  }
}

function drawWish(seed: number, shape: Wish['shape']): Wish {
  const random = new SeededRandom(seed * SHAPES.length + SHAPES.indexOf(shape))
  const drawn = FEWEST_PARTNERS * (MOST_PARTNERS / FEWEST_PARTNERS) ** random.next()
  return {
    seed,
    shape,
    partners: values.partners === undefined ? Math.round(drawn) : Number(values.partners),
    files: random.integer(1, 5),
    plan: {
      ...defaultPlan(),
      legRule: random.chance(0.7) ? 'ranked' : 'sequential',
      countOwnTurnover: random.chance(0.3),
      ranksAreKept: random.chance(0.7),
    },
  }
}
