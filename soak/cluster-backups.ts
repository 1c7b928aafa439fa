/**
 * Restores the database of a cluster under load to random instants in a folder of its own, then changes single bytes of the
 * repository.
 *
 * Figures: each restored state holds every fact that was answered when the instant was noted and none that was begun later, and
 * `verify` is clean (BKP-002); each changed byte is found by `pgbackrest verify`, which names the file (BKP-008); no file of the
 * repository tells a name that the database holds (BKP-001).
 * Usage: node soak/cluster-backups.ts [--rounds 20]
 */
import { readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { SeededRandom } from '../apps/server/src/demo/random.ts'
import { pgBackRestWords, runOn } from '../deploy/lib/cluster.ts'
import type { Trial } from '../deploy/lib/trial.ts'
import { factProblem, namesBad } from './lib/backup-check.ts'
import { onCluster, withDatabase } from './lib/cluster-rounds.ts'

const RATES = { writes: 30, reads: 10 }
const CHANGES_A_ROUND = 5
const RESTORE = join(import.meta.dirname, 'lib/restore-instant.ts')
const random = new SeededRandom(1)

/** An instant of the database's clock, with the last fact that was answered by then. */
type Instant = { readonly at: string; readonly first: number }

await onCluster('cluster, backups', 20, async ({ trial, load, fault }, rounds) => {
  load.begin(RATES)
  runOn(trial, 'backup', ...pgBackRestWords(trial), '--type=full', 'backup')
  const instants: Instant[] = []
  for (let round = 0; round < rounds; round += 1) {
    await wait(random.integer(200, 1_500))
    instants.push(await noteInstant(trial))
  }
  await archived(trial)
  await load.pause()
  for (const instant of instants) {
    const problem = await restoredTo(trial, instant)
    if (problem !== null) fault(`${instant.at}: ${problem}`)
  }
  const changes = CHANGES_A_ROUND * rounds
  const found = countFound(trial, changes, fault)
  return [
    `${instants.length} instants of ${load.counts.acknowledged} orders restored and verified`,
    `${found} of ${changes} changed bytes found`,
  ]
})

function noteInstant(trial: Trial): Promise<Instant> {
  return withDatabase(trial, async (client) => {
    const { rows } = await client.query<Instant>(
      'select last_fact::int as first, clock_timestamp()::text as at from fact_log',
    )
    return rows[0]!
  })
}

/**
 * The last fact that was begun by then. A commit that was written and waited for its standby counts by the clock of its record, and
 * nobody could see it yet; what was begun later came later.
 */
function lastBegun(trial: Trial, { at, first }: Instant): Promise<number> {
  return withDatabase(trial, async (client) => {
    const { rows } = await client.query<{ last: number }>(
      `select greatest($2::int, max(fact))::int as last from orders
       where recorded_at <= extract(epoch from $1::timestamptz) * 1000`,
      [at, first],
    )
    return rows[0]!.last
  })
}

/** Waits until the repository holds the whole log up to now. */
function archived(trial: Trial): Promise<void> {
  return withDatabase(trial, async (client) => {
    const { rows } = await client.query<{ file: string }>(
      'select pg_walfile_name(pg_current_wal_lsn()) as file',
    )
    const primary = trial.site.databases.find(({ name }) => isPrimary(trial, name))!.name
    runOn(trial, primary, 'psql', ...socketOf(trial, primary), '-c', 'select pg_switch_wal()')
    for (;;) {
      const last = await client.query<{ file: string | null }>(
        'select last_archived_wal as file from pg_stat_archiver',
      )
      if ((last.rows[0]!.file ?? '') >= rows[0]!.file) return
      await wait(500)
    }
  })
}

function socketOf({ folder }: Trial, node: string): string[] {
  const socket = join(folder, node, 'var/run/postgresql')
  return ['-h', socket, '-U', 'postgres', '-d', 'office', '-X', '-At']
}

function isPrimary(trial: Trial, node: string): boolean {
  const said = runOn(
    trial,
    node,
    'psql',
    ...socketOf(trial, node),
    '-c',
    'select pg_is_in_recovery()',
  )
  return said.trim() === 'f'
}

/** Why the state of an instant is not what it was; null when it is. */
async function restoredTo(trial: Trial, instant: Instant): Promise<string | null> {
  const { at, first } = instant
  const last = await lastBegun(trial, instant)
  const config = join(trial.folder, 'backup/etc/pgbackrest.conf')
  const folder = join(trial.folder, 'backup/var/lib/partner-office/instant')
  const said = runOn(trial, 'backup', process.execPath, RESTORE, config, folder, at)
  const { problem, fact } = JSON.parse(said.trim().split('\n').at(-1)!) as {
    problem: string | null
    fact: number
  }
  return problem ?? factProblem(fact, { first, last })
}

/** Changes one byte after the other, and returns how many changes `verify` has found and named. */
function countFound(trial: Trial, changes: number, fault: (line: string) => void): number {
  const repository = join(trial.folder, 'backup/var/lib/pgbackrest')
  // `latest` is another name for the folder of the newest backup.
  const names = readdirSync(repository, { recursive: true, encoding: 'utf8' })
  const files = [...new Set(names.map((name) => realpathSync(join(repository, name))))].filter(
    (path) => /\.lz4$|\/[0-9A-F]{24}-[0-9a-f]{40}/.test(path) && statSync(path).size > 0,
  )
  const readable = files.find((path) => readFileSync(path).includes('p1@example.com'))
  if (readable !== undefined) fault(`${readable} tells an address without the key`)
  const before = verified(trial)
  if (before.includes('status: error')) fault(`unchanged, it says ${before}`)
  let found = 0
  for (let change = 0; change < changes; change += 1) {
    const path = files[random.integer(0, files.length - 1)]!
    const content = readFileSync(path)
    const at = random.integer(0, content.length - 1)
    const changed = Buffer.from(content)
    changed[at] = changed[at]! ^ 1
    writeFileSync(path, changed)
    const said = verified(trial)
    writeFileSync(path, content)
    if (namesBad(said, relative(repository, path))) found += 1
    else fault(`byte ${at} of ${path} was changed and not found`)
  }
  return found
}

/** It ends with 0 whatever it finds, and names files at the level `info` only; a second try of a file takes 15 s. */
function verified(trial: Trial): string {
  const names = ['--output=text', '--log-level-console=info', '--job-retry=0']
  return runOn(trial, 'backup', ...pgBackRestWords(trial), ...names, 'verify')
}
