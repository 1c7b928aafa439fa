import pg from 'pg'

import { kyselyOn } from '../../db/kysely-on.ts'
import { TYPES } from '../../db/postgres-pools.ts'
import type { Environment } from '../../env.ts'
import { examineData } from './examine-data.ts'
import { examineFiles } from './examine-files.ts'
import { examineProcesses } from './examine-processes.ts'
import { examineServer } from './examine-server.ts'
import { examinePatroni, examineSetup } from './examine-setup.ts'
import { examineOwnZone, examineServerZones } from './examine-zones.ts'
import { type Finding } from './finding.ts'

/** A doctor who waits for a broken part helps nobody: everything ends within 30 s. Units: milliseconds. */
const LIMITS = { connect: 5_000, statement: 8_000 } as const

/** Where Debian's Patroni has its file. */
const PATRONI_FILE = '/etc/patroni/config.yml'

/**
 * Examines a set-up and changes nothing: also while no server runs, without a database, and on one that is half migrated. The
 * data of an embedded database belong to the process that serves, which examines them itself.
 *
 * Source: cluster.md, OBS-008 to OBS-010.
 */
export async function examine(
  environment: Environment,
  patroniFile: string = PATRONI_FILE,
): Promise<readonly Finding[]> {
  const { databaseUrl, dataDir } = environment
  const [ofSetup, ofDatabase] = await Promise.all([
    examineSetup(environment),
    databaseUrl === null ? [] : examineDatabase(databaseUrl, dataDir),
  ])
  // One process alone writes all its times itself, in UTC.
  const ofZone = databaseUrl === null ? [] : examineOwnZone()
  return [...ofSetup, ...ofZone, ...examinePatroni(patroniFile), ...ofDatabase]
}

async function examineDatabase(url: string, dataDir: string): Promise<readonly Finding[]> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    types: TYPES,
    connectionTimeoutMillis: LIMITS.connect,
    statement_timeout: LIMITS.statement,
    query_timeout: LIMITS.statement + 1_000,
    options: '-c default_transaction_read_only=on',
  })
  pool.on('error', () => {})
  try {
    const ofServer = await examineWith(pool)
    return [...ofServer, ...(await examineTables(pool, dataDir, ofServer))]
  } catch (error) {
    return [unreachable(error as NodeJS.ErrnoException)]
  } finally {
    await pool.end()
  }
}

async function examineWith(pool: pg.Pool): Promise<readonly Finding[]> {
  const client = await pool.connect()
  try {
    return [...(await examineServer(client)), ...(await examineServerZones(client))]
  } finally {
    client.release()
  }
}

/** Tables are looked at where they are those of this program. */
async function examineTables(
  pool: pg.Pool,
  dataDir: string,
  ofServer: readonly Finding[],
): Promise<readonly Finding[]> {
  const isOther = ofServer.some(
    ({ code }) => code === 'program_old' || code === 'schema_unfinished',
  )
  const { rows } = await pool.query(`select to_regclass('fact_log') is not null as found`)
  if (isOther || rows[0].found !== true) return []
  const db = kyselyOn(pool)
  const now = Date.now()
  return [
    ...(await examineData(db, { now })),
    ...(await examineProcesses(db, { now })),
    ...(await examineFiles(db, dataDir)),
  ]
}

/** The texts of errors may hold the user's name and more of the URL: the code says enough. */
const unreachable = ({ code, message }: NodeJS.ErrnoException): Finding => ({
  code: 'database_unreachable',
  problem: `The database of DATABASE_URL cannot be examined (${code ?? (/timeout/i.test(message) ? 'ETIMEDOUT' : 'unknown')}).`,
  effect: 'No process starts, and running ones answer from memory for a minute.',
  remedy:
    'Check host, port, user, password and name in DATABASE_URL: psql "$DATABASE_URL" -c "select 1"',
})
