/**
 * A full backup of a large database with the settings of `deploy/`, and a restore of it to an instant, on one PostgreSQL.
 *
 * Figures: the last fact of the restored database is that of the instant. Time and size are printed and not judged (BKP-003);
 * `verify`, which a restore test runs, is timed by `bench/verify.ts`.
 * Usage: node bench/large-backup.ts [--partners 10000000]
 */
import { execFile } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'

import { Client } from 'pg'

import {
  postgresAccount,
  runStatement,
  startOwnCluster,
  type TestCluster,
} from '../apps/server/src/testing/postgres.ts'
import { VARIABLES_FILE } from '../deploy/lib/site.ts'
import { factProblem } from '../soak/lib/backup-check.ts'
import { fillNetwork } from './lib/postgres-network.ts'
import { finish } from './lib/report.ts'

const GIB = 2 ** 30
const SECOND_MS = 1_000
const TEMPLATE = join(VARIABLES_FILE, '../templates/backup/pgbackrest.conf')
const KEPT_SETTINGS = /^(?:repo1-cipher-type|start-fast|delta|compress-type|process-max)=.*$/gm
const RESTORE = join(import.meta.dirname, '../soak/lib/restore-instant.ts')

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
const gib = (bytes: number): string => `${(bytes / GIB).toFixed(2)} GiB`

const { values } = parseArgs({ options: { partners: { type: 'string', default: '10000000' } } })

const cluster = await startOwnCluster({ fsync: 'on', full_page_writes: 'on', archive_mode: 'on' })
if (cluster === null) throw new Error('This measurement needs the programs of PostgreSQL')
const folder = mkdtempSync(join(tmpdir(), 'partner-office-backup-'))
try {
  await measure(cluster, folder)
} finally {
  cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measure({ url, origin }: TestCluster, into: string): Promise<void> {
  // What is written while the network is made is in the backup.
  await runStatement(url, `alter system set archive_command = 'true'`)
  await runStatement(url, 'select pg_reload_conf()')
  await runStatement(url, 'create role office login superuser')
  await runStatement(url, 'create database office owner office')
  const office = new URL(url)
  office.pathname = '/office'
  await fillNetwork(String(office), Number(values.partners))

  const config = await configure(url, into)
  const backUp = (...words: string[]) => asAccount('pgbackrest', `--config=${config}`, ...words)
  await backUp('--stanza=office', 'stanza-create')
  const backupMs = await timed(() => backUp('--stanza=office', '--type=full', 'backup'))
  const { size, stored } = sizesIn(await backUp('--stanza=office', '--output=json', 'info'))
  // An instant of the second in which the backup ended is none that it can be restored to.
  await wait(SECOND_MS)
  const { instant, fact } = await noteInstant(String(office))
  await archived(url)
  const words = [config, join(into, 'instant'), instant, '--without-verify']
  const said = await asAccount(process.execPath, RESTORE, ...words)
  const restored = JSON.parse(said.trim().split('\n').at(-1)!) as Restored
  const problem = restored.problem ?? factProblem(restored.fact, { first: fact, last: fact })
  finish({
    name: 'large backup',
    lines: [
      `${values.partners} partners; pgbackrest --type=full backup: ${seconds(backupMs)}, ${gib(size)}, stored as ${gib(stored)}`,
      `pgbackrest --type=time restore: files back after ${seconds(restored.filesMs)}, log applied after ${seconds(restored.startMs)} more`,
      ...(problem === null ? [] : [problem]),
    ],
    on: origin,
    passed: problem === null,
  })
}

type Restored = {
  readonly problem: string | null
  readonly fact: number
  readonly filesMs: number
  readonly startMs: number
}

/** The settings of `deploy/` that cost time, for a repository on this machine; the server archives into it from now on. */
async function configure(url: string, into: string): Promise<string> {
  const settings = readFileSync(TEMPLATE, 'utf8').match(KEPT_SETTINGS)!
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ data: string; socket: string; port: string }>(
    `select current_setting('data_directory') as data, current_setting('unix_socket_directories') as socket,
       current_setting('port') as port`,
  )
  await client.end()
  const { data, socket, port } = rows[0]!
  const own = ['repository', 'log', 'lock', 'instant'].map((name) => join(into, name))
  const config = join(into, 'pgbackrest.conf')
  const global = [`repo1-path=${own[0]}`, `log-path=${own[1]}`, `lock-path=${own[2]}`]
  const cipher = ['repo1-cipher-pass=of-a-measurement', ...settings]
  const stanza = [`pg1-path=${data}`, `pg1-socket-path=${socket}`, `pg1-port=${port}`]
  const lines = ['[global]', ...global, ...cipher, '[office]', ...stanza, 'pg1-user=postgres']
  for (const each of own) mkdirSync(each)
  writeFileSync(config, `${lines.join('\n')}\n`)
  const account = postgresAccount()
  if (account) for (const each of [into, config, ...own]) chownSync(each, account.uid, account.gid)
  const command = `pgbackrest --config=${config} --stanza=office archive-push %p`
  await runStatement(url, `alter system set archive_command = '${command}'`)
  await runStatement(url, 'select pg_reload_conf()')
  return config
}

async function asAccount(command: string, ...words: string[]): Promise<string> {
  const options = { cwd: tmpdir(), maxBuffer: GIB, ...postgresAccount() }
  return (await promisify(execFile)(command, words, options)).stdout
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Units: bytes. */
function sizesIn(said: string): { readonly size: number; readonly stored: number } {
  const [stanza] = JSON.parse(said) as [
    { backup: { info: { size: number; repository: { size: number } } }[] },
  ]
  const { size, repository } = stanza.backup.at(-1)!.info
  return { size, stored: repository.size }
}

/** An instant after which something was committed, and the last fact then. */
async function noteInstant(url: string): Promise<{ instant: string; fact: number }> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ instant: string; fact: number }>(
    `select clock_timestamp()::text as instant, last_fact::int as fact from fact_log`,
  )
  await client.query('update fact_log set last_fact = last_fact + 1')
  await client.query('select pg_switch_wal()')
  await client.end()
  return rows[0]!
}

/** Waits until the repository holds the log up to now. */
async function archived(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const isDone = async () => {
    const { rows } = await client.query<{ done: boolean }>(
      `select coalesce(last_archived_wal, '') >= pg_walfile_name(pg_current_wal_lsn() - 1) as done from pg_stat_archiver`,
    )
    return rows[0]!.done
  }
  while (!(await isDone())) await wait(200)
  await client.end()
}
