import type { CloseCheck, DryRun, ProgrammeSum } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import type { Closing } from '../../business/months/closing.ts'
import type { Db } from '../../db/database.ts'
import type { StoredCheck } from './checks.ts'
import type { StoredCorrection } from './sums.ts'

/** What a dry run was computed from. */
export type DryClosing = Omit<Closing, 'begunAt'> & { readonly lateOrderCorrections: string }

/** What a dry run has found, as it is stored. */
export type DryDocument = Omit<DryRun, 'jobId' | 'at' | 'changes' | 'checks'> & {
  readonly checks: readonly StoredCheck[]
  /** Dry runs of former versions have none. */
  readonly largest?: readonly StoredCorrection[]
  readonly before: readonly { readonly month: string; readonly sums: readonly ProgrammeSum[] }[]
}

/** A dry run that has ended. */
export type StoredDryRun = {
  readonly jobId: number
  readonly period: string
  readonly at: number
  readonly closing: DryClosing
  readonly document: DryDocument
}

const rows = (db: Db) =>
  db
    .selectFrom('console.dryRuns as d')
    .innerJoin('console.jobs as j', 'j.id', 'd.jobId')
    .select(['d.jobId', 'd.period', 'd.at', 'd.closing', 'd.document'])
    .where('j.state', '=', 'DONE')

type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

const asStored = (row: Row): StoredDryRun => row as unknown as StoredDryRun

/** The newest dry run of a month; null before the first. */
export async function newestDryRun(db: Db, period: string): Promise<StoredDryRun | null> {
  const row = await rows(db)
    .where('d.period', '=', period)
    .orderBy('d.jobId', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : asStored(row)
}

/** A dry run of a month by its job. Refuses: `not_found`. */
export async function requireDryRun(
  db: Db,
  { jobId, period }: Pick<StoredDryRun, 'jobId' | 'period'>,
): Promise<StoredDryRun> {
  const row = await rows(db)
    .where('d.jobId', '=', jobId)
    .where('d.period', '=', period)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found', { field: 'dryRun' })
  return asStored(row)
}

/** The checks of a dry run with who has accepted them: an acceptance holds for the numbers that the operator has seen. */
export async function withAcceptances(
  db: Db,
  { period, document }: Pick<StoredDryRun, 'period' | 'document'>,
): Promise<CloseCheck[]> {
  const accepted = await db
    .selectFrom('console.closeChecks as c')
    .innerJoin('console.operators as o', 'o.id', 'c.byId')
    .select(['c.name', 'c.basis', 'c.reason', 'c.at', 'o.email as by'])
    .where('c.period', '=', period)
    .execute()
  return document.checks.map((check) => {
    const own = accepted.find(({ name, basis }) => name === check.name && basis === check.basis)
    return {
      ...check,
      accepted: own === undefined ? null : { by: own.by, at: own.at, reason: own.reason },
    }
  })
}

/** Whether a check keeps its month from being closed. */
export const isOpenCheck = ({ state, accepted }: CloseCheck): boolean =>
  state === 'stop' || (state === 'warn' && accepted === null)
