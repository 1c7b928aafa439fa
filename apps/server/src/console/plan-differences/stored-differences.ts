import type { ListedDifference, PlanDifference } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Db } from '../../db/database.ts'
import { idCursor, type Part, partOf } from '../../db/page.ts'
import type { Session } from '../console.ts'
import { readJob } from '../jobs/stored-jobs.ts'

const PAGE = 20

type Row = Omit<ListedDifference, 'job'> & { readonly jobId: number }

const differences = sql`
  select d.id, d.draft_id as draft, d.name, d.sha256, d.months, d.at, o.email as by,
    (select max(j.id) from console.jobs j where j.kind = 'planDifference' and j.object = d.id::text) as job_id
  from console.plan_differences d join console.operators o on o.id = d.by_id`

/** Differences, the newest first, of one draft or of all. */
export async function listDifferences(
  db: Db,
  { draft, cursor }: { readonly draft?: number | undefined; readonly cursor?: number | undefined },
  session: Session,
): Promise<Part<ListedDifference>> {
  const { rows } = await sql<Row>`${differences}
    where (${draft ?? null}::bigint is null or d.draft_id = ${draft ?? null})
      and (${cursor ?? null}::bigint is null or d.id < ${cursor ?? null})
    order by d.id desc limit ${PAGE + 1}`.execute(db)
  const { content, next } = partOf(rows, PAGE, idCursor)
  const listed: ListedDifference[] = []
  for (const row of content) listed.push(await withJob(db, row, session))
  return next === undefined ? { content: listed } : { content: listed, next }
}

/** One difference. Refuses: `not_found`. */
export async function readDifference(
  db: Db,
  id: number,
  session: Session,
): Promise<ListedDifference> {
  const { rows } = await sql<Row>`${differences} where d.id = ${id}`.execute(db)
  if (rows[0] === undefined) throw new Refusal('not_found')
  return withJob(db, rows[0], session)
}

/** The draft of a difference, as it was when it was started, and the newest version at that time. */
export const readCompared = (
  db: Db,
  id: number,
): Promise<Pick<PlanDifference, 'text' | 'planVersion'>> =>
  db
    .selectFrom('console.planDifferences')
    .select(['document as text', 'planVersion'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

async function withJob(
  db: Db,
  { jobId, ...row }: Row,
  session: Session,
): Promise<ListedDifference> {
  return { ...row, job: await readJob(db, jobId, session) }
}
