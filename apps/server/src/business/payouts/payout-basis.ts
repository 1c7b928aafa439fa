import { sql } from 'kysely'

import { column } from '../../db/column.ts'
import type { Tx } from '../../db/database.ts'
import {
  type LockedAuthenticator,
  lockAuthenticator,
  lockingAuthenticators,
} from '../../passport/accounts/authenticator-steps.ts'
import { type PayoutIdentity, payoutIdentity } from '../../passport/accounts/payout-identity.ts'
import type { SettingName } from '../settings/settings.ts'
import { type Guard, lockGuard } from './payout-guard.ts'
import type { PayoutSession } from './payout-sessions.ts'
import {
  joiningState,
  lockBalance,
  type PayoutRoute,
  ROUTE_STATE,
  routeOf,
  type RouteRow,
} from './payout-state.ts'

/** The source that a call is about. */
export type PayoutSource = {
  readonly partnerId: number
  readonly from: string
  /** Where a request is to go; null: a confirmation, which goes where its session says. */
  readonly to: string | null
}

/** Rows that a transaction has locked for a call. */
type Locked = {
  readonly guard: Guard
  /** Of a confirmation; undefined without one. */
  readonly authenticator: LockedAuthenticator | undefined
}

/** Locked rows by partner. */
export type PayoutLocks = ReadonlyMap<number, Locked>

/** What a call about a payout is decided on. */
export type PayoutBasis = Locked & {
  readonly now: number
  readonly settings: Readonly<Record<SettingName, string>>
  readonly identity: PayoutIdentity
  /** The open session of the source. */
  readonly session: PayoutSession | null
  /** Null where there is no such route. */
  readonly route: PayoutRoute | null
  /** Addresses that the partner has paid to by the same route. Of a confirmation. */
  readonly earlier: readonly string[]
}

const isConfirmation = ({ to }: PayoutSource): boolean => to === null
const idsOf = (sources: readonly PayoutSource[]) => sources.map(({ partnerId }) => partnerId)

/** The calls as rows of `c`; a confirmation has no `payout_to`. */
const asRows = (sources: readonly PayoutSource[]) => sql`
  unnest(${column(idsOf(sources))}::bigint[], ${column(sources.map(({ from }) => from))}::text[],
    ${column(sources.map(({ to }) => to))}::text[]) with ordinality as c(partner_id, payout_from, payout_to, place)`

/**
 * Locks what a call depends on, and waits for it: the partner's guard, then, for a confirmation, the account and the
 * authenticator.
 */
export async function waitForLocks(tx: Tx, source: PayoutSource): Promise<PayoutLocks> {
  const { partnerId, from } = source
  const guard = await lockGuard(tx, partnerId)
  if (!isConfirmation(source)) return new Map([[partnerId, { guard, authenticator: undefined }]])
  await lockBalance(tx, partnerId, from)
  return new Map([[partnerId, { guard, authenticator: await lockAuthenticator(tx, partnerId) }]])
}

type LockedRow = Guard & Pick<LockedAuthenticator, 'sealedSecret' | 'lastStep'>

/**
 * Locks the rows that calls of different partners depend on, and skips rows that another transaction holds. It never waits,
 * so the order of its locks does not matter. Returns the rows of each partner whose call has all of them locked.
 */
export async function lockFree(tx: Tx, sources: readonly PayoutSource[]): Promise<PayoutLocks> {
  const confirming = idsOf(sources.filter(isConfirmation))
  const { rows } = await sql<LockedRow>`
    with c as (select * from ${asRows(sources)}),
    guards as materialized (
      select g.* from payout_guards g where g.partner_id in (select partner_id from c) for update skip locked),
    balances as materialized (
      select a.partner_id from c join accounts a on a.partner_id = c.partner_id and a.name = c.payout_from
      where c.payout_to is null for update of a skip locked),
    proofs as materialized (${lockingAuthenticators(confirming)})
    select g.*, p.sealed_secret, p.last_step
    from c join guards g using (partner_id)
    left join proofs p on p.user_id = c.partner_id
    where c.payout_to is not null
      or (p.user_id is not null and c.partner_id in (select partner_id from balances))`.execute(tx)
  return new Map(
    rows.map(({ sealedSecret, lastStep, ...guard }) => {
      const authenticator = { userId: guard.partnerId, sealedSecret, lastStep }
      return [guard.partnerId, { guard, authenticator }]
    }),
  )
}

/** A route with its state and an identity, and the session where there is one. */
type BasisRow = RouteRow &
  PayoutIdentity & {
    readonly session: PayoutSession | null
    readonly earlier: readonly string[]
  }

/**
 * Reads what calls of different partners are decided on, in their order; their rows are locked.
 *
 * A statement of its own after the locks: one that waits for a lock reads all other rows as they were before.
 */
export async function readPayoutBases(
  tx: Tx,
  sources: readonly PayoutSource[],
  { locks, settings, now }: Pick<PayoutBasis, 'settings' | 'now'> & { readonly locks: PayoutLocks },
): Promise<PayoutBasis[]> {
  const { rows } = await sql<BasisRow>`
    select r.*, ${ROUTE_STATE}, ${payoutIdentity(sql`c.partner_id`)},
      case when s.partner_id is not null then jsonb_build_object('partnerId', s.partner_id, 'payoutFrom', s.payout_from,
        'payoutTo', s.payout_to, 'address', s.address, 'amount', s.amount::text, 'openedAt', s.opened_at,
        'expiresAt', s.expires_at, 'attemptsLeft', s.attempts_left) end as session,
      array(select distinct e.address from payouts e where c.payout_to is null and e.partner_id = c.partner_id
        and e.payout_to = r.payout_to and e.status <> 'REJECTED') as earlier
    from ${asRows(sources)}
    left join payout_sessions s on s.partner_id = c.partner_id and s.payout_from = c.payout_from
    left join payout_routes r on r.payout_from = c.payout_from and r.payout_to = coalesce(c.payout_to, s.payout_to)
    ${joiningState(now)}
    order by c.place`.execute(tx)
  return rows.map(
    ({ session, earlier, isVerified, authenticatorSince, passwordChangedAt, ...row }, at) => ({
      ...locks.get(sources[at]!.partnerId)!,
      now,
      settings,
      identity: { isVerified, authenticatorSince, passwordChangedAt },
      session,
      route: (row.payoutFrom as string | null) === null ? null : routeOf(row),
      earlier,
    }),
  )
}
