/**
 * Expansions of the schema that are killed at random moments, again and again, while callers read and write the tables (UPG-005).
 *
 * Figure: each continues and comes to its end, with every index built to its end, and no call waits longer than 1 s for a lock.
 *
 * Usage: node soak/expand-kills.ts [--rounds 20] [--kills 8] [--partners 200000]
 */
import { parseArgs } from 'node:util'

import { expand, type Expansion, fillFormer } from '../bench/lib/expansion.ts'
import { finish, withCluster } from '../bench/lib/report.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    kills: { type: 'string', default: '8' },
    partners: { type: 'string', default: '200000' },
  },
})
const MOST_MS = 1_000
/** A start alone takes about half a second. */
const EARLIEST_MS = 400
const LATEST_MS = 2_400
const randomMs = (): number => EARLIEST_MS + Math.random() * (LATEST_MS - EARLIEST_MS)

await withCluster(async ({ newDatabase, version }) => {
  const seen: Expansion[] = []
  while (seen.length < Number(values.rounds)) {
    const url = await newDatabase(`expand_${seen.length}`)
    await fillFormer(url, Number(values.partners))
    seen.push(await expand(url, Array.from({ length: Number(values.kills) }, randomMs)))
    const { kills, longestWait, missing } = seen.at(-1)!
    console.log(`${kills} kills, longest wait ${longestWait.toFixed(0)} ms, ${missing} missing`)
  }
  const sum = (of: (each: Expansion) => number) => seen.reduce((all, each) => all + of(each), 0)
  const longest = Math.max(...seen.map(({ longestWait }) => longestWait))
  const unfinished = seen.filter(({ isEnded, missing }) => !isEnded || missing > 0).length
  finish({
    name: 'expand-kills',
    lines: [
      `${seen.length} expansions of ${values.partners} partners, ${sum(({ kills }) => kills)} kills, ${sum(({ calls }) => calls)} calls meanwhile`,
      `not at their end: ${unfinished} (none); the longest wait for a lock: ${longest.toFixed(0)} ms (at most ${MOST_MS})`,
    ],
    on: version,
    passed: unfinished === 0 && longest <= MOST_MS,
  })
})
