import { sql } from 'kysely'

import { unnesting } from '../../../db/column.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { PREPARED } from '../../../db/prepared.ts'
import type { PayoutSession } from '../../../db/schema.ts'
import {
  type Authenticator,
  lockAuthenticator,
} from '../../../passport/accounts/authenticator-steps.ts'
import type { PayoutIdentity } from '../../../passport/accounts/payout-identity.ts'
import { storedSettings } from '../../settings/read-settings.ts'
import { type Guard, lockGuard, type Requested, sessionKey } from './payout-guard.ts'
import {
  joiningState,
  lockBalance,
  type PayoutRoute,
  ROUTE_STATE,
  routeOf,
  type RouteRow,
} from './payout-state.ts'

/** The source that a call is about. */
export type PayoutSource = Requested & {
  /** Where a request is to go; null: a confirmation, which goes where its session says. */
  readonly to: string | null
}

/**
 * The versions of the rows that a decision depends on: the transactions that wrote them. A row that is changed has another
 * version. Null: there is no such row, or the decision does not depend on it.
 */
export type PayoutVersions = {
  readonly guard: string
  readonly account: string | null
  readonly authenticator: string | null
  /** Of the settings, the route, the verification and the password. */
  readonly terms: string | null
}

/** What a call about a payout is decided on. */
export type PayoutBasis = {
  readonly versions: PayoutVersions
  readonly guard: Guard
  readonly authenticator: Authenticator | undefined
  readonly now: number
  readonly settings: Readonly<Record<(typeof PAYOUT_SETTINGS)[number], string>>
  readonly identity: PayoutIdentity
  readonly isBlocked: boolean
  readonly isClosed: boolean
  /** The open session of the source and sign-in. */
  readonly session: PayoutSession | null
  /** Null where there is no such route. */
  readonly route: PayoutRoute | null
  /** Addresses that the partner has paid to by the same route. */
  readonly earlier: readonly string[]
}

const PAYOUT_SETTINGS = [
  'maxPendingPayouts',
  'permissionsPayout',
  'permissionsPayoutTwoFa',
  'rateLimit.payoutInit',
] as const

/** SQL that tells whether the partner `c.partner_id` is blocked. */
export const IS_BLOCKED = sql`
  coalesce((select b.blocked from partner_blocks b where b.partner_id = c.partner_id order by b.fact desc limit 1), false)`

/** Whether a call pays; one that requests does not, and only its guard must be as it was read. */
export const isConfirmation = ({ to }: PayoutSource): boolean => to === null

/** The calls as rows of `c`; a confirmation has no `payout_to`. `session` is the key of its open session. */
const asRows = (sources: readonly PayoutSource[]) => sql`
  ${unnesting(sources, [
    ['bigint', ({ partnerId }) => partnerId],
    ['text', ({ from }) => from],
    ['text', ({ to }) => to],
    ['text', sessionKey],
  ])} with ordinality as c(partner_id, payout_from, payout_to, session, place)`

/**
 * Locks what a call depends on, and waits for it: the partner's guard, then, for a confirmation, the account and the
 * authenticator.
 */
export async function waitForLocks(tx: Tx, source: PayoutSource): Promise<void> {
  const { partnerId, from } = source
  await lockGuard(tx, partnerId)
  if (!isConfirmation(source)) return
  await lockBalance(tx, partnerId, from)
  await lockAuthenticator(tx, partnerId)
}

/** A route with its state, an identity, the guard, and the authenticator where there is one. */
type BasisRow = RouteRow &
  PayoutIdentity & {
    readonly stored: Readonly<Record<string, string>>
    readonly isBlocked: boolean
    readonly isClosed: boolean
    readonly guard: Guard | null
    readonly guardVersion: string | null
    readonly accountVersion: string | null
    readonly authenticatorVersion: string | null
    readonly termsVersion: string
    readonly sealedSecret: Buffer | null
    readonly lastStep: number
    readonly earlier: readonly string[]
  }

