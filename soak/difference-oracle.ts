/**
 * Runs random drafts over random networks with late orders, cancellations and blocks, and compares both sides of each difference with
 * the oracle. Each network also runs the plan that was in force, which must give an empty difference.
 *
 * Figure: no difference.
 *
 * Usage: node soak/difference-oracle.ts [--networks 500] [--first-seed 1] [--partners 60] [--database embedded|postgres]
 */
import { parseArgs } from 'node:util'

import { type DatabaseOptions, openDatabase } from '../apps/server/src/db/database.ts'
import { DifferenceDesk } from '../apps/server/src/testing/difference-desk.ts'
import { documentOf } from '../apps/server/src/testing/scenario.ts'
import { finish, withCluster } from '../bench/lib/report.ts'
import { changingPlans } from '../oracle/changing-plans.ts'
import { type Side, sides } from '../oracle/difference.ts'
import { randomDraft } from '../oracle/drafts.ts'
import { defaultPlan } from '../oracle/plan.ts'
import { Random } from '../oracle/random.ts'
import { randomMonths } from '../oracle/random-months.ts'
import { SHAPES } from '../oracle/random-network.ts'

const { values } = parseArgs({
  options: {
    networks: { type: 'string', default: '500' },
    'first-seed': { type: 'string', default: '1' },
    partners: { type: 'string', default: '60' },
    database: { type: 'string', default: 'embedded' },
  },
})

const MONTHS = ['2025-05', '2025-06', '2025-07', '2025-08', '2025-09', '2025-10']
/** With `changingPlans`, one version is in force in each of these months. */
const UNCHANGED = MONTHS.slice(0, 2)

if (values.database === 'postgres') {
  await withCluster(({ newDatabase, version }) =>
    compareAll(async () => ({ url: await newDatabase('differences') }), version),
  )
} else {
  await compareAll(async () => ({ directory: null }), 'embedded database')
}

async function compareAll(fresh: () => Promise<DatabaseOptions>, on: string): Promise<void> {
  const first = Number(values['first-seed'])
  const networks = Number(values.networks)
  const faults: string[] = []
  let amounts = 0
  for (let seed = first; seed < first + networks; seed += 1) {
    const found = await compareOne(await fresh(), seed)
    amounts += found.amounts
    const named = found.faults.map((fault) => `seed ${seed}: ${fault}`)
    for (const fault of named.slice(0, 3)) console.log(fault)
    faults.push(...named)
    if ((seed - first + 1) % 10 === 0)
      console.log(`${seed - first + 1} networks: ${faults.length} differences`)
  }
  finish({
    name: `plan differences and the oracle, ${values.database}`,
    lines: [
      `${networks} networks of ${values.partners} partners, ${amounts} amounts, ${faults.length} differences (exactly 0)`,
      ...faults.slice(0, 20),
    ],
    on,
    passed: faults.length === 0,
  })
}

type Compared = { readonly amounts: number; readonly faults: readonly string[] }

async function compareOne(options: DatabaseOptions, seed: number): Promise<Compared> {
  const database = await openDatabase(options)
  const random = new Random(seed)
  const plan = {
    ...defaultPlan(),
    countOwnTurnover: random.chance(0.3),
    ranksAreKept: random.chance(0.7),
  }
  const scenario = randomMonths({
    seed,
    shape: SHAPES[seed % SHAPES.length]!,
    partners: Number(values.partners),
    oddRates: random.chance(0.5),
    plan,
    laterPlans: random.chance(0.5) ? changingPlans(plan) : [],
  })
  const draft = randomDraft(plan, random)
  const months = random.shuffled(MONTHS).slice(0, random.int(1, MONTHS.length))
  try {
    const desk = await DifferenceDesk.open(database, { scenario })
    const { id } = await desk.run(documentOf(draft), months)
    const found = await desk.sides(id)
    const expected = sides(scenario, draft, months)
    const { result } = await desk.run(documentOf(plan), UNCHANGED)
    return {
      amounts: found.draft.size,
      faults: [
        ...unequal('credited', expected.real, found.real),
        ...unequal('draft', expected.draft, found.draft),
        ...(result.records === 0
          ? []
          : [`${result.records} records differ from the plan in force`]),
      ],
    }
  } catch (error) {
    return { amounts: 0, faults: [(error as Error).message] }
  } finally {
    await database.close()
  }
}

function unequal(name: string, expected: Side, found: Side): string[] {
  const keys = new Set([...expected.keys(), ...found.keys()])
  return [...keys]
    .filter((key) => textOf(expected, key) !== textOf(found, key))
    .map((key) => `${name} ${key}: ${textOf(found, key)}, the oracle says ${textOf(expected, key)}`)
}

function textOf(side: Side, key: string): string {
  const amount = side.get(key)
  return amount === undefined ? 'nothing' : `${amount.coins} coins, ${amount.eur} EUR`
}
