import { timingSafeEqual } from 'node:crypto'

import {
  codeBudget,
  type CodeBudget,
  isLockedByCodes,
  Refusal,
  type WrongCodes,
} from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../../core/core.ts'
import type { Db, Tx } from '../../../db/database.ts'
import type { PayoutSession } from '../../../db/schema.ts'
import { CALL_WINDOW_MS } from '../../../input/limits.ts'

/** The stored wrong codes and requests of a partner, and the open session of each source and sign-in, by `sessionKey`. */
export type Guard = WrongCodes & {
  readonly partnerId: number
  readonly minuteStart: number
  readonly inits: number
  readonly sessions: Readonly<Record<string, PayoutSession>>
}

/** Reads a partner's budget of wrong codes, and whether the company has locked the payouts rather than wrong codes. */
export async function readCodeBudget(
  db: Db,
  partnerId: number,
  now: number,
): Promise<CodeBudget & { readonly isStopped: boolean }> {
  const guard = await db
    .selectFrom('payoutGuards')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .executeTakeFirst()
  const budget = codeBudget(guard ?? { wrongAt: [], lockedAt: null, stopUntil: null }, now)
  return { ...budget, isStopped: budget.isLocked && !isLockedByCodes(guard!) }
}

/**
 * Locks the guard of a partner until the transaction ends, so that the payouts of one partner are confirmed one after the
 * other, from whichever source. It is the first lock of a transaction; account locks come after it.
 */
export async function lockGuard(tx: Tx, partnerId: number): Promise<Guard> {
  const { rows } = await sql<Guard>`
    insert into payout_guards (partner_id) values (${partnerId})
    on conflict (partner_id) do update set partner_id = excluded.partner_id
    returning partner_id, wrong_at, wrong_streak, locked_at, stop_until, minute_start, inits, sessions`.execute(
    tx,
  )
  return rows[0]!
}

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
  const isSameMinute = guard.minuteStart <= now && now < guard.minuteStart + CALL_WINDOW_MS
  if (isSameMinute && guard.inits >= limit) {
    const retryAfter = Math.ceil((guard.minuteStart + CALL_WINDOW_MS - now) / 1_000)
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

/** Seals a request with the key of the installation: with a code, beside a process of version 0.3.0 with the encrypted request. */
export function sealSession(
  { passwords, leadership }: Core,
  requested: Requested,
  session: Omit<PayoutSession, 'seal'>,
): PayoutSession {
  const text = sealedText(requested, session)
  const seal = leadership.isBesideOlder
    ? passwords.seal(requested.partnerId, text).toString('base64')
    : passwords.codeOf(`${requested.partnerId} ${text}`)
  return { ...session, seal }
}

/** Whether a request is as this partner has made it. */
export function isSealed(
  { passwords }: Core,
  requested: Requested,
  session: PayoutSession,
): boolean {
  const { partnerId } = requested
  const text = sealedText(requested, session)
  const seal = Buffer.from(String(session.seal ?? ''))
  const code = Buffer.from(passwords.codeOf(`${partnerId} ${text}`))
  if (seal.length === code.length) return timingSafeEqual(seal, code)
  // Processes of version 0.3.0 beside this one store the text itself, encrypted.
  return passwords.open(partnerId, Buffer.from(String(seal), 'base64')) === text
}

const sealedText = (
  requested: Requested,
  { payoutTo, address, amount, openedAt, expiresAt }: Omit<PayoutSession, 'seal'>,
): string =>
  JSON.stringify(['payout', sessionKey(requested), payoutTo, address, amount, openedAt, expiresAt])

/** The guard with another session of a source and sign-in, which takes the place of an earlier one. */
export function withSession(
  guard: Guard,
  requested: Pick<Requested, 'from' | 'signIn'>,
  session: PayoutSession,
): Guard {
  return { ...guard, sessions: { ...guard.sessions, [sessionKey(requested)]: session } }
}

/** The guard without expired sessions. */
export const withoutExpired = (guard: Guard, now: number): Guard => ({
  ...guard,
  sessions: Object.fromEntries(
    Object.entries(guard.sessions).filter(([, { expiresAt }]) => now < expiresAt),
  ),
})
