import { isAlwaysOn, NOTIFICATION_KEYS } from '@partner-office/domain'
import { z } from 'zod'

import type { Contract } from '../contract.ts'

const PUSH_KEYS = NOTIFICATION_KEYS.filter((key) => !isAlwaysOn(key))

/** The mail settings that a device gets messages of: those that can be switched. Source: PWA-006. */
const Keys = z.array(z.enum(PUSH_KEYS)).min(1).max(PUSH_KEYS.length)

/** A point of the curve P-256 without compression, and a secret, as browsers give them. */
const bytes = (count: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((count * 4) / 3)}}$`), 'not_base64url')

const Choice = z.strictObject({ endpoint: z.string().max(2_000), keys: Keys, details: z.boolean() })

/** What this device gets. */
export const PushDevice = z.strictObject({
  /** The key by which push services know this installation, for `pushManager.subscribe`. */
  publicKey: z.string(),
  /** The choice of this device; null: it gets no messages. */
  subscription: Choice.nullable(),
})
export type PushDevice = z.infer<typeof PushDevice>

/** What the device of this session gets. */
export const getPush = {
  method: 'GET',
  path: '/v1/push',
  auth: 'bearer',
  reply: PushDevice,
  refusals: [],
} as const satisfies Contract

/**
 * Subscribes the device of this session, or changes its choice. The subscription ends with the session.
 *
 * Refuses: `validation_error`, for an endpoint that is not a public https address, keys that are no keys of a device, and a setting
 * that cannot be switched.
 * Source: PWA-006 to PWA-009.
 */
export const putPush = {
  method: 'PUT',
  path: '/v1/push',
  auth: 'bearer',
  body: Choice.extend({ p256dh: bytes(65), auth: bytes(16) }),
  reply: PushDevice,
  refusals: [],
} as const satisfies Contract

/** Ends the messages to the device of this session; again changes nothing. */
export const deletePush = {
  method: 'DELETE',
  path: '/v1/push',
  auth: 'bearer',
  reply: PushDevice,
  refusals: [],
} as const satisfies Contract
