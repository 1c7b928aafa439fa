import { Refusal } from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import { writeEntries } from '../../business/audit/audit-log.ts'
import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { deviceName, placeOf } from '../../proofs/device-name.ts'
import { hashOf, newToken } from '../../proofs/secret-token.ts'
import { inOrder, lockOperator } from '../accounts/operators.ts'
import type { Browser, Session } from '../console.ts'

const MINUTE_MS = 60_000

/** A session ends 12 hours after sign-in, and after 30 minutes without a call. Source: requirements OPR-005, OPR-006. */
const LONGEST_MS = 12 * 60 * MINUTE_MS
const IDLE_MS = 30 * MINUTE_MS
/** The second step follows the password within this time. */
const HALF_MS = 5 * MINUTE_MS
/** The second factor was checked at most this long ago. Source: requirements OPR-014. */
const FRESH_MS = 15 * MINUTE_MS

/** Seconds that a browser keeps the cookie. */
export const COOKIE_SECONDS = LONGEST_MS / 1_000

/** When a session ends at the latest. */
export const endOf = ({ openedAt }: Pick<Session, 'openedAt'>): number => openedAt + LONGEST_MS

/** Until when no second factor has to be repeated. */
export const freshUntil = (freshAt: number): number => freshAt + FRESH_MS

/** Refuses: `fresh_sign_in_required`, when the second factor was checked more than 15 minutes ago. */
export function requireFresh({ freshAt }: Session, now: number): void {
  if (freshAt === null || now > freshUntil(freshAt)) throw new Refusal('fresh_sign_in_required')
}

/** The value of `X-Console-Token`: it follows from the cookie, which no other origin reads, and says nothing about it. */
export const consoleTokenOf = (token: string): string =>
  hashOf(`console token ${token}`).toString('base64url')

const isOver = (now: number): RawBuilder<boolean> => sql`(s.opened_at <= ${now - LONGEST_MS}
  or s.last_used_at <= ${now - IDLE_MS} or (s.fresh_at is null and s.opened_at <= ${now - HALF_MS}))`

/**
 * Returns the session of a token, as the database has it now: a lock or another role acts on the next call of every process.
 * `isUse`: the operator's own call, which keeps the session open.
 *
 * Refuses: `invalid_token`, without a session, after its end, and for an operator who is locked or removed.
 */
export async function useSession(
  core: Core,
  token: string | null,
  { isUse, isHalf }: { readonly isUse: boolean; readonly isHalf: boolean },
): Promise<Session> {
  if (token === null) throw new Refusal('invalid_token')
  const now = core.clock()
  const mine = sql`from console.operators o
    where s.token_hash = ${hashOf(token)} and o.id = s.operator_id and not ${isOver(now)}
      and o.locked_at is null and o.removed_at is null and (s.fresh_at is null) = ${isHalf}`
  const found = sql`s.id, s.token_hash, s.operator_id, o.email, s.opened_at, s.fresh_at,
    array(select role from console.operator_roles r where r.operator_id = o.id) as roles`
  const asked = isUse
    ? sql<Session>`update console.sessions s set last_used_at = greatest(s.last_used_at, ${now}) ${mine} returning ${found}`
    : sql<Session>`select ${found} from console.sessions s, lateral (select o.* ${mine}) o`
  const { rows } = await asked.execute(core.database.read)
  if (rows[0] !== undefined) return { ...rows[0], roles: inOrder(rows[0].roles) }
  await endOverdue(core)
  throw new Refusal('invalid_token')
}

/** Deletes the sessions whose time is over, each with an entry of the audit log. */
export async function endOverdue(core: Core): Promise<void> {
  const now = core.clock()
  const over = await sql`select from console.sessions s where ${isOver(now)} limit 1`.execute(
    core.database.read,
  )
  if (over.rows.length === 0) return
  await core.database.transaction(async (tx) => {
    const { rows } = await sql<{ email: string; device: string; place: string; isHalf: boolean }>`
      delete from console.sessions s using console.operators o where o.id = s.operator_id and ${isOver(now)}
      returning o.email, s.device, s.place, s.fresh_at is null as is_half`.execute(tx)
    const ended = rows.filter(({ isHalf }) => !isHalf)
    await writeEntries(
      tx,
      now,
      ended.map(({ email, device, place }) => ({
        actor: email,
        command: 'console session ended',
        details: () => ({ why: 'time', device, place }),
        // The call that finds it is somebody else's.
        callerAddress: undefined,
      })),
    )
  })
}

/** Opens a session; `isHalf` after the password alone. Returns its token, of which only the hash is stored. */
export async function openSession(
  core: Core,
  tx: Tx,
  {
    operatorId,
    browser,
    isHalf,
  }: {
    readonly operatorId: number
    readonly browser: Browser
    readonly isHalf: boolean
  },
): Promise<string> {
  const token = newToken()
  const now = core.clock()
  await tx
    .insertInto('console.sessions')
    .values({
      tokenHash: hashOf(token),
      operatorId,
      openedAt: now,
      lastUsedAt: now,
      freshAt: isHalf ? null : now,
      device: deviceName(browser.userAgent),
      place: placeOf(browser.address),
    })
    .execute()
  return token
}

/** Ends the sessions of an operator but one. Source: requirements OPR-025. */
export async function endOtherSessions(tx: Tx, { operatorId, tokenHash }: Session): Promise<void> {
  await tx
    .deleteFrom('console.sessions')
    .where('operatorId', '=', operatorId)
    .where('tokenHash', '<>', tokenHash)
    .execute()
}

/**
 * Locks the operator of a session and requires that it is still open: what ends sessions locks the operator too, so nothing
 * that a session began outlives its end.
 *
 * Refuses: `invalid_token`.
 */
export async function lockOpenSession(tx: Tx, { operatorId, tokenHash }: Session): Promise<void> {
  await lockOperator(tx, operatorId)
  const open = await tx
    .selectFrom('console.sessions')
    .select('id')
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  if (open === undefined) throw new Refusal('invalid_token')
}
