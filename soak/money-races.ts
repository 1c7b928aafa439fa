/**
 * Everything that moves a partner's money at once, on PostgreSQL: payouts are taken up, rejected, cancelled and confirmed, amounts held,
 * disputes corrected, answered and withdrawn, orders cancelled twice, and the partner is blocked.
 *
 * Figure: each has one effect, the balance is what the effects leave, `verify` is clean and every currency sums to zero.
 *
 * Usage: node soak/money-races.ts [--rounds 10000] [--minutes 0]
 */
import { parseArgs } from 'node:util'

import { readOperators } from '../apps/server/src/console/accounts/operators.ts'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { MoneyRaces } from '../apps/server/src/testing/money-races.ts'
import { PayoutDesk } from '../apps/server/src/testing/payout-desk.ts'
import { runOffice } from '../apps/server/src/testing/run-office.ts'
import { verifyAll } from '../apps/server/src/verify/verify-all.ts'
import { finish, withCluster } from '../bench/lib/report.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10000' },
    /** The last round begins before; 0: no limit. */
    minutes: { type: 'string', default: '0' },
  },
})
const rounds = Number(values.rounds)
const until = Number(values.minutes) === 0 ? Infinity : Date.now() + Number(values.minutes) * 60_000

await withCluster(async ({ newDatabase, version }) => {
  const database = await openDatabase({ url: await newDatabase('money_races') })
  const desk = await PayoutDesk.open(database)
  await runOffice(desk.core, ['operator', 'add', 'dora@example.com', '--role', 'support'])
  const [dora] = await readOperators(database.read)
  const races = new MoneyRaces(desk, dora!.id)
  const faults: string[] = []
  let round = 0
  for (; round < rounds && Date.now() < until; round += 1) {
    const found = await races.race()
    for (const fault of found) console.log(fault)
    faults.push(...found)
    if (round % 100 === 99) console.log(`${round + 1} rounds, ${faults.length} faults`)
  }
  // Every currency sums to zero: one of the checks of `verify`.
  faults.push(...(await verifyAll(desk.core)).differences)
  await database.close()
  const effects = Object.entries(races.effects).map(([name, count]) => `${count} ${name}`)
  finish({
    name: 'money-races',
    lines: [
      `${round} rounds: ${effects.toSorted().join(', ')}`,
      `${faults.length} faults (exactly 0)`,
      ...faults.slice(0, 20),
    ],
    on: version,
    passed: faults.length === 0,
  })
})
