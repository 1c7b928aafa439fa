/**
 * Expands the schema of the version before under calls: a database as it left it, with large tables, is opened by this version, which
 * is killed some times meanwhile, while callers read and write each of those tables. `soak/expand-kills.ts` kills it at random moments.
 *
 * Figures (UPG-005): no call waits longer than 1 s for a lock, and after the last start every index is there and built to its end.
 * The longest call, which a busy processor or disk delays, too, is printed and not judged.
 *
 * Usage: node bench/expand.ts [--partners 10000000] [--kills 2]
 */
import { parseArgs } from 'node:util'

import { expand, fillFormer } from './lib/expansion.ts'
import { finish, withCluster } from './lib/report.ts'

const { values } = parseArgs({
  options: {
    partners: { type: 'string', default: '10000000' },
    kills: { type: 'string', default: '2' },
  },
})
const MOST_MS = 1_000
const KILLED_AFTER_MS = 1_500

await withCluster(async ({ newDatabase, version }) => {
  const url = await newDatabase('expand')
  await fillFormer(url, Number(values.partners))
  const kills = Array.from({ length: Number(values.kills) }, (_, at) => (at + 1) * KILLED_AFTER_MS)
  const seen = await expand(url, kills)
  finish({
    name: 'expand',
    lines: [
      `${values.partners} partners; expanded after ${seen.seconds.toFixed(1)} s and ${seen.kills} kills, ${seen.calls} calls meanwhile`,
      `the longest wait for a lock: ${seen.longestWait.toFixed(0)} ms (at most ${MOST_MS}); the longest call: ${seen.longestCall.toFixed(0)} ms`,
      `indexes that are missing or were not built to their end: ${seen.missing} (none)`,
      ...(seen.isEnded ? [] : ['the last start failed']),
    ],
    on: version,
    passed: seen.isEnded && seen.missing === 0 && seen.longestWait <= MOST_MS,
  })
})
