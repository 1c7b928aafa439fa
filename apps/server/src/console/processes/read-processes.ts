import type { CallReply, getProcesses } from '@partner-office/contracts'
import { type RawBuilder, sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import { DATABASE_NOW } from './database-now.ts'

/** A process that has said nothing for this time is gone. Source: requirements SYS-001. */
export const GONE_MS = 15_000

/** Whether a process, a row `p` of the table, is gone. One process owns an embedded database, so any other one is. */
export const isGone = ({ database, process: self }: Core): RawBuilder<boolean> =>
  database.kind === 'embedded'
    ? sql`(p.id <> ${self.id})`
    : sql`(p.seen_at <= ${DATABASE_NOW} - ${GONE_MS})`

/** Every process that is not forgotten, by name. Source: requirements SYS-001. */
export async function readProcesses(core: Core): Promise<CallReply<typeof getProcesses>> {
  const content = await core.database.read
    .selectFrom('console.processes as p')
    .select([
      'p.id',
      'p.name',
      'p.version',
      'p.startedAt',
      'p.seenAt',
      'p.fact',
      'p.figuresAge',
      'p.memory',
      'p.connections',
      'p.clockDifference',
      'p.isLeader',
      'p.freeDisk',
      isGone(core).as('isGone'),
    ])
    .orderBy('p.name')
    .orderBy('p.startedAt')
    .execute()
  return { content: content.map((each) => ({ ...each, isLeader: each.isLeader && !each.isGone })) }
}
