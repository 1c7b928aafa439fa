import { Refusal } from '@partner-office/domain'

import type { Core } from '../core/core.ts'
import { codeAt, STEP_MS } from '../proofs/totp.ts'
import { DEMO_EMAIL, DEMO_SECRET } from './fill-demo.ts'

/** Current code of the demo partner's authenticator, whose secret is public. Units: epoch milliseconds. */
export const demoCodeAt = (now: number): string => codeAt(DEMO_SECRET, Math.floor(now / STEP_MS))

/**
 * Returns the demo partner's current code.
 *
 * Refuses: `not_found`, on a database without the demo partner.
 */
export async function readDemoCode(core: Core): Promise<string> {
  const account = await core.database.read
    .selectFrom('passport.accounts')
    .select('userId')
    .where('email', '=', DEMO_EMAIL)
    .executeTakeFirst()
  if (account === undefined) {
    throw new Refusal('not_found', { reason: `${DEMO_EMAIL} is not in this database` })
  }
  return demoCodeAt(core.clock())
}
