/**
 * Restores the newest backup into a folder of its own, runs `verify` on it, reports the result to the product, and removes the
 * folder. Runs on the machine of backups, as the account of pgBackRest; a timer starts it each week.
 *
 * Environment: DATABASE_URL (where the report goes), RESTORE_TEST_DIR, PGBACKREST_CONFIG. Exit status 1: the test failed.
 * Usage: node deploy/restore-test.ts
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const BIN = '/usr/lib/postgresql/15/bin'
const OFFICE = join(import.meta.dirname, '..', 'apps/server/src/office.ts')
const MOST_WORDS = 300

const folder = join(process.env['RESTORE_TEST_DIR'] ?? '', 'copy')
if (folder === 'copy') fail('RESTORE_TEST_DIR must name a folder')
const data = join(folder, 'data')
const environment = { ...process.env, DATA_DIR: join(folder, 'office'), DEMO: 'off' }

const problem = test()
report(problem)
if (problem !== null) fail(problem)

/** Why the newest backup is no good; null when it is. */
function test(): string | null {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(data, { recursive: true, mode: 0o700 })
  try {
    return restore() ?? start() ?? verify()
  } finally {
    run(join(BIN, 'pg_ctl'), '-D', data, '-m', 'immediate', 'stop')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The copy takes the whole log of the repository, and sends nothing there. */
function restore(): string | null {
  const words = [
    '--stanza=office',
    '--reset-pg1-host',
    `--pg1-path=${data}`,
    '--archive-mode=off',
    '--log-level-console=error',
  ]
  return run('pgbackrest', ...words, 'restore')
}

/** Only this account reaches the copy, by a socket in its folder. It waits for no standby. */
function start(): string | null {
  writeFileSync(join(folder, 'pg_hba.conf'), 'local all all trust\n')
  const settings = {
    hba_file: join(folder, 'pg_hba.conf'),
    listen_addresses: '',
    unix_socket_directories: folder,
    synchronous_standby_names: '',
    archive_mode: 'off',
    primary_conninfo: '',
    primary_slot_name: '',
    shared_buffers: '128MB',
  }
  rmSync(join(data, 'standby.signal'), { force: true })
  writeFileSync(join(data, 'recovery.signal'), '')
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`)
  const words = ['-w', '-t', '36000', '-l', join(folder, 'log'), '-o', options.join(' '), 'start']
  return run(join(BIN, 'pg_ctl'), '-D', data, ...words)
}

function verify(): string | null {
  const url = `postgres://office@localhost/office?host=${encodeURIComponent(folder)}`
  return run(process.execPath, OFFICE, 'verify', { DATABASE_URL: url })
}

/** Runs a program; returns what it said when it failed. */
function run(
  command: string,
  ...words: (string | Readonly<Record<string, string>>)[]
): string | null {
  const texts = words.filter((word) => typeof word === 'string')
  const more = words.find((word) => typeof word !== 'string')
  // `pg_ctl` leaves the server with its streams: a pipe would never end.
  const stdio = command.endsWith('pg_ctl') ? 'ignore' : 'pipe'
  const options = { encoding: 'utf8', env: { ...environment, ...more }, stdio } as const
  const { status, stdout, stderr, error } = spawnSync(command, texts, options)
  if (status === 0) return null
  const said = `${error?.message ?? ''}${stdout ?? ''}${stderr ?? ''}`
    .replaceAll(/\s+/g, ' ')
    .trim()
  return `${command.split('/').at(-1)}: ${said}`.slice(0, MOST_WORDS)
}

function report(reason: string | null): void {
  const failed = reason === null ? [] : ['--failed', reason]
  const own = { DATA_DIR: process.env['DATA_DIR'] ?? folder }
  const unreported = run(
    process.execPath,
    OFFICE,
    'backups',
    'report',
    'restore-test',
    ...failed,
    own,
  )
  if (unreported !== null) fail(`the report did not arrive: ${unreported}`)
}

function fail(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
