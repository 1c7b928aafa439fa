import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { NewPasskey, PasskeyCreation } from '../passport/passkeys.ts'
import { OpenSession, TypedPassword } from '../passport/security.ts'
import { ById, Field, Id, Instant } from '../primitives.ts'
import { ROLES } from './roles.ts'
import { FactorKind, SignedIn } from './sign-in.ts'

const Nothing = z.object({})

/** The operator of the session. */
export const getMe = {
  method: 'GET',
  path: '/console/v1/me',
  auth: 'operator',
  roles: ROLES,
  reply: SignedIn,
  refusals: [],
} as const satisfies Contract

/** The caller's open sessions, the last used first. */
export const getMySessions = {
  method: 'GET',
  path: '/console/v1/me/sessions',
  auth: 'operator',
  roles: ROLES,
  reply: z.array(OpenSession),
  refusals: [],
} as const satisfies Contract

/** End one of the caller's sessions. */
export const deleteMySession = {
  method: 'DELETE',
  path: '/console/v1/me/sessions/:id',
  auth: 'operator',
  roles: ROLES,
  params: ById,
  reply: Nothing,
  refusals: [],
} as const satisfies Contract

/** Change the own password; every other session ends. Source: requirements OPR-025. */
export const putMyPassword = {
  method: 'PUT',
  path: '/console/v1/me/password',
  auth: 'operator',
  roles: ROLES,
  isFresh: true,
  body: z.object({ oldPassword: TypedPassword, newPassword: TypedPassword }),
  reply: Nothing,
  refusals: [
    'required',
    'wrong_old_password',
    'invalid_password_format',
    'invalid_password_chars',
    'user_account_locked',
  ],
} as const satisfies Contract

/** The caller's second factors, the oldest first. Units: instants; null: not used since it was added. */
export const getMyFactors = {
  method: 'GET',
  path: '/console/v1/me/factors',
  auth: 'operator',
  roles: ROLES,
  reply: z.array(
    z.object({
      id: Id,
      kind: FactorKind,
      name: z.string(),
      addedAt: Instant,
      usedAt: Instant.nullable(),
    }),
  ),
  refusals: [],
} as const satisfies Contract

/** Begin to add an authenticator; its secret is shown this once. */
export const postMyAuthenticator = {
  method: 'POST',
  path: '/console/v1/me/factors/authenticator',
  auth: 'operator',
  roles: ROLES,
  isFresh: true,
  reply: z.object({ secret: z.string(), otpauthUrl: z.string() }),
  refusals: ['not_unique'],
} as const satisfies Contract

/**
 * Finish adding an authenticator with a code of it; every other session ends.
 *
 * Refuses: `not_unique`, when there is one already; `not_found`, when none was begun.
 */
export const postMyAuthenticatorConfirm = {
  method: 'POST',
  path: '/console/v1/me/factors/authenticator/confirm',
  auth: 'operator',
  roles: ROLES,
  isFresh: true,
  body: z.object({ code: Field }),
  reply: Nothing,
  refusals: ['required', 'incorrect_otp', 'not_unique', 'user_account_locked'],
} as const satisfies Contract

/** Begin to add a passkey. Refuses: `invalid_passkey`, on an IP address, where browsers know none. */
export const postMyPasskeyOptions = {
  method: 'POST',
  path: '/console/v1/me/factors/passkey/options',
  auth: 'operator',
  roles: ROLES,
  isFresh: true,
  reply: PasskeyCreation,
  refusals: ['invalid_passkey', 'max_length'],
} as const satisfies Contract

/** Finish adding a passkey, within five minutes; every other session ends. */
export const postMyPasskey = {
  method: 'POST',
  path: '/console/v1/me/factors/passkey',
  auth: 'operator',
  roles: ROLES,
  isFresh: true,
  body: NewPasskey,
  reply: Nothing,
  refusals: ['invalid_passkey', 'not_unique', 'max_length'],
} as const satisfies Contract

/** Remove a second factor; every other session ends. Refuses: `required`, for the last one. Source: requirements OPR-003. */
export const deleteMyFactor = {
  method: 'DELETE',
  path: '/console/v1/me/factors/:id',
  auth: 'operator',
  roles: ROLES,
  isFresh: true,
  params: ById,
  reply: Nothing,
  refusals: ['required'],
} as const satisfies Contract
