/**
 * Restores the newest backup into a folder of its own, runs `verify` on it, reports the result to the product, and removes the
 * folder. Runs on the machine of backups, as the account of pgBackRest; a timer starts it each week.
 *
 * Environment: DATABASE_URL (where the report goes), RESTORE_TEST_DIR, PGBACKREST_CONFIG. Exit status 1: the test failed.
 * Usage: node deploy/restore-test.ts
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { problemOf, startPrivately, stopPrivately } from './lib/private-server.ts'

const OFFICE = join(import.meta.dirname, '..', 'apps/server/src/office.ts')

const folder = join(process.env['RESTORE_TEST_DIR'] ?? '', 'copy')
if (folder === 'copy') fail('RESTORE_TEST_DIR must name a folder')
const server = { data: join(folder, 'data'), folder }

const problem = test()
report(problem)
if (problem !== null) fail(problem)

/** Why the newest backup is no good; null when it is. */
function test(): string | null {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(server.data, { recursive: true, mode: 0o700 })
  try {
    const own = { archive_mode: 'off', shared_buffers: '128MB' }
    return restore() ?? startPrivately(server, own) ?? verify()
  } finally {
    stopPrivately(server, 'immediate')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The copy takes the whole log of the repository, and sends nothing there. */
function restore(): string | null {
  const words = [
    '--stanza=office',
    '--reset-pg1-host',
    `--pg1-path=${server.data}`,
    '--archive-mode=off',
    '--log-level-console=error',
  ]
  return problemOf('pgbackrest', [...words, 'restore'])
}

function verify(): string | null {
  const url = `postgres://office@localhost/office?host=${encodeURIComponent(folder)}`
  return office(['verify'], { DATABASE_URL: url, DATA_DIR: join(folder, 'office') })
}

function report(reason: string | null): void {
  const failed = reason === null ? [] : ['--failed', reason]
  const own = { DATA_DIR: process.env['DATA_DIR'] ?? folder }
  const unreported = office(['backups', 'report', 'restore-test', ...failed], own)
  if (unreported !== null) fail(`the report did not arrive: ${unreported}`)
}

/** Runs a command of the product; returns why it failed, or null. */
function office(words: readonly string[], variables: Readonly<Record<string, string>>) {
  return problemOf(process.execPath, [OFFICE, ...words], { DEMO: 'off', ...variables })
}

function fail(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
