import { type RawBuilder, sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import { column } from '../../db/column.ts'
import type { Tx } from '../../db/database.ts'
import { stepOfCode } from '../two-factor/totp.ts'

/** An authenticator whose row is locked, so that its secret and its last time step stay as they are. */
export type LockedAuthenticator = {
  readonly userId: number
  readonly sealedSecret: Buffer | null
  readonly lastStep: number
}

/** A time step whose code was accepted. */
export type UsedStep = { readonly userId: number; readonly step: number }

/** Locks the authenticator of an account until the transaction ends. */
export const lockAuthenticator = (
  tx: Tx,
  userId: number,
): Promise<LockedAuthenticator | undefined> =>
  tx
    .selectFrom('passport.authenticators')
    .select(['userId', 'sealedSecret', 'lastStep'])
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst()

/** SQL that locks the authenticators of accounts, and leaves out what another transaction has locked. */
export const lockingAuthenticators = (
  userIds: readonly number[],
): RawBuilder<LockedAuthenticator> => sql`
  select a.user_id, a.sealed_secret, a.last_step from passport.authenticators a
  where a.user_id = any(${column(userIds)}::bigint[]) for update skip locked`

/**
 * Returns the time step of a code that may be used: each step is accepted once, and never after a later one. `used` is the
 * code of a step that is not accepted any more.
 *
 * Source: decisions D-091, D-142; RFC 6238 section 5.2.
 */
export function acceptedStep(
  core: Core,
  authenticator: LockedAuthenticator | undefined,
  code: string,
): number | 'used' | 'wrong' {
  if (authenticator === undefined || authenticator.sealedSecret === null) return 'wrong'
  const { userId, sealedSecret, lastStep } = authenticator
  const secret = core.passwords.open(userId, sealedSecret)
  const step = secret === null ? null : stepOfCode(secret, code, core.clock())
  if (step === null) return 'wrong'
  return step <= lastStep ? 'used' : step
}

/** SQL that uses time steps up; the transaction has locked the authenticators. */
export const usingSteps = (used: readonly UsedStep[]): RawBuilder<unknown> => sql`
  update passport.authenticators a set last_step = u.step
  from unnest(${column(used.map(({ userId }) => userId))}::bigint[],
    ${column(used.map(({ step }) => step))}::bigint[]) as u(user_id, step)
  where a.user_id = u.user_id`
