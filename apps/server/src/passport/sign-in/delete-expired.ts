import type { Tx } from '../../db/database.ts'
import type { Passport } from '../passport.ts'
import { GIVEN_UP_AFTER_MS } from '../mail/mail-queue.ts'
import { BACK_MS, CONFIRM_MS } from '../tokens/mailed-tokens.ts'
import { sessionTimes } from '../tokens/sessions.ts'
import { deleteUnfinishedDocuments } from '../verifications/stored-documents.ts'
import { ATTEMPT_KEPT_MS } from '../../proofs/wrong-attempts.ts'
import { DEVICE_KEPT_MS } from './devices.ts'
import { deleteOldCounts } from './rate-limits.ts'

const EVERY_MS = 3_600_000
const lastAt = new WeakMap<Passport, number>()

/** Deletes expired rows in the background, at most once an hour, and none by a clock that is not to be relied on. */
export function deleteExpired(passport: Passport): void {
  const now = passport.core.clock()
  if (Math.abs(now - (lastAt.get(passport) ?? Number.NEGATIVE_INFINITY)) < EVERY_MS) return
  lastAt.set(passport, now)
  void passport.background.run(async () => {
    const { trustedClock, database } = passport.core
    if ((await trustedClock.problem(database.read)) !== null) return
    const { most } = await sessionTimes(passport)
    await database.transaction((tx) => deleteRows(tx, now, most))
  })
}

async function deleteRows(tx: Tx, now: number, most: number): Promise<void> {
  await tx
    .deleteFrom('passport.sessions')
    .where('openedAt', '<=', now - most)
    .execute()
  // A used hand-off is kept as long as its session can live, because a second use must end that session.
  await tx
    .deleteFrom('passport.handOffs')
    .where('expiresAt', '<=', now - most)
    .execute()
  // Delivery deletes old mails itself. These are left over when the mail server is no longer configured.
  await tx
    .deleteFrom('passport.mails')
    .where('createdAt', '<=', now - 2 * GIVEN_UP_AFTER_MS)
    .execute()
  await deleteUnfinishedDocuments(tx, now)
  await tx.deleteFrom('passport.passkeyChallenges').where('expiresAt', '<=', now).execute()
  await tx.deleteFrom('passport.mailedTokens').where('expiresAt', '<=', now).execute()
  await tx
    .deleteFrom('passport.emailChanges')
    .where(({ eb, or, and }) =>
      or([
        eb('changedAt', '<=', now - BACK_MS),
        and([eb('changedAt', 'is', null), eb('askedAt', '<=', now - CONFIRM_MS)]),
      ]),
    )
    .execute()
  await deleteOldCounts(tx, now)
  await tx
    .deleteFrom('passport.devices')
    .where('lastUsedAt', '<=', now - DEVICE_KEPT_MS)
    .execute()
  await tx
    .deleteFrom('passport.unknownSignIns')
    .where('lastAt', '<=', now - ATTEMPT_KEPT_MS)
    .execute()
}