/**
 * Reads what calls of different partners are decided on, in their order; null for a partner without a guard. All of it is
 * of the same instant, and none of it is locked: see `PayoutVersions`.
 *
 * The plan is kept, and may be made while tables are small. Subqueries with `offset 0` look each partner up in an index; the
 * plan of a plain join could read a whole table for some calls.
 */
export async function readPayoutBases(
  db: Db,
  sources: readonly PayoutSource[],
  now: number,
): Promise<(PayoutBasis | null)[]> {
  if (sources.length === 0) return []
  const { rows } = await sql<BasisRow>`${PREPARED}
    with stored as materialized (
      select coalesce(jsonb_object_agg(name, value), '{}') as settings, string_agg(xmin::text, ' ' order by name) as version
      from settings where name in (${sql.join(PAYOUT_SETTINGS.map((name) => sql.lit(name)))}))
    select r.*, ${ROUTE_STATE}, stored.settings as stored, proof.confirmed_at as authenticator_since,
      coalesce(v.status = 'APPROVED', false) as is_verified, owner.password_changed_at,
      owner.closed_at is not null as is_closed, ${IS_BLOCKED} as is_blocked,
      concat_ws(' ', r.xmin, coalesce(v.xmin::text, 'none'), owner.xmin, stored.version) as terms_version,
      case when g.partner_id is not null then jsonb_build_object('partnerId', g.partner_id, 'wrongAt', g.wrong_at,
        'wrongStreak', g.wrong_streak, 'lockedAt', g.locked_at, 'stopUntil', g.stop_until, 'minuteStart', g.minute_start, 'inits', g.inits,
        'sessions', g.sessions) end as guard,
      g.xmin::text as guard_version, a.xmin::text as account_version,
      proof.sealed_secret, proof.last_step, proof.xmin::text as authenticator_version,
      array(select distinct e.address from payouts e where e.partner_id = c.partner_id
        and e.payout_to = r.payout_to and e.status <> 'REJECTED') as earlier
    from ${asRows(sources)}
    cross join stored
    left join lateral (select v.*, v.xmin from passport.verifications v
      where v.user_id = c.partner_id and v.document_type = 'PASSPORT' offset 0) v on true
    left join lateral (select a.*, a.xmin from passport.accounts a where a.user_id = c.partner_id offset 0) owner on true
    left join lateral (select g.*, g.xmin from payout_guards g where g.partner_id = c.partner_id offset 0) g on true
    left join lateral (select a.*, a.xmin from passport.authenticators a
      where a.user_id = c.partner_id offset 0) proof on true
    left join payout_routes r on r.payout_from = c.payout_from
      and r.payout_to = coalesce(c.payout_to, g.sessions -> c.session ->> 'payoutTo')
    ${joiningState(now)}
    order by c.place`.execute(db)
  return rows.map((row, at) => basisOf(row, sources[at]!, now))
}

function basisOf(row: BasisRow, source: PayoutSource, now: number): PayoutBasis | null {
  const { guard, guardVersion, authenticatorVersion, earlier } = row
  if (guard === null) return null
  const { isVerified, authenticatorSince, passwordChangedAt, sealedSecret, lastStep } = row
  const { isBlocked, isClosed } = row
  return {
    now,
    settings: storedSettings(PAYOUT_SETTINGS, row.stored),
    versions: {
      guard: guardVersion!,
      account: row.accountVersion,
      authenticator: authenticatorVersion,
      terms: row.termsVersion,
    },
    guard,
    authenticator:
      authenticatorVersion === null
        ? undefined
        : { userId: source.partnerId, sealedSecret, lastStep },
    identity: { isVerified, authenticatorSince, passwordChangedAt },
    isBlocked,
    isClosed,
    session: guard.sessions[sessionKey(source)] ?? null,
    route: (row.payoutFrom as string | null) === null ? null : routeOf(row),
    earlier,
  }
}
