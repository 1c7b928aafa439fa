import { type RawBuilder, sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import { unnesting } from '../../db/column.ts'
import type { Tx } from '../../db/database.ts'
import { stepOfCode } from '../two-factor/totp.ts'

/** An authenticator: its sealed secret, and the last time step whose code was accepted. */
export type Authenticator = {
  readonly userId: number
  readonly sealedSecret: Buffer | null
  readonly lastStep: number
}

/** A time step whose code was accepted. */
export type UsedStep = { readonly userId: number; readonly step: number }

/** Locks the authenticator of an account until the transaction ends. */
export const lockAuthenticator = (tx: Tx, userId: number): Promise<Authenticator | undefined> =>
  tx
    .selectFrom('passport.authenticators')
    .select(['userId', 'sealedSecret', 'lastStep'])
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst()

/**
 * Returns the time step of a code that may be used: each step is accepted once, and never after a later one. `used` is the
 * code of a step that is not accepted any more.
 *
 * Source: decisions D-091, D-142; RFC 6238 section 5.2.
 */
export function acceptedStep(
  core: Core,
  authenticator: Authenticator | undefined,
  code: string,
): number | 'used' | 'wrong' {
  if (authenticator === undefined || authenticator.sealedSecret === null) return 'wrong'
  const { userId, sealedSecret, lastStep } = authenticator
  const secret = core.passwords.open(userId, sealedSecret)
  const step = secret === null ? null : stepOfCode(secret, code, core.clock())
  if (step === null) return 'wrong'
  return step <= lastStep ? 'used' : step
}

/** SQL that uses time steps up; the authenticators are locked. */
export const usingSteps = (used: readonly UsedStep[]): RawBuilder<unknown> => sql`
  update passport.authenticators a set last_step = u.step
  from ${unnesting(used, [
    ['bigint', ({ userId }) => userId],
    ['bigint', ({ step }) => step],
  ])} as u(user_id, step)
  where a.user_id = u.user_id`
