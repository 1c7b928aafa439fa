import { DAY_MS } from '@partner-office/domain'
import { sql } from 'kysely'

import { lastBackupAt } from '../../core/backups.ts'
import type { Core } from '../../core/core.ts'
import { readStandbys } from '../../core/database-state.ts'
import { isGone } from '../processes/read-processes.ts'
import type { Condition } from './condition.ts'
import { instantText } from './instant-text.ts'

const LEAST_DISK_BYTES = 1024 ** 3
const MIB = 1024 ** 2
const MOST_LAG_BYTES = 16 * MIB
const MAILS_WAIT_MS = 15 * 60_000
/** What cannot be undone needs clocks that are not further apart. */
const MOST_APART_MS = 5_000
/** A process trusts its clock an hour after its start; it is no alert before. */
const STEADY_MS = 65 * 60_000

/** Processes that live. */
async function liveProcesses(core: Core) {
  return core.database.read
    .selectFrom('console.processes as p')
    .select(['p.id', 'p.name', 'p.drift', 'p.clockProblem', 'p.clockDifference', 'p.freeDisk'])
    .select(sql<number>`p.seen_at - p.started_at`.as('age'))
    .where((is) => is.not(isGone(core)))
    .execute()
}

export async function findFiguresDrift(core: Core): Promise<readonly Condition[]> {
  return (await liveProcesses(core))
    .filter(({ drift }) => drift > 0)
    .map(({ id, name, drift }) => ({
      object: id,
      sentence: `Figures in memory of process ${name} were not what the facts say (${drift} since its start).`,
      parameters: { process: name, drift },
      since: null,
    }))
}

export async function findClockUntrusted(core: Core): Promise<readonly Condition[]> {
  return (await liveProcesses(core))
    .filter(
      ({ clockProblem, clockDifference, age }) =>
        clockProblem !== null && (Math.abs(clockDifference) > MOST_APART_MS || age > STEADY_MS),
    )
    .map(({ id, name }) => ({
      object: id,
      sentence: `Process ${name} does not trust its clock, so it closes no month by itself: it was not steady for an hour, or differs from that of the database.`,
      parameters: { process: name },
      since: null,
    }))
}

export async function findDiskLow(core: Core): Promise<readonly Condition[]> {
  return (await liveProcesses(core)).flatMap(({ id, name, freeDisk }) =>
    freeDisk === null || freeDisk >= LEAST_DISK_BYTES
      ? []
      : [
          {
            object: id,
            sentence: `The disk of process ${name} has less than 1 GiB left: without room, uploads are refused, and on the embedded database all writes.`,
            parameters: { process: name, bytes: freeDisk },
            since: null,
          },
        ],
  )
}

/** Mails that wait to be handed over, and those that a commit owes. */
export async function findMailQueue({ database, clock }: Core): Promise<readonly Condition[]> {
  const { rows } = await sql<{ length: number; oldest: number | null }>`
    select sum(length)::bigint as length, min(oldest) as oldest from (
      select count(*) as length, min(created_at) as oldest from passport.mails
      union all select count(*), min(created_at) from passport.notices
      union all select count(*), min(due_at) from payout_mails) queues`.execute(database.read)
  const { length, oldest } = rows[0]!
  if (oldest === null || clock() - oldest <= MAILS_WAIT_MS) return []
  const sentence = `${length} mails wait, the oldest since ${instantText(oldest)}; they wait up to a day.`
  const parameters = { length, oldest }
  return [{ object: '', sentence, parameters, since: oldest + MAILS_WAIT_MS }]
}

/** Without any backup the day counts from the first service. */
export async function findBackupOld({
  database: { read },
  clock,
}: Core): Promise<readonly Condition[]> {
  const backupAt = await lastBackupAt(read)
  const first = await read.selectFrom('firstService').select('at').executeTakeFirst()
  const at = backupAt === 0 ? (first?.at ?? clock()) : backupAt
  if (clock() - at <= DAY_MS) return []
  const sentence =
    backupAt === 0
      ? 'No backup was made: what was recorded is lost with the disk.'
      : `The last backup is of ${instantText(at)}: what was recorded since is lost with the disk.`
  return [{ object: '', sentence, parameters: { backupAt }, since: at + DAY_MS }]
}

export async function findImportUnfinished({ database }: Core): Promise<readonly Condition[]> {
  const accepted = await database.read.selectFrom('acceptedImport').selectAll().executeTakeFirst()
  if (accepted === undefined) return []
  const { orders, recorded, acceptedAt } = accepted
  const sentence = `An accepted file of ${orders} orders is not finished: ${recorded} of them are recorded.`
  return [{ object: '', sentence, parameters: { orders, recorded }, since: acceptedAt }]
}

export async function findStandbyLag({ database }: Core): Promise<readonly Condition[]> {
  if (database.kind === 'embedded') return []
  return (await readStandbys(database.read))
    .filter(({ lag }) => lag !== null && lag > MOST_LAG_BYTES)
    .map(({ standby }) => ({
      object: standby,
      sentence: `Standby ${standby} is more than 16 MiB behind the primary.`,
      parameters: { standby },
      since: null,
    }))
}
