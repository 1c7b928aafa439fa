/**
 * Takes the database away for some seconds while partners read and shops send orders, then ends its connections one after
 * the other.
 *
 * Figures: during the outage every read of figures is answered from memory and every other call 503 with `Retry-After`;
 * all are answered again within 2 s of its end; no read fails for an ended connection.
 *
 * Usage: node soak/outage.ts [--seconds 20] [--connections 60]
 */
import { parseArgs } from 'node:util'

import { measureOutage } from '../apps/server/src/testing/outage.ts'
import { finish, withCluster } from '../bench/lib/report.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    connections: { type: 'string', default: '60' },
  },
})
const wishes = { outageMs: Number(values.seconds) * 1_000, ended: Number(values.connections) }
const MOST_BACK_MS = 2_000

await withCluster(async ({ newDatabase, version }) => {
  const { figures, others, backMs, ended } = await measureOutage(
    await newDatabase('outage'),
    wishes,
  )
  const failed = [...figures.failed, ...others.failed, ...ended.failed]
  finish({
    name: 'outage',
    lines: [
      `${values.seconds} s without the database: ${figures.times.length} reads of figures, ${figures.busy} not answered; ${others.times.length} other calls, ${others.busy} told to try again`,
      `all answered again after ${backMs.toFixed(0)} ms (at most ${MOST_BACK_MS})`,
      `${wishes.ended} connections ended: ${ended.times.length} reads, ${ended.busy} told to try again`,
      `${failed.length} failed${failed[0] === undefined ? '' : ` (${failed[0]})`}`,
    ],
    on: version,
    passed: failed.length === 0 && figures.busy === 0 && ended.busy === 0 && backMs <= MOST_BACK_MS,
  })
})
