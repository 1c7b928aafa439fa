/**
 * Runs the commands of docs/operations.md ("Several machines") one by one in the test cluster: each line of the `sh` blocks of a
 * day, a month end, a failed close, a lost primary, a restored backup, a lost operator's factor and an upgrade.
 *
 * Figures: each chapter has commands, each of them can be run and ends with 0, and `verify` is clean at the end (OBS-012).
 *
 * `lib/runbook.ts` says how each program is run here: machines are namespaces without systemd, and files have other folders.
 * Usage: node soak/cluster-runbook.ts
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { pgBackRestWords, runOn } from '../deploy/lib/cluster.ts'
import { onCluster, steady, withDatabase } from './lib/cluster-rounds.ts'
import { CHAPTERS, linesOf, runLine } from './lib/runbook.ts'

const DOCUMENT = join(import.meta.dirname, '../docs/operations.md')
const CALM_MS = 5_000

await onCluster('cluster, runbook', 1, async ({ trial, load, fault }) => {
  const document = readFileSync(DOCUMENT, 'utf8')
  await load.office(['operator', 'add', 'ann@example.com', '--role', 'admin'])
  load.begin({ writes: 10, reads: 10 })
  await wait(CALM_MS)
  await load.pause()
  runOn(trial, 'backup', ...pgBackRestWords(trial), '--type=full', 'backup')
  const done: string[] = []
  for (const chapter of CHAPTERS) {
    const lines = linesOf(document, chapter)
    if (lines.length === 0) fault(`"${chapter}" has no commands`)
    const { primary } = await steady(trial)
    const instant = await withDatabase(trial, async (client) => {
      const { rows } = await client.query<{ at: string }>(
        "select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00' as at",
      )
      return rows[0]!.at
    })
    // A transaction after the instant, in a log that is archived: the restore ends there.
    await load.office(['config', 'set', 'rateLimit.user', '0'])
    await wait(CALM_MS)
    for (const line of lines) {
      console.log(`${chapter}: ${line}`)
      await runLine({ trial, load, primary, instant }, line).catch((error: Error) =>
        fault(`${chapter}: ${line}: ${error.message.slice(-600)}`),
      )
    }
    done.push(`${chapter}: ${lines.length} commands`)
  }
  await load.office(['verify']).catch((error: Error) => fault(error.message.slice(-600)))
  return done
})
