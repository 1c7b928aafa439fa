import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { codeAt, unusedStep } from '../../proofs/totp.ts'

/** An authenticator: its sealed secret, and the last time step whose code was accepted. */
export type Authenticator = {
  readonly userId: number
  readonly sealedSecret: Buffer | null
  readonly lastStep: number
}

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
  return secret === null ? 'wrong' : unusedStep({ secret, lastStep }, code, core.clock())
}

/** Whether a code is the one of a time step, used or not. */
export function isCodeOfStep(
  { passwords }: Core,
  { userId, sealedSecret }: Authenticator,
  { code, step }: { readonly code: string; readonly step: number },
): boolean {
  const secret = sealedSecret === null ? null : passwords.open(userId, sealedSecret)
  return secret !== null && codeAt(secret, step) === code
}

/** Uses the time step of an accepted code up; the authenticator is locked. */
export async function useStep(tx: Tx, userId: number, step: number): Promise<void> {
  await tx
    .updateTable('passport.authenticators')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .execute()
}
