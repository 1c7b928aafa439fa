import type { VerifyFamily } from '@partner-office/contracts'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'

import { type Core, NO_PROGRESS, type Progress } from '../core/core.ts'
import type { Database, Tx } from '../db/database.ts'
import { activity } from './activity.ts'
import { adjustments } from './adjustments.ts'
import { answers, FiguresMoved } from './answers.ts'
import { audits } from './audits.ts'
import { cancellations } from './cancellations.ts'
import { differencesOf, type Family } from './check.ts'
import { closings } from './closings.ts'
import { disclosures } from './disclosures.ts'
import { facts } from './facts.ts'
import { figures } from './figures.ts'
import { hashes } from './hashes.ts'
import { fourEyes } from './four-eyes.ts'
import { history } from './history.ts'
import { journal } from './journal.ts'
import { ledger } from './ledger.ts'
import { payoutRequests } from './payout-requests.ts'
import { payouts } from './payouts.ts'
import { places } from './places.ts'
import { plans } from './plans.ts'
import { rankBonuses } from './rank-bonuses.ts'
import { ranks } from './ranks.ts'
import { totals } from './totals.ts'
import { tree } from './tree.ts'
import { unilevel } from './unilevel.ts'
import { words } from './words.ts'

/** The checks that ran and the differences found, as sentences, with the family of each. */
export type Verification = {
  readonly differences: string[]
  readonly families: VerifyFamily[]
  readonly checked: string[]
}

/** The families of checks, in the order of their dependencies. */
const FAMILIES: readonly Family[] = [
  words,
  plans,
  facts,
  tree,
  activity,
  totals,
  figures,
  unilevel,
  places,
  ranks,
  rankBonuses,
  cancellations,
  closings,
  disclosures,
  ledger,
  payouts,
  payoutRequests,
  adjustments,
  hashes,
  history,
  journal,
  audits,
  fourEyes,
]

const MOST_SNAPSHOTS = 5

/** The memory per sort or hash: one session runs one step after the other. */
const WORK_MEMORY = { postgres: '256MB', embedded: '32MB' } satisfies Record<
  Database['kind'],
  string
>

/**
 * Recomputes in SQL, from the facts, what the product has stored and what it answers; returns every difference.
 *
 * Reads one snapshot of the database while the product keeps working. Changes nothing: its tables are temporary, and its
 * transaction is rolled back.
 *
 * Source: operations.md section 4, `verify`; decisions D-144.
 */
export async function verifyAll(
  core: Core,
  progress: Progress = NO_PROGRESS,
): Promise<Verification> {
  for (let snapshots = 1; ; snapshots += 1) {
    const families = [answers({ mayBeAhead: snapshots === MOST_SNAPSHOTS }), ...FAMILIES]
    try {
      return await inSnapshot(core.database, (tx) => verifyIn(tx, core, families, progress))
    } catch (error) {
      if (!(error instanceof FiguresMoved)) throw error
    }
  }
}

/** Thrown at the end to roll the transaction back. */
const DONE = Symbol('done')

/** Runs `work` on a snapshot of the database with the owner's rights, and rolls it back. */
async function inSnapshot<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  let answer: { readonly value: T } | null = null
  try {
    await database.asOwner(async (tx) => {
      await sql`set transaction isolation level repeatable read`.execute(tx)
      await sql.raw(`set local work_mem = '${WORK_MEMORY[database.kind]}'`).execute(tx)
      await sql`set local jit = off`.execute(tx)
      answer = { value: await work(tx) }
      throw DONE
    })
  } catch (error) {
    if (error !== DONE) throw error
  }
  return answer!.value
}

/** Runs families of checks, each after those it depends on, on the snapshot of a transaction. */
export async function verifyIn(
  tx: Tx,
  core: Core,
  families: readonly Family[],
  progress: Progress = NO_PROGRESS,
): Promise<Verification> {
  const differences: string[] = []
  const found: VerifyFamily[] = []
  const checked: string[] = []
  const steps = families.reduce((sum, { checks }) => sum + 1 + checks.length, 0)
  let done = 0
  const step = async (name: string, family: VerifyFamily, work: () => Promise<string[]>) => {
    const ofStep = await guarded(tx, name, work)
    differences.push(...ofStep)
    found.push(...ofStep.map(() => family))
    progress((done += 1), steps, family)
  }

  for (const family of families) {
    await step(family.name, family.name, async () => {
      for (const each of family.prepare) {
        if (typeof each === 'string') await sql.raw(each).execute(tx)
        else await each(tx, core)
      }
      return []
    })
    for (const check of family.checks) {
      await step(check.name, family.name, () => differencesOf(tx, check))
      checked.push(check.name)
    }
  }
  return { differences, families: found, checked }
}

/** Runs a step. Facts so broken that the step fails are reported as a difference, and the other steps continue. */
async function guarded(tx: Tx, name: string, work: () => Promise<string[]>): Promise<string[]> {
  await sql`savepoint step`.execute(tx)
  try {
    const found = await work()
    await sql`release savepoint step`.execute(tx)
    return found
  } catch (error) {
    const reason = reasonInFacts(error)
    if (reason === null) throw error
    await sql`rollback to savepoint step`.execute(tx)
    return [`${name}: cannot be checked: ${reason}`]
  }
}

/** SQLSTATE classes 21 to 23: values that a rule cannot be applied to. */
const BAD_VALUE = /^2[123]/
const UNKNOWN_TABLE = '42P01'

/** The reason, if a failure is caused by the facts; else null. */
function reasonInFacts(error: unknown): string | null {
  if (error instanceof DatabaseError) {
    if (error.code === UNKNOWN_TABLE) return 'what it looks at could not be made'
    return BAD_VALUE.test(error.code ?? '') ? error.message : null
  }
  // Rules that compute in memory throw errors of any kind for values that they cannot apply to.
  return error instanceof Error && !(error instanceof FiguresMoved) ? error.message : null
}
