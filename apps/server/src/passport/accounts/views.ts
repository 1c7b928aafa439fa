import { Refusal } from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { hashOf } from '../../proofs/secret-token.ts'
import { newViewToken } from '../../proofs/view-token.ts'
import { oweNotice } from '../notices/notices.ts'

/** A view lasts this long after it was opened. Source: decisions D-174. */
const VIEW_MS = 15 * 60_000

/** The link of a view is good this long. */
const HAND_OFF_MS = 60_000

/** Views that a partner sees in the list of sessions. */
const MOST_SHOWN = 20

/** The scope of a view: it reads only. */
export const VIEW_SCOPE = { scope: 'READ active', scope_code: 'active' } as const

/** An open view. Units: `expires` in epoch milliseconds. */
export type View = {
  readonly id: number
  readonly userId: number
  readonly email: string
  readonly expires: number
}

type NewView = {
  readonly partnerId: number
  /** The session of the console that asks for it. */
  readonly session: { readonly id: number; readonly operatorId: number; readonly until: number }
}

/** Makes a view; returns the hand-off token, of which only the hash is stored. Source: decisions D-174. */
export async function makeView(
  { clock }: Pick<Core, 'clock'>,
  tx: Tx,
  { partnerId, session }: NewView,
): Promise<{ id: number; token: string; goodUntil: number }> {
  const token = newViewToken()
  const madeAt = clock()
  const { id } = await tx
    .insertInto('console.views')
    .values({
      partnerId,
      operatorId: session.operatorId,
      sessionId: session.id,
      signedInUntil: session.until,
      handOffHash: hashOf(token),
      madeAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token, goodUntil: madeAt + HAND_OFF_MS }
}

/**
 * Swaps the hand-off of a view for its access token. A second use ends the view.
 *
 * Refuses: `invalid_grant`, also when the operator has signed out.
 */
export async function openView(
  core: Core,
  handOff: string,
  isTold: boolean,
): Promise<{ access_token: string; expires: number }> {
  const opened = await core.database.transaction((tx) => openOnce(core, tx, { handOff, isTold }))
  // Thrown after the commit, so that a view ended by a second use stays ended.
  if (opened === null) throw new Refusal('invalid_grant')
  return opened
}

async function openOnce(
  core: Core,
  tx: Tx,
  { handOff, isTold }: { readonly handOff: string; readonly isTold: boolean },
): Promise<{ access_token: string; expires: number } | null> {
  const now = core.clock()
  const { rows } = await sql<Found & { madeAt: number }>`
    select ${FOUND}, v.made_at ${openAt(now)} and v.hand_off_hash = ${hashOf(handOff)} for update of v`.execute(
    tx,
  )
  const [found] = rows
  if (found === undefined) return null
  if (found.openedAt !== null) {
    await endView(tx, found.id, now)
    return null
  }
  if (now >= found.madeAt + HAND_OFF_MS) return null

  const token = newViewToken()
  await tx
    .updateTable('console.views')
    .set({ tokenHash: hashOf(token), openedAt: now, isTold })
    .where('id', '=', found.id)
    .execute()
  if (isTold) await oweNotice(core, tx, { userId: found.userId, kind: 'supportLooked' })
  return { access_token: token, expires: endOf(found, now) }
}

type Found = Omit<View, 'expires'> & {
  readonly openedAt: number | null
  readonly signedInUntil: number
}

const endOf = ({ signedInUntil }: Pick<Found, 'signedInUntil'>, openedAt: number): number =>
  Math.min(openedAt + VIEW_MS, signedInUntil)

const FOUND = sql`v.id, v.partner_id as user_id, a.email, v.opened_at, v.signed_in_until`

/** A view is over when its operator has signed out, was locked or removed, or has lost the roles that may view. */
const openAt = (now: number): RawBuilder<unknown> => sql`
  from console.views v
  join console.sessions s on s.id = v.session_id
  join console.operators o on o.id = v.operator_id and o.locked_at is null and o.removed_at is null
  join passport.accounts a on a.user_id = v.partner_id and a.closed_at is null
  where v.ended_at is null and v.signed_in_until > ${now}
    and exists (select from console.operator_roles r where r.operator_id = o.id and r.role in ('support', 'admin'))`

/**
 * Returns the open view of an access token, as the database has it now: its end acts on the next call of every process.
 *
 * Refuses: `invalid_token`.
 */
export async function requireView({ database, clock }: Core, token: string): Promise<View> {
  const now = clock()
  const { rows } = await sql<Found & { openedAt: number }>`
    select ${FOUND} ${openAt(now)} and v.token_hash = ${hashOf(token)}`.execute(database.read)
  const [found] = rows
  if (found === undefined) throw new Refusal('invalid_token')
  const { id, userId, email, openedAt } = found
  const expires = endOf(found, openedAt)
  if (now >= expires) throw new Refusal('invalid_token')
  return { id, userId, email, expires }
}

/** Ends a view. Doing it again changes nothing. */
export async function endView(db: Pick<Tx, 'updateTable'>, id: number, at: number): Promise<void> {
  await db
    .updateTable('console.views')
    .set({ endedAt: at })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .execute()
}

/** The views that a partner is told of, the newest first. Source: requirements PTR-017. */
export async function readToldViews(
  { database }: Core,
  partnerId: number,
): Promise<{ at: number }[]> {
  const { rows } = await sql<{ at: number }>`
    select opened_at as at from console.views
    where partner_id = ${partnerId} and is_told and opened_at is not null
    order by opened_at desc limit ${MOST_SHOWN}`.execute(database.read)
  return rows
}
