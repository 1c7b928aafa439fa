/**
 * ADJ-010: confirmations of payouts race with holds and adjustments of the same balance, on PostgreSQL.
 *
 * Figure: nothing that is held is paid out, `verify` is clean.
 *
 * Usage: node soak/hold-races.ts [--rounds 1000]
 */
import { parseArgs } from 'node:util'

import { openDatabase } from '../apps/server/src/db/database.ts'
import { HoldRaces } from '../apps/server/src/testing/hold-races.ts'
import { PayoutDesk } from '../apps/server/src/testing/payout-desk.ts'
import { verifyAll } from '../apps/server/src/verify/verify-all.ts'
import { finish, withCluster } from '../bench/lib/report.ts'
import { faultLines } from './lib/fault-lines.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '1000' } } })
const rounds = Number(values.rounds)

await withCluster(async ({ newDatabase, version }) => {
  const database = await openDatabase({ url: await newDatabase('hold_races') })
  const desk = await PayoutDesk.open(database)
  const races = new HoldRaces(desk)
  const faults: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    faults.push(...(await races.race()))
    if (round % 100 === 99) console.log(`${round + 1} rounds`)
  }
  faults.push(...(await verifyAll(desk.core)).differences)
  await database.close()
  finish({
    name: 'hold-races',
    lines: [
      `${rounds} rounds, ${races.paid} paid before the hold, ${races.refused} refused after it`,
      ...faultLines(faults),
    ],
    on: version,
    passed: faults.length === 0 && races.paid > 0 && races.refused > 0,
  })
})
