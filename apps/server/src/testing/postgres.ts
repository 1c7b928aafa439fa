import { execFile, execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import pg from 'pg'

import { installDebianPackage } from '../../../../scripts/debian-package.mjs'

/** A PostgreSQL server for tests. */
export type TestCluster = { readonly url: string; readonly origin: string; stop(): void }

export type OwnCluster = TestCluster & {
  /** Runs `pg_ctl` on it, without blocking this process. */
  control(...words: string[]): Promise<unknown>
  /** Starts a standby that follows it. */
  addStandby(): Promise<TestCluster>
}

const execute = promisify(execFile)

const INSTALLED = '/usr/lib/postgresql'

type Settings = Readonly<Record<string, string>>

/**
 * For data that may be lost in a crash of the machine; a killed client or server still loses nothing. Nothing is compiled
 * for a query either: the tables of a test are new, so their plans look dear, and compiling takes longer than running them.
 */
export const NOT_CRASH_SAFE: Settings = {
  fsync: 'off',
  full_page_writes: 'off',
  jit: 'off',
  max_wal_size: '4GB',
}

/**
 * Returns the server of TEST_DATABASE_URL. Without it, starts a private cluster from the installed binaries with these
 * settings; on Debian, root installs the package first. Returns null if there are no binaries.
 */
export async function startTestCluster(settings: Settings = {}): Promise<TestCluster | null> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return { url: given, origin: 'TEST_DATABASE_URL', stop: () => {} }
  let bin = installedBinaries()
  if (bin === null) {
    installDebianPackage('postgresql')
    bin = installedBinaries()
  }
  return bin === null ? null : startPrivateCluster(bin, settings)
}

/** A server of its own, for tests that stop it or that change its settings; null without binaries. */
export async function startOwnCluster(settings: Settings = {}): Promise<OwnCluster | null> {
  const bin = installedBinaries()
  return bin === null ? null : startPrivateCluster(bin, { ...NOT_CRASH_SAFE, ...settings })
}

function installedBinaries(): string | null {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED) : []
  const newest = versions
    .map(Number)
    .filter(Boolean)
    .toSorted((a, b) => b - a)
  const found = newest.map((version) => join(INSTALLED, String(version), 'bin'))
  return found.find((bin) => existsSync(join(bin, 'initdb'))) ?? null
}

/** Path of a program of PostgreSQL, such as `pg_dump`: of the installed binaries, else of the PATH. */
export const postgresProgram = (name: string): string => join(installedBinaries() ?? '', name)

async function startPrivateCluster(bin: string, settings: Settings): Promise<OwnCluster> {
  const directory = newDirectory()
  const data = join(directory, 'data')
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8', '--data-checksums']
  runIn(directory, bin, ['initdb', '-D', data, '-U', 'postgres', '--auth=trust', ...locale])
  const { stop, control, url } = await startIn(directory, bin, settings)
  const addStandby = async () => {
    const own = newDirectory()
    const words = ['pg_basebackup', '-D', join(own, 'data'), '-R', '-c', 'fast', '-d', url]
    runIn(own, bin, words)
    return startIn(own, bin, settings)
  }
  return { url, origin: bin, stop, control, addStandby }
}

async function startIn(directory: string, bin: string, settings: Settings) {
  const data = join(directory, 'data')
  const port = await freePort()
  const words = wordsOf({
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: `'${directory}'`,
    max_connections: '300',
    shared_buffers: '256MB',
    ...settings,
  })
  const log = join(directory, 'log')
  runIn(directory, bin, ['pg_ctl', '-D', data, '-w', '-l', log, '-o', words, 'start'])
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    origin: bin,
    stop: () => {
      runIn(directory, bin, ['pg_ctl', '-D', data, '-m', 'immediate', 'stop'])
      rmSync(directory, { recursive: true, force: true })
    },
    control: (...command: string[]) =>
      execute(join(bin, 'pg_ctl'), ['-D', data, '-w', '-l', log, ...command], {
        cwd: directory,
        ...postgresAccount(),
      }),
  }
}

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'partner-office-postgres-'))
  const account = postgresAccount()
  if (account) chownSync(directory, account.uid, account.gid)
  return directory
}

/** A new server takes over the time zone of the process that makes it. */
const SERVER_ZONE = { TZ: 'UTC' }

const runIn = (cwd: string, bin: string, [command, ...words]: readonly string[]) =>
  execFileSync(join(bin, command!), words, {
    cwd,
    stdio: 'pipe',
    env: { ...process.env, ...SERVER_ZONE },
    ...postgresAccount(),
  })

const wordsOf = (settings: Settings): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/** Runs one statement on a connection of its own. */
export async function runStatement(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** initdb refuses to run as root: root gives the cluster to the account of Debian's package. */
export function postgresAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
