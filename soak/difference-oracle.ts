/**
 * Runs random drafts over random networks with late orders, cancellations and blocks, and compares both sides of each difference with
 * the oracle. Each network also runs the plan that was in force, which must give an empty difference.
 *
 * Figure: no difference.
 *
 * Usage: node soak/difference-oracle.ts [--networks 500] [--first-seed 1] [--partners 60] [--database postgres|embedded]
 */
import { parseArgs } from 'node:util'

import { type DatabaseOptions, openDatabase } from '../apps/server/src/db/database.ts'
import { DifferenceDesk } from '../apps/server/src/testing/difference-desk.ts'
import { NOT_CRASH_SAFE } from '../apps/server/src/testing/postgres.ts'
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
    database: { type: 'string', default: 'postgres' },
  },
})

const MONTHS = ['2025-05', '2025-06', '2025-07', '2025-08', '2025-09', '2025-10']
/** With `changingPlans`, one version is in force in each of these months. */
const UNCHANGED = MONTHS.slice(0, 2)

/** Blocking a partner waits for other processes, as long as no other network uses the time. */
const AT_ONCE = 4
/** A query that waits for a busy machine is no difference. */
const PATIENCE_MS = 60_000

if (values.database === 'postgres') {
  await withCluster(async ({ newDatabase, version }) => {
    const migrated = await openDatabase({ url: await newDatabase('migrated') })
    await migrated.close()
    const fresh = async (place: number) => ({
      url: await newDatabase(`differences${place}`, 'migrated'),
      patienceMs: PATIENCE_MS,
    })
    await compareAll(fresh, version)
  }, NOT_CRASH_SAFE)
} else {
  await compareAll(async () => ({ directory: null }), 'embedded database')
}

/** `fresh` opens an empty database in one of the places of `AT_ONCE`. */
async function compareAll(
  fresh: (place: number) => Promise<DatabaseOptions>,
  on: string,
): Promise<void> {
  const first = Number(values['first-seed'])
  const networks = Number(values.networks)
  const seeds = Array.from({ length: networks }, (_, at) => first + at)
  const faults: string[] = []
  let compared = 0
  let amounts = 0
  const compareNext = async (place: number) => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
      const found = await compareOne(await fresh(place), seed)
      compared += 1
      amounts += found.amounts
      const named = found.faults.map((fault) => `seed ${seed}: ${fault}`)
      for (const fault of named.slice(0, 3)) console.log(fault)
      faults.push(...named)
      if (compared % 10 === 0) console.log(`${compared} networks: ${faults.length} differences`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, (_, place) => compareNext(place)))
  finish({
    name: `plan differences and the oracle, ${values.database}`,
    lines: [
      `${compared} networks of ${values.partners} partners, ${amounts} amounts, ${faults.length} differences (exactly 0)`,
      ...faults.slice(0, 20),
    ],
    on,
    passed: faults.length === 0 && compared === networks,
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
