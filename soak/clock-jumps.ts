/**
 * Moves the machine's clock 40 days ahead and back while orders, sign-ins, sessions, codes and closings by themselves go on.
 *
 * Figures: no month is closed, no order and no session is lost, limits that the clock ahead used up start again, sessions of
 * the clock ahead end, `verify` is clean.
 *
 * Usage: node soak/clock-jumps.ts [--rounds 100] [--database embedded|postgres]
 */
import { parseArgs } from 'node:util'

import { openDatabase } from '../apps/server/src/db/database.ts'
import { jumpClock } from '../apps/server/src/testing/clock-jumps.ts'
import { finish, withCluster } from '../bench/lib/report.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    database: { type: 'string', default: 'embedded' },
  },
})

if (values.database === 'postgres') {
  await withCluster(async ({ newDatabase, version }) => {
    await jump({ url: await newDatabase('clock') }, version)
  })
} else {
  await jump({ directory: null }, 'embedded database')
}

async function jump(where: Parameters<typeof openDatabase>[0], on: string): Promise<void> {
  const database = await openDatabase(where)
  const { orders, signIns, faults } = await jumpClock(database, Number(values.rounds))
  await database.close()
  finish({
    name: 'clock jumps',
    lines: [
      `${values.rounds} jumps of 40 days ahead and back: ${orders} orders, ${signIns} sign-ins`,
      `${faults.length} faults${faults[0] === undefined ? '' : ` (${faults[0]})`}`,
    ],
    on,
    passed: faults.length === 0,
  })
}
