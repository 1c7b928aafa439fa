import { NOTIFICATION_KEYS, type NotificationKey } from '@partner-office/domain'
import { z } from 'zod'

import type { Contract } from './contract.ts'

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

const Signed = z.object({ signature: z.string().max(128) })
const SwitchedOff = z.strictObject({ key: z.enum(NOTIFICATION_KEYS), isOn: z.boolean() })

/** Which kind of mail a link in a mail switches off, and whether it is still on. Refuses: `not_found`. */
export const getUnsubscribe = {
  method: 'GET',
  path: '/v1/unsubscribe/:signature',
  auth: 'none',
  params: Signed,
  reply: SwitchedOff,
  refusals: ['not_found'],
} as const satisfies Contract

/**
 * Switch off the kind of mail that a link in a mail names, without a sign-in; again changes nothing. A body is not read.
 *
 * Refuses: `not_found`.
 * Source: RFC 8058.
 */
export const postUnsubscribe = {
  method: 'POST',
  path: '/v1/unsubscribe/:signature',
  auth: 'none',
  params: Signed,
  reply: SwitchedOff,
  refusals: ['not_found'],
} as const satisfies Contract
