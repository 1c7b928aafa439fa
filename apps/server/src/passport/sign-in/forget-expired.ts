import type { Tx } from '../../db/database.ts'
import type { Passport } from '../passport.ts'
import { GIVEN_UP_AFTER_MS } from '../mail/mail-queue.ts'
import { sessionTimes } from '../tokens/sessions.ts'
import { ATTEMPT_KEPT_MS } from './attempts.ts'
import { DEVICE_KEPT_MS } from './devices.ts'

const EVERY_MS = 3_600_000
const lastAt = new WeakMap<Passport, number>()

/** Once an hour, beside a sign-in, delete what nothing depends on any more. */
export function forgetExpired(passport: Passport): void {
  const now = passport.core.clock()
  if (now - (lastAt.get(passport) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return
  lastAt.set(passport, now)
  void passport.background.run(async () => {
    const { most } = await sessionTimes(passport)
    await passport.core.database.transaction((tx) => forget(tx, now, most))
  })
}

async function forget(tx: Tx, now: number, most: number): Promise<void> {
  await tx
    .deleteFrom('passport.sessions')
    .where('openedAt', '<=', now - most)
    .execute()
  // A used hand-off is kept as long as its session may live: a second use must still end it.
  await tx
    .deleteFrom('passport.handOffs')
    .where('expiresAt', '<=', now - most)
    .execute()
  // Only where the mail server was taken away: whoever hands mails over gives old ones up.
  await tx
    .deleteFrom('passport.mails')
    .where('createdAt', '<=', now - 2 * GIVEN_UP_AFTER_MS)
    .execute()
  await tx.deleteFrom('passport.mailedTokens').where('expiresAt', '<=', now).execute()
  await tx
    .deleteFrom('passport.rateLimits')
    .where('windowStart', '<=', now - EVERY_MS)
    .execute()
  await tx
    .deleteFrom('passport.devices')
    .where('lastUsedAt', '<=', now - DEVICE_KEPT_MS)
    .execute()
  await tx
    .deleteFrom('passport.unknownSignIns')
    .where('lastAt', '<=', now - ATTEMPT_KEPT_MS)
    .execute()
}
