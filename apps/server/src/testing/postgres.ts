import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A PostgreSQL server for tests. */
export type TestCluster = { readonly url: string; readonly origin: string; stop(): void }

const INSTALLED = '/usr/lib/postgresql'

/**
 * The PostgreSQL that tests use: the one of TEST_DATABASE_URL, else a private throw-away cluster made from installed
 * binaries (on Debian installed first, where this process may), else null.
 */
export async function startTestCluster(): Promise<TestCluster | null> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return { url: given, origin: 'TEST_DATABASE_URL', stop: () => {} }
  const bin = installedBinaries() ?? installDebianPackage()
  return bin === null ? null : startPrivateCluster(bin)
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

function installDebianPackage(): string | null {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const words of [
    ['update', '-q'],
    ['install', '-q', '-y', '--no-install-recommends', 'postgresql'],
  ]) {
    spawnSync('apt-get', words, { stdio: ['ignore', 2, 2], env })
  }
  return installedBinaries()
}

async function startPrivateCluster(bin: string): Promise<TestCluster> {
  const directory = mkdtempSync(join(tmpdir(), 'partner-office-postgres-'))
  const account = postgresAccount()
  if (account) chownSync(directory, account.uid, account.gid)
  const data = join(directory, 'data')
  const port = await freePort()
  const run = (command: string, ...words: string[]) =>
    execFileSync(join(bin, command), words, { cwd: directory, stdio: 'pipe', ...account })

  run('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8')
  const settings = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories='${directory}' -c max_connections=120 -c shared_buffers=256MB`
  run('pg_ctl', '-D', data, '-w', '-l', join(directory, 'log'), '-o', settings, 'start')
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    origin: bin,
    stop: () => {
      run('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** initdb refuses root: as root, the cluster belongs to the account that Debian's package has made. */
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
