import type { CallReply, getVersions } from '@partner-office/contracts'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import { PROGRAM_VERSION } from '../../core/process-identity.ts'
import { isGone } from '../processes/read-processes.ts'

/** Versions of what runs. Source: requirements SYS-006. */
export async function readVersions(core: Core): Promise<CallReply<typeof getVersions>> {
  const { rows } = await sql<{ schema: string; database: string; versions: number }>`
    select (select max(name) from kysely_migration) as schema, current_setting('server_version') as database,
      (select count(distinct version) from console.processes p where not ${isGone(core)}) as versions`.execute(
    core.database.read,
  )
  const { schema, database, versions } = rows[0]!
  const { node, tz = '' } = process.versions
  return {
    program: PROGRAM_VERSION,
    schema,
    plan: core.network.plans.at(-1)?.version ?? 0,
    node,
    database,
    timeZones: tz,
    differ: versions > 1,
  }
}
