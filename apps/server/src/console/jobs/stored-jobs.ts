import type { Job, JobResult } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Db, Tx } from '../../db/database.ts'
import { idCursor, partOf } from '../../db/page.ts'
import type { Session } from '../console.ts'
import { isCancellable, isStartedAgain, roleOfJob } from './job-roles.ts'

/** What a job works on. `object` is empty where it works on everything. */
export type Asked = { readonly kind: Job['kind']; readonly object: string }

/** Kinds of which one job runs at most, whatever it works on: an index of the table sees to it. */
const ONE_AT_A_TIME: ReadonlySet<Job['kind']> = new Set(['planDifference'])

/** Stores a new job of this process; returns its id. Refuses: `job_running`, with the id of the one that has not ended. */
export async function insertJob(
  { process: self, clock }: Core,
  tx: Tx,
  { kind, object, byId }: Asked & { readonly byId: number },
): Promise<number> {
  const startedAt = clock()
  const inserted = await tx
    .insertInto('console.jobs')
    .values({ kind, object, byId, startedAt, processId: self.id, processName: self.name })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted !== undefined) return inserted.id
  const running = await tx
    .selectFrom('console.jobs')
    .select('id')
    .where('kind', '=', kind)
    .$if(!ONE_AT_A_TIME.has(kind), (query) => query.where('object', '=', object))
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  throw new Refusal('job_running', {}, running === undefined ? [] : [String(running.id)])
}

/** What has changed of a job. */
type Change = {
  readonly state: Job['state']
  readonly done?: number
  readonly of?: number
  readonly part?: string
  readonly error?: string
  readonly result?: JobResult
}

/** Changes a job of this process that has not ended, with the next event; returns whether it is still such a job. */
export async function changeJob(core: Core, id: number, change: Change): Promise<boolean> {
  const { state, done = null, of = null, part = null, error = null, result } = change
  const now = core.clock()
  const isOver = state !== 'WAITING' && state !== 'RUNNING'
  const rows = await core.database.change(sql`
    with changed as (
      update console.jobs set state = ${state}, done = coalesce(${done}::bigint, done),
        "of" = coalesce(${of}::bigint, "of"), part = coalesce(${part}::text, part), error = ${error}::text,
        result = ${result === undefined ? null : JSON.stringify(result)}::jsonb,
        ended_at = ${isOver ? now : null}::bigint, event = event + 1
      where id = ${id} and process_id = ${core.process.id} and ended_at is null
      returning id, event, state, done, "of", part)
    insert into console.job_events (job_id, number, at, state, done, "of", part)
      select id, event, ${now}::bigint, state, done, "of", part from changed returning job_id`)
  return rows.length > 0
}

const jobRows = (db: Db) =>
  db
    .selectFrom('console.jobs as j')
    .innerJoin('console.operators as o', 'o.id', 'j.byId')
    .selectAll('j')
    .select('o.email as by')

type JobRow = Awaited<ReturnType<ReturnType<typeof jobRows>['executeTakeFirstOrThrow']>>

/** One job. Refuses: `not_found`. */
export async function readJob(db: Db, id: number, session: Session): Promise<Job> {
  const row = await jobRows(db).where('j.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return asJob(row, session)
}

const PAGE = 50

type Filter = {
  readonly state?: Job['state'] | undefined
  readonly kind?: Job['kind'] | undefined
  readonly cursor?: number | undefined
}

/** Jobs that match, the newest first. */
export async function listJobs(
  db: Db,
  { state, kind, cursor }: Filter,
  session: Session,
): Promise<{ content: Job[]; next?: string }> {
  const rows = await jobRows(db)
    .$if(state !== undefined, (query) => query.where('j.state', '=', state!))
    .$if(kind !== undefined, (query) => query.where('j.kind', '=', kind!))
    .$if(cursor !== undefined, (query) => query.where('j.id', '<', cursor!))
    .orderBy('j.id', 'desc')
    .limit(PAGE + 1)
    .execute()
  const part = partOf(rows, PAGE, idCursor)
  return { ...part, content: part.content.map((row) => asJob(row, session)) }
}

function actsOn(kind: Job['kind'], isOver: boolean): Job['acts'] {
  if (isOver) return isStartedAgain(kind) ? ['again'] : []
  return isCancellable(kind) ? ['cancel'] : []
}

function asJob(row: JobRow, { roles }: Session): Job {
  const { id, kind, object, state, done, of, part, startedAt, endedAt, by, error, event } = row
  const result = row.result as JobResult | null
  const acts = roles.includes(roleOfJob(kind)) ? actsOn(kind, endedAt !== null) : []
  const process = row.processName
  return {
    id,
    kind,
    object,
    state,
    done,
    of,
    part,
    startedAt,
    endedAt,
    by,
    process,
    error,
    result,
    event,
    acts,
  }
}
