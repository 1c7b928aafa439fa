import { NOTIFICATION_KEYS, type NotificationKey } from '@partner-office/domain'
import { z } from 'zod'

import type { Contract } from '../contract.ts'

const Setting = z.strictObject({ value: z.boolean(), disabled: z.boolean() })

/** The same schema for each kind of mail. */
const byKey = <Value extends z.ZodType>(value: Value) =>
  Object.fromEntries(NOTIFICATION_KEYS.map((key) => [key, value])) as Record<NotificationKey, Value>

/** Which mails the caller gets; a disabled setting cannot be changed. Source: requirements NOT-004, NOT-005. */
export const NotificationSettings = z.strictObject(byKey(Setting))
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** Which mails the caller gets. */
export const getNotificationSettings = {
  method: 'GET',
  path: '/v1/notification-settings',
  auth: 'bearer',
  reply: NotificationSettings,
  refusals: [],
} as const satisfies Contract

/**
 * Change which mails the caller gets; a key that is left out stays as it is.
 *
 * Refuses: `validation_error`, for an unknown key, and for a disabled key whose value would change.
 * Source: api.md section 2; decisions D-079.
 */
export const putNotificationSettings = {
  method: 'PUT',
  path: '/v1/notification-settings',
  auth: 'bearer',
  body: z.strictObject(byKey(z.boolean())).partial(),
  reply: NotificationSettings,
  refusals: [],
} as const satisfies Contract
