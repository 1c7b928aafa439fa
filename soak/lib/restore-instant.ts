/**
 * Restores a backup to an instant in a folder, as the account of PostgreSQL, and prints the last fact, what `verify` says, and how long
 * the files and the log took.
 *
 * Usage: node soak/lib/restore-instant.ts CONFIG FOLDER INSTANT [--without-verify]
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import pg from 'pg'

import { problemOf, startPrivately, stopPrivately } from '../../deploy/lib/private-server.ts'

const OFFICE = join(import.meta.dirname, '../../apps/server/src/office.ts')

const [config = '', folder = '', instant = '', isUnverified] = process.argv.slice(2)
const server = { data: join(folder, 'data'), folder }
mkdirSync(server.data, { recursive: true, mode: 0o700 })
try {
  console.log(JSON.stringify(await restored()))
} finally {
  stopPrivately(server, 'immediate')
  rmSync(folder, { recursive: true, force: true })
}

type Restored = {
  readonly problem: string | null
  readonly fact: number
  readonly filesMs?: number
  readonly startMs?: number
}

async function restored(): Promise<Restored> {
  const target = ['--type=time', `--target=${instant}`, '--target-action=promote']
  const where = ['--stanza=office', '--reset-pg1-host', `--pg1-path=${server.data}`]
  const words = [`--config=${config}`, ...where, '--archive-mode=off', ...target, 'restore']
  const own = { archive_mode: 'off', shared_buffers: '128MB' }
  const began = performance.now()
  const missing = problemOf('pgbackrest', words)
  const filesAt = performance.now()
  const problem = missing ?? startPrivately(server, own)
  if (problem !== null) return { problem, fact: -1 }
  const times = { filesMs: filesAt - began, startMs: performance.now() - filesAt }
  const fact = await lastFact()
  if (isUnverified === '--without-verify') return { problem: null, fact, ...times }
  const url = `postgres://office@localhost/office?host=${encodeURIComponent(folder)}`
  const variables = { DEMO: 'off', DATABASE_URL: url, DATA_DIR: join(folder, 'office') }
  return { problem: problemOf(process.execPath, [OFFICE, 'verify'], variables), fact, ...times }
}

async function lastFact(): Promise<number> {
  const client = new pg.Client({ host: folder, user: 'postgres', database: 'office' })
  await client.connect()
  const { rows } = await client.query<{ fact: string }>('select last_fact as fact from fact_log')
  await client.end()
  return Number(rows[0]!.fact)
}
