/**
 * Random networks of every shape, played through the use cases and compared with the oracle, file by file.
 *
 * Figure: no difference.
 *
 * Usage: node soak/oracle.ts [--seeds 10] [--partners 2000] [--database embedded|postgres]
 */
import { parseArgs } from 'node:util'

import { openDatabase } from '../apps/server/src/db/database.ts'
import { differencesFromOracle, playScenario } from '../apps/server/src/testing/scenario.ts'
import { finish, withCluster } from '../bench/lib/report.ts'
import { randomScenario, SHAPES } from '../oracle/random-network.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10' },
    partners: { type: 'string', default: '2000' },
    database: { type: 'string', default: 'embedded' },
  },
})
const partners = Number(values.partners)
const seeds = Number(values.seeds)

const differences: string[] = []
let networks = 0

async function compare(
  options: Parameters<typeof openDatabase>[0],
  seed: number,
  shape: (typeof SHAPES)[number],
) {
  const database = await openDatabase(options)
  const scenario = randomScenario({ seed, partners, shape })
  const found = await differencesFromOracle(await playScenario(database, scenario), scenario)
  await database.close()
  networks += 1
  console.log(`${shape}, seed ${seed}: ${found.length} differences`)
  differences.push(...found.map((each) => `${shape}, seed ${seed}: ${each}`))
}

async function compareAll(open: () => Promise<Parameters<typeof openDatabase>[0]>) {
  for (let seed = 1; seed <= seeds; seed += 1) {
    for (const shape of SHAPES) await compare(await open(), seed, shape)
  }
}

if (values.database === 'postgres') {
  await withCluster(({ newDatabase }) =>
    compareAll(async () => ({ url: await newDatabase('oracle') })),
  )
} else {
  await compareAll(async () => ({ directory: null }))
}
finish({
  name: `oracle, ${values.database}`,
  lines: [`${networks} networks of ${partners} partners`, ...differences.slice(0, 20)],
  passed: differences.length === 0,
})
