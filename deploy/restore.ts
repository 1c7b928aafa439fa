/**
 * Restores the database to an instant on a database node, in quarantine: no process sends anything out before an operator ends it
 * (`office restored accept`). Patroni and all app processes are stopped before. Runs as the account of PostgreSQL.
 *
 * Environment: PGBACKREST_CONFIG. Exit status 1: nothing may be started on this data folder; the line says why.
 * Usage: node deploy/restore.ts '2026-11-26 14:00:00+00' [--data /var/lib/postgresql/office]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { problemOf, runSql, startPrivately, stopPrivately } from './lib/private-server.ts'

const INSTANT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::?\d\d)?$/

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string', default: '/var/lib/postgresql/office' } },
})
const [target = '', ...others] = positionals
if (!INSTANT.test(target) || others.length > 0) {
  fail('Name one instant with its zone, such as "2026-11-26 14:00:00+00"')
}
const server = { data: values.data, folder: mkdtempSync(join(tmpdir(), 'partner-office-restore-')) }
const reason = restored()
rmSync(server.folder, { recursive: true, force: true })
if (reason !== null) fail(`Not restored; start nothing on ${server.data}: ${reason}`)
process.stdout.write(
  `Restored to ${target}, in quarantine. Start Patroni here, then on the other nodes.\n`,
)

/** Why the database is not restored, or not in quarantine; null when it is both. */
function restored(): string | null {
  const problem = restoreFiles() ?? startPrivately(server)
  if (problem !== null) return problem
  const unmarked = runSql(server, `select begin_quarantine('restored to ${target}')`)
  const unstopped = stopPrivately(server, 'fast')
  return unmarked ?? unstopped
}

function restoreFiles(): string | null {
  const to = ['--type=time', `--target=${target}`, '--target-action=promote']
  const where = ['--stanza=office', `--pg1-path=${server.data}`, '--delta']
  return problemOf('pgbackrest', [...where, ...to, '--log-level-console=error', 'restore'])
}

function fail(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
