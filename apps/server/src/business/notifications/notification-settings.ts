import type {
  CallInput,
  NotificationSettings,
  putNotificationSettings,
} from '@partner-office/contracts'
import {
  isAlwaysOn,
  isOnAtFirst,
  NOTIFICATION_KEYS,
  type NotificationKey,
  Refusal,
} from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'

type Change = CallInput<typeof putNotificationSettings>['body']

/** Which mails a partner gets. Source: requirements NOT-004, NOT-005. */
export async function readNotificationSettings(
  db: Db,
  partnerId: number,
): Promise<NotificationSettings> {
  const rows = await db
    .selectFrom('notificationSettings')
    .select(['key', 'value'])
    .where('partnerId', '=', partnerId)
    .execute()
  const chosen = new Map(rows.map(({ key, value }) => [key, value]))
  const settings = NOTIFICATION_KEYS.map((key) => {
    const disabled = isAlwaysOn(key)
    return [key, { value: disabled || (chosen.get(key) ?? isOnAtFirst(key)), disabled }] as const
  })
  return Object.fromEntries(settings) as NotificationSettings
}

/**
 * Changes which mails a partner gets; a key that is left out stays as it is.
 *
 * Refuses: `validation_error`, for a setting that is always on and would be switched off.
 * Source: decisions D-079.
 */
export async function changeNotificationSettings(
  { database, clock }: Core,
  partnerId: number,
  change: Change,
): Promise<NotificationSettings> {
  const chosen = Object.entries(change) as [NotificationKey, boolean | undefined][]
  const fixed = chosen.find(([key, value]) => isAlwaysOn(key) && value === false)
  if (fixed !== undefined) {
    throw new Refusal('validation_error', { field: fixed[0], reason: 'disabled' })
  }
  const rows = chosen.flatMap(([key, value]) =>
    value === undefined || isAlwaysOn(key) ? [] : [{ partnerId, key, value, changedAt: clock() }],
  )
  return database.transaction(async (tx) => {
    if (rows.length > 0) {
      await tx
        .insertInto('notificationSettings')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['partnerId', 'key']).doUpdateSet((eb) => ({
            value: eb.ref('excluded.value'),
            changedAt: eb.ref('excluded.changedAt'),
          })),
        )
        .execute()
    }
    return readNotificationSettings(tx, partnerId)
  })
}
