import { DAY_MS, Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../../core/core.ts'
import type { Db, Tx } from '../../../db/database.ts'

/** Wrong codes that an hour allows, and wrong codes in a row that lock payouts. Source: decisions D-142. */
const WRONG_AN_HOUR = 10
const LONGEST_STREAK = 100

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** What the wrong codes of a partner leave: how many more this hour allows, until when none, and whether payouts are locked. */
export type GuessBudget = {
  readonly left: number
  readonly waitsUntil: number | null
  readonly isLocked: boolean
}

/** A request of a payout that waits for the code of the sign-in that opened it. Units: `amount` in smallest units, as text. */
export type PayoutSession = {
  readonly payoutTo: string
  readonly address: string
  readonly amount: string
  readonly openedAt: number
  readonly expiresAt: number
  readonly attemptsLeft: number
  /** Of partner, source, sign-in, address, amount and times: what was changed in the database is not paid. See `sealSession`. */
  readonly seal: string
}

/** The stored wrong codes and requests of a partner, and the open session of each source and sign-in, by `sessionKey`. */
export type Guard = {
  readonly partnerId: number
  readonly wrongAt: readonly number[]
  readonly wrongStreak: number
  readonly lockedAt: number | null
  readonly minuteStart: number
  readonly inits: number
  readonly sessions: Readonly<Record<string, PayoutSession>>
}

/** Reads a partner's budget of wrong codes. */
export async function readGuessBudget(
  db: Db,
  partnerId: number,
  now: number,
): Promise<GuessBudget> {
  const guard = await db
    .selectFrom('payoutGuards')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .executeTakeFirst()
  return budgetOf(guard ?? { wrongAt: [], lockedAt: null }, now)
}

/**
 * Locks the guard of a partner until the transaction ends, so that the payouts of one partner are confirmed one after the
 * other, from whichever source. It is the first lock of a transaction; account locks come after it.
 */
export async function lockGuard(tx: Tx, partnerId: number): Promise<Guard> {
  const { rows } = await sql<Guard>`
    insert into payout_guards (partner_id) values (${partnerId})
    on conflict (partner_id) do update set partner_id = excluded.partner_id
    returning partner_id, wrong_at, wrong_streak, locked_at, minute_start, inits, sessions`.execute(
    tx,
  )
  return rows[0]!
}

/**
 * The budget that a guard leaves. A clock that is set back gives no more codes: wrong codes of up to a day after now
 * count too. Later ones do not, as a clock that once ran far ahead would lock its partners out.
 */
export function budgetOf(
  { wrongAt, lockedAt }: Pick<Guard, 'wrongAt' | 'lockedAt'>,
  now: number,
): GuessBudget {
  const counted = wrongAt.filter((at) => at > now - HOUR_MS && at <= now + DAY_MS)
  const left = Math.max(0, WRONG_AN_HOUR - counted.length)
  return {
    left,
    waitsUntil: left > 0 ? null : counted.at(-WRONG_AN_HOUR)! + HOUR_MS,
    isLocked: lockedAt !== null,
  }
}

/** The guard after one more wrong code; the hundredth in a row locks payouts. */
export function withWrongCode(guard: Guard, now: number): Guard {
  const wrongStreak = guard.wrongStreak + 1
  return {
    ...guard,
    wrongStreak,
    wrongAt: [...guard.wrongAt, now].slice(-WRONG_AN_HOUR),
    lockedAt: wrongStreak >= LONGEST_STREAK ? now : null,
  }
}

/** The guard after a right code, which ends the row of wrong ones; the hour's budget stays as it is. */
export const withRightCode = (guard: Guard): Guard =>
  guard.wrongStreak === 0 ? guard : { ...guard, wrongStreak: 0 }

/**
 * The guard after one more request for a payout.
 *
 * Units: `limit` in requests a minute, which starts with the first; 0: no limit.
 * Refuses: `too_many_requests`, with the seconds to wait.
 * Source: decisions D-106.
 */
export function withInit(
  guard: Guard,
  { limit, now }: { readonly limit: number; readonly now: number },
): Guard {
  if (limit === 0) return guard
  const isSameMinute = guard.minuteStart <= now && now < guard.minuteStart + MINUTE_MS
  if (isSameMinute && guard.inits >= limit) {
    const retryAfter = Math.ceil((guard.minuteStart + MINUTE_MS - now) / 1_000)
    throw new Refusal('too_many_requests', { retryAfter })
  }
  const counted = isSameMinute ? { inits: guard.inits + 1 } : { inits: 1, minuteStart: now }
  return { ...guard, ...counted }
}

/** A partner who pays out, and the session of the identity provider that the call came with. */
export type Payer = { readonly partnerId: number; readonly signIn: string }

/** Who requests, and from which source. */
export type Requested = Payer & { readonly from: string }

/** The name of an open session in the guard of its partner. */
export const sessionKey = ({ from, signIn }: Pick<Requested, 'from' | 'signIn'>): string =>
  `${from} ${signIn}`

/** Seals a request with the key of the installation. */
export function sealSession(
  { passwords }: Core,
  requested: Requested,
  session: Omit<PayoutSession, 'seal'>,
): PayoutSession {
  const seal = passwords.seal(requested.partnerId, sealedText(requested, session))
  return { ...session, seal: seal.toString('base64') }
}

/** Whether a request is as this partner has made it. */
export function isSealed(
  { passwords }: Core,
  requested: Requested,
  session: PayoutSession,
): boolean {
  const seal = Buffer.from(String(session.seal ?? ''), 'base64')
  return passwords.open(requested.partnerId, seal) === sealedText(requested, session)
}

const sealedText = (
  requested: Requested,
  { payoutTo, address, amount, openedAt, expiresAt }: Omit<PayoutSession, 'seal'>,
): string =>
  JSON.stringify(['payout', sessionKey(requested), payoutTo, address, amount, openedAt, expiresAt])

/** The guard with another session of a source and sign-in, which takes the place of an earlier one; null: it has ended. */
export function withSession(
  guard: Guard,
  requested: Pick<Requested, 'from' | 'signIn'>,
  session: PayoutSession | null,
): Guard {
  const key = sessionKey(requested)
  const { [key]: _, ...others } = guard.sessions
  return { ...guard, sessions: session === null ? others : { ...others, [key]: session } }
}

/** The guard without expired sessions. */
export const withoutExpired = (guard: Guard, now: number): Guard => ({
  ...guard,
  sessions: Object.fromEntries(
    Object.entries(guard.sessions).filter(([, { expiresAt }]) => now < expiresAt),
  ),
})
