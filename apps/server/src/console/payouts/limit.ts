import { type Fraction, DAY_MS } from '@partner-office/domain'
import { sql } from 'kysely'

import { readSetting } from '../../business/settings/read-settings.ts'
import type { Db, Tx } from '../../db/database.ts'
import { EurValues } from '../today/eur-values.ts'
import { reaches, worthInEur } from './queue.ts'

/** Amounts of one currency. */
type Amount = { readonly currency: string; readonly units: bigint }

/** Payouts that are about to be taken up, by an operator at an instant. */
type Taking = {
  readonly operatorId: number
  readonly amounts: readonly Amount[]
  readonly now: number
}

/** What a taking comes to with that of the day. Null: a rate is missing. Units: EUR. */
export type DayValue = {
  readonly before: Fraction | null
  readonly after: Fraction | null
  /** Whether it needs a second operator. */
  readonly isNeeded: boolean
}

/** Puts the takings of an operator in order, so that two of them cannot both stay below the limit. Locked before payouts. */
export async function lockDay(tx: Tx, operatorId: number): Promise<void> {
  await sql`select from console.operators where id = ${operatorId} for no key update`.execute(tx)
}

/**
 * Compares what an operator takes up, with all that the operator has taken up without a proposal on the UTC day, with
 * `fourEyesPayoutEur`. Without a rate it needs a second operator.
 *
 * Rounding: none.
 * Source: requirements APR-018; D-157.
 */
export async function valueOfDay(db: Db, { operatorId, amounts, now }: Taking): Promise<DayValue> {
  const { rows } = await sql<{ currency: string; units: string }>`
    select p.currency, sum(p.amount)::text as units from payout_takings t join payouts p on p.id = t.payout_id
    where t.operator_id = ${operatorId} and t.at >= ${now - (now % DAY_MS)} and t.reason is null and t.proposal_id is null
    group by p.currency`.execute(db)
  const taken = rows.map(({ currency, units }) => ({ currency, units: BigInt(units) }))
  const values = await EurValues.read(db)
  const before = worthInEur(values, taken)
  const after = worthInEur(values, [...taken, ...amounts])
  const limit = await readSetting(db, 'fourEyesPayoutEur')
  return { before, after, isNeeded: after === null || reaches(after, limit) }
}

/** Whether payouts alone need a second operator, for acts that no operator of the console does. */
export async function needsSecondForAmounts(db: Db, amounts: readonly Amount[]): Promise<boolean> {
  const worth = worthInEur(await EurValues.read(db), amounts)
  return worth === null || reaches(worth, await readSetting(db, 'fourEyesPayoutEur'))
}

/** The amounts of payouts. */
export const amountsOf = (
  payouts: readonly { readonly currency: string; readonly amount: string }[],
): Amount[] => payouts.map(({ currency, amount }) => ({ currency, units: BigInt(amount) }))

type Noted = {
  readonly payoutIds: readonly number[]
  readonly operatorId: number
  readonly at: number
  /** The proposal that a second operator has approved; null: nobody has. */
  readonly proposalId: number | null
  /** Why it is taken over; null: it is taken up. */
  readonly reason: string | null
}

/** Notes who takes payouts up, or over. */
export async function noteTakings(
  tx: Tx,
  { payoutIds, operatorId, at, proposalId, reason }: Noted,
): Promise<void> {
  await sql`insert into payout_takings (payout_id, operator_id, at, reason, proposal_id)
    select unnest(${[...payoutIds]}::bigint[]), ${operatorId}, ${at}, ${reason}, ${proposalId}`.execute(
    tx,
  )
}
