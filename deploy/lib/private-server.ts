import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const BIN = '/usr/lib/postgresql/15/bin'
const MOST_WORDS = 300
/** Exit status of `pg_isready` while a server applies its log. */
const REJECTS = 1

type Variables = Readonly<Record<string, string | undefined>>

/** Runs a program; returns why it failed, or null. */
export function problemOf(
  command: string,
  words: readonly string[],
  variables: Variables = {},
): string | null {
  // `pg_ctl` leaves the server with its streams: a pipe would never end.
  const stdio = command.endsWith('pg_ctl') ? 'ignore' : 'pipe'
  const env = { ...process.env, ...variables }
  const { status, stdout, stderr, error } = spawnSync(command, words, {
    encoding: 'utf8',
    env,
    stdio,
  })
  if (status === 0) return null
  const said = `${error?.message ?? ''}${stdout ?? ''}${stderr ?? ''}`
    .replaceAll(/\s+/g, ' ')
    .trim()
  return `${command.split('/').at(-1)}: ${said}`.slice(0, MOST_WORDS)
}

/** A restored database that is started for one program: where its files are, and the folder of its socket. */
type PrivateServer = { readonly data: string; readonly folder: string }

/**
 * Starts a restored database that only this account reaches, by a socket in `folder`, and that waits for no standby. Returns null
 * once it has applied its log and takes writes, or why it does not.
 */
export function startPrivately(
  { data, folder }: PrivateServer,
  more: Readonly<Record<string, string>> = {},
): string | null {
  writeFileSync(join(folder, 'pg_hba.conf'), 'local all all trust\n')
  const settings = {
    hba_file: join(folder, 'pg_hba.conf'),
    listen_addresses: '',
    unix_socket_directories: folder,
    synchronous_standby_names: '',
    primary_conninfo: '',
    primary_slot_name: '',
    // A statement that reads meanwhile holds up the log for 30 s, and is cancelled then.
    hot_standby: 'off',
    ...more,
  }
  rmSync(join(data, 'standby.signal'), { force: true })
  writeFileSync(join(data, 'recovery.signal'), '')
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`)
  const log = join(folder, 'log')
  const words = ['-w', '-t', '36000', '-l', log, '-o', options.join(' '), 'start']
  const isStarted = problemOf(join(BIN, 'pg_ctl'), ['-D', data, ...words]) === null
  return isStarted && takesWrites(folder) ? null : lastFatal(log)
}

/** Waits for the end of the log; false: the server ended before. */
function takesWrites(folder: string): boolean {
  for (;;) {
    const { status } = spawnSync(join(BIN, 'pg_isready'), [`--host=${folder}`, '--quiet'])
    if (status !== REJECTS) return status === 0
    spawnSync('sleep', ['0.2'])
  }
}

/** The line of a server's log that says why it ended: `pg_ctl` says only that it did. */
function lastFatal(log: string): string {
  const lines = readFileSync(log, 'utf8').trim().split('\n')
  const line = lines.findLast((each) => /\b(?:FATAL|PANIC):/.test(each)) ?? lines.at(-1)!
  return `postgres: ${line}`.slice(0, MOST_WORDS)
}

/** Runs SQL as the superuser of a private server; returns why it failed, or null. */
export const runSql = ({ folder }: PrivateServer, statement: string): string | null =>
  problemOf(join(BIN, 'psql'), [
    `--host=${folder}`,
    '--username=postgres',
    '--dbname=office',
    '--set=ON_ERROR_STOP=1',
    '--no-psqlrc',
    '--quiet',
    `--command=${statement}`,
  ])

/** Stops a private server; `immediate` leaves files that nobody needs. */
export const stopPrivately = ({ data }: PrivateServer, how: 'fast' | 'immediate'): string | null =>
  problemOf(join(BIN, 'pg_ctl'), ['-D', data, '-m', how, '-w', 'stop'])
