import type { PayoutMark } from '@partner-office/contracts'
import { sql } from 'kysely'

import { holdOf, heldPhrase, type Payout } from '../../business/payouts/end/end-payout.ts'
import { isWaiting } from '../../business/payouts/end/hand-over.ts'
import {
  barPhrase,
  lockAccountsOf,
  readPayoutMarks,
} from '../../business/payouts/end/payout-marks.ts'
import type { Db, Tx } from '../../db/database.ts'
import { nameOf } from './acts.ts'
import { readMarks } from './marks.ts'
import { stateOf } from './states.ts'

/** A payout that is not handed over, and why, in words. */
export type LeftOut = { readonly id: number; readonly why: string }

/** Of payouts that somebody wants to hand over: those that go, by id, and those that are left out. */
export type Leaving = { readonly goes: readonly Payout[]; readonly leftOut: readonly LeftOut[] }

const idsOf = (ids: readonly number[]) => sql`any(${[...ids]}::bigint[])`

/** Locks payouts and their accounts, in the order of all acts, so that what is read next stays so. */
export async function lockLeaving(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`select from payouts where id = ${idsOf(ids)} order by id for update`.execute(tx)
  await lockAccountsOf(tx, ids)
}

/**
 * Which of some payouts can be handed over: those that wait, that nothing bars, and whose balance is not below zero.
 *
 * Source: requirements PQU-008; decisions C11.27.
 */
export async function leavingOf(db: Db, ids: readonly number[], now: number): Promise<Leaving> {
  const { rows } = await sql<Payout>`
    select * from payouts where id = ${idsOf(ids)} order by id`.execute(db)
  const marks = await readPayoutMarks(db, ids, now)
  const goes: Payout[] = []
  const known = new Set(rows.map(({ id }) => id))
  const leftOut: LeftOut[] = ids
    .filter((id) => !known.has(id))
    .map((id) => ({ id, why: 'there is no such payout' }))
  for (const payout of rows) {
    const why = await whyNot(db, payout, { marks: marks.get(payout.id) ?? [], now })
    if (why === null) goes.push(payout)
    else leftOut.push({ id: payout.id, why })
  }
  return { goes, leftOut: leftOut.toSorted((one, other) => one.id - other.id) }
}

type Context = { readonly marks: readonly PayoutMark[]; readonly now: number }

async function whyNot(db: Db, payout: Payout, { marks, now }: Context): Promise<string | null> {
  const state = stateOf(payout)
  if (state === 'taken') return `${await nameOf(db, payout.takenBy)} has taken it up`
  if (state !== 'waiting') return `it is ${state}`
  const bar = barPhrase(marks)
  if (bar !== null) return bar
  if (marks.length > 0) return 'the balance that it came from is below zero'
  const heldUntil = payout.risks.includes('new_address') ? await holdOf(db, payout) : 0
  return now < heldUntil ? heldPhrase(heldUntil) : null
}

const ROWS_AT_A_TIME = 1_000

/** The oldest payouts that wait and have no mark at all, at most so many. */
export async function waitingWithoutMarks(db: Db, now: number, most: number): Promise<number[]> {
  const found: number[] = []
  for (let after = 0; found.length < most;) {
    const { rows } = await sql<{ id: number }>`
      select p.id from payouts p where p.id > ${after} and ${await isWaiting(db, now)}
      order by p.id limit ${ROWS_AT_A_TIME}`.execute(db)
    const ids = rows.map(({ id }) => id)
    const marks = await readMarks(db, ids, now)
    found.push(...ids.filter((id) => marks.get(id)?.length === 0))
    if (rows.length < ROWS_AT_A_TIME) break
    after = ids.at(-1)!
  }
  return found.slice(0, most)
}
