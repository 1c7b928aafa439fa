import { statfs } from 'node:fs/promises'
import { memoryUsage } from 'node:process'

import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import { PROGRAM_VERSION } from '../../core/process-identity.ts'
import { DATABASE_NOW } from './database-now.ts'

/** A process that is gone is forgotten after this time. Source: requirements SYS-001. */
const FORGOTTEN_MS = 3_600_000

type Noted = {
  readonly dataDir: string
  /** The last failure of each background job. */
  readonly failures: ReadonlyMap<string, { readonly at: number; readonly text: string }>
}

/** Notes what this process says of itself, for all processes. Source: requirements SYS-001. */
export async function noteProcess(core: Core, { dataDir, failures }: Noted): Promise<void> {
  const { database, network, process: self, leadership, trustedClock } = core
  const { read } = database
  const clockProblem = await trustedClock.problem(read)
  const values = {
    fact: network.asOf,
    figuresAge: Math.round(network.ageMs()),
    drift: network.audits.drift,
    memory: memoryUsage.rss(),
    clockDifference: Math.round(await trustedClock.apart(read)),
    clockProblem,
    isLeader: leadership.isLeader(),
    freeDisk: await freeBytes(dataDir),
    failures: JSON.stringify(Object.fromEntries(failures)),
    seenAt: DATABASE_NOW,
    connections: database.kind === 'embedded' ? 1 : OWN_CONNECTIONS,
  }
  await read
    .insertInto('console.processes')
    .values({ ...self, version: PROGRAM_VERSION, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
  await sql`delete from console.processes where seen_at <= ${DATABASE_NOW} - ${FORGOTTEN_MS}`.execute(
    read,
  )
}

/** The connections of a process have its name; one without a name cannot tell its own from others. */
const OWN_CONNECTIONS = sql<
  number | null
>`(select nullif(count(*), 0)::integer from pg_stat_activity
  where application_name = current_setting('application_name') and application_name like 'partner_office %'
    and datname = current_database())`

/** Free bytes of the disk of a directory; null where they cannot be known. */
const freeBytes = async (directory: string): Promise<number | null> =>
  statfs(directory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  )
