import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const BIN = '/usr/lib/postgresql/15/bin'
const MOST_WORDS = 300

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
 * Starts a restored database that only this account reaches, by a socket in `folder`, and that waits for no standby. Returns why
 * it did not start, or null.
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
    ...more,
  }
  rmSync(join(data, 'standby.signal'), { force: true })
  writeFileSync(join(data, 'recovery.signal'), '')
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`)
  const words = ['-w', '-t', '36000', '-l', join(folder, 'log'), '-o', options.join(' '), 'start']
  return problemOf(join(BIN, 'pg_ctl'), ['-D', data, ...words])
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
