import { NOTIFICATION_KEYS } from '@partner-office/domain'
import { z } from 'zod'

import type { Contract } from '../contract.ts'

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
