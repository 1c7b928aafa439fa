/**
 * Everything that moves a partner's money at once, on PostgreSQL: payouts are taken up, rejected, cancelled and confirmed, amounts held,
 * disputes corrected, answered and withdrawn, orders cancelled twice, and the partner is blocked.
 *
 * Figure: each has one effect, the balance is what the effects leave, `verify` is clean and every currency sums to zero.
 *
 * Usage: node soak/money-races.ts [--rounds 10000] [--lanes 4] [--minutes 0]
 */
import { parseArgs } from 'node:util'

import { readOperators } from '../apps/server/src/console/accounts/operators.ts'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { MoneyRaces } from '../apps/server/src/testing/money-races.ts'
import { PayoutDesk } from '../apps/server/src/testing/payout-desk.ts'
import { runOffice } from '../apps/server/src/testing/run-office.ts'
import { verifyAll } from '../apps/server/src/verify/verify-all.ts'
import { finish, withCluster } from '../bench/lib/report.ts'
import { faultLines } from './lib/fault-lines.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10000' },
    /** Databases with races of their own, at the same time: a round waits most of its time. */
    lanes: { type: 'string', default: '4' },
    /** The last round begins before; 0: no limit. */
    minutes: { type: 'string', default: '0' },
  },
})
const LANES = Number(values.lanes)
const ROUNDS_A_LANE = Math.ceil(Number(values.rounds) / LANES)
const until = Number(values.minutes) === 0 ? Infinity : Date.now() + Number(values.minutes) * 60_000

type Raced = {
  readonly rounds: number
  readonly effects: Readonly<Record<string, number>>
  readonly faults: readonly string[]
}

await withCluster(async ({ newDatabase, version }) => {
  const raced = await Promise.all(
    Array.from({ length: LANES }, async (_, lane) =>
      race(await newDatabase(`money_races_${lane}`)),
    ),
  )
  const faults = raced.flatMap((each) => each.faults)
  const effects = new Map<string, number>()
  for (const [name, count] of raced.flatMap((each) => Object.entries(each.effects))) {
    effects.set(name, (effects.get(name) ?? 0) + count)
  }
  const counted = Array.from(effects, ([name, count]) => `${count} ${name}`)
  const rounds = raced.reduce((sum, each) => sum + each.rounds, 0)
  finish({
    name: 'money-races',
    lines: [`${rounds} rounds: ${counted.toSorted().join(', ')}`, ...faultLines(faults)],
    on: version,
    passed: faults.length === 0,
  })
})

async function race(url: string): Promise<Raced> {
  const database = await openDatabase({ url })
  const desk = await PayoutDesk.open(database)
  await runOffice(desk.core, ['operator', 'add', 'dora@example.com', '--role', 'support'])
  const [dora] = await readOperators(database.read)
  const races = new MoneyRaces(desk, dora!.id)
  const faults: string[] = []
  let rounds = 0
  for (; rounds < ROUNDS_A_LANE && Date.now() < until; rounds += 1) {
    const found = await races.race()
    for (const fault of found) console.log(fault)
    faults.push(...found)
    if (rounds % 100 === 99) console.log(`${rounds + 1} rounds, ${faults.length} faults`)
  }
  // Every currency sums to zero: one of the checks of `verify`.
  faults.push(...(await verifyAll(desk.core)).differences)
  await database.close()
  return { rounds, effects: races.effects, faults }
}
