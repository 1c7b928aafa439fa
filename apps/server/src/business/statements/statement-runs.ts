import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { OnBegin } from '../months/prepare-closing.ts'

/** Asks for the statements of a month together with its closing: neither a kill nor a restart forgets them. */
export const askForStatements: OnBegin = (tx, { period, begunAt }) => beginRun(tx, period, begunAt)

/** Notes that the statements of a month are being made. */
export async function beginRun(tx: Tx, period: string, startedAt: number): Promise<void> {
  await tx
    .insertInto('statementRuns')
    .values({ period, startedAt, finishedAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Notes that all statements of a month are made. */
export async function endRun({ database, clock }: Core, period: string): Promise<void> {
  await database.transaction(async (tx) => {
    await tx
      .updateTable('statementRuns')
      .set({ finishedAt: clock() })
      .where('period', '=', period)
      .where('finishedAt', 'is', null)
      .execute()
    // What was asked for is made by now, in the currencies that moved.
    await tx
      .deleteFrom('statements')
      .where('period', '=', period)
      .where('content', 'is', null)
      .execute()
  })
}

/** The closed months whose statements are not all made, oldest first. */
export async function unfinishedRuns(db: Db): Promise<string[]> {
  const { rows } = await sql<{ period: string }>`
    select r.period from statement_runs r
      join closings c on c.period = r.period join period_seals s on s.closing_id = c.id
    where r.finished_at is null order by r.period`.execute(db)
  return rows.map(({ period }) => period)
}
