import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'

import { installDebianPackage } from '../../../../scripts/debian-package.mjs'

/** A PostgreSQL server for tests. */
export type TestCluster = { readonly url: string; readonly origin: string; stop(): void }

const INSTALLED = '/usr/lib/postgresql'

type Settings = Readonly<Record<string, string>>

/** For data that may be lost in a crash of the machine; a killed client or server still loses nothing. */
export const NOT_CRASH_SAFE: Settings = {
  fsync: 'off',
  full_page_writes: 'off',
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

async function startPrivateCluster(bin: string, settings: Settings): Promise<TestCluster> {
  const directory = mkdtempSync(join(tmpdir(), 'partner-office-postgres-'))
  const account = postgresAccount()
  if (account) chownSync(directory, account.uid, account.gid)
  const data = join(directory, 'data')
  const port = await freePort()
  const run = (command: string, ...words: string[]) =>
    execFileSync(join(bin, command), words, { cwd: directory, stdio: 'pipe', ...account })

  run('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8')
  const words = wordsOf({
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: `'${directory}'`,
    max_connections: '120',
    shared_buffers: '256MB',
    ...settings,
  })
  run('pg_ctl', '-D', data, '-w', '-l', join(directory, 'log'), '-o', words, 'start')
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    origin: bin,
    stop: () => {
      run('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const wordsOf = (settings: Settings): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/** Runs one statement on a connection of its own. */
export async function runStatement(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** initdb refuses to run as root: root gives the cluster to the account of Debian's package. */
function postgresAccount(): { uid: number; gid: number } | undefined {
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
