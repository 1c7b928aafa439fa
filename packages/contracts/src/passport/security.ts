import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { Id, Instant, OneLine, PathId } from '../primitives.ts'

/**
 * A password as it was typed, in the form that is hashed. The call says whether it fits or is right: its length counts in
 * that form, so that a password can always be typed again.
 *
 * Source: decisions D-145; security B13.
 */
export const TypedPassword = z
  .string()
  .max(4_096)
  .nullish()
  .transform((text) => (text ?? '').normalize('NFC'))

/** A text that may be left out. */
const Text = OneLine.nullish().transform((text) => text ?? '')

const Nothing = z.object({})

/** The body of a call that asks for the password unless the caller has just signed in; it may be left out. */
export const WithPassword = z
  .object({ password: TypedPassword })
  .nullish()
  .transform((body) => body ?? { password: '' })

/** Refusals of a call that asks for the password. */
export const PASSWORD_REFUSALS = ['required', 'wrong_old_password', 'user_account_locked'] as const

/** What the security page shows besides sessions. Units: instants; null: never changed, or not requested. */
export const getSecurity = {
  method: 'GET',
  path: '/v1/security',
  auth: 'bearer',
  reply: z.object({
    passwordChangedAt: Instant.nullable(),
    hasAuthenticator: z.boolean(),
    recoveryCodesLeft: z.int().nonnegative(),
    /** Until then, no password has to be repeated. */
    freshUntil: Instant,
    exportRequestedAt: Instant.nullable(),
    erasureRequestedAt: Instant.nullable(),
  }),
  refusals: [],
} as const satisfies Contract

/** Make new recovery codes, shown this once; earlier ones end. Each works once instead of an authenticator's code. */
export const postRecoveryCodes = {
  method: 'POST',
  path: '/v1/two-fa/recovery-codes',
  auth: 'bearer',
  body: WithPassword,
  reply: z.object({ codes: z.array(z.string()) }),
  refusals: [...PASSWORD_REFUSALS, '2fa_disabled'],
  refusedAs: 'map',
} as const satisfies Contract

/** A session of the caller. Units: `place` is the first part of a network address. */
export const OpenSession = z.object({
  id: Id,
  device: z.string(),
  place: z.string(),
  openedAt: Instant,
  lastUsedAt: Instant,
  isCurrent: z.boolean(),
})

/** The caller's open sessions, the last used first. */
export const getSessions = {
  method: 'GET',
  path: '/v1/sessions',
  auth: 'bearer',
  reply: z.array(OpenSession),
  refusals: [],
} as const satisfies Contract

/**
 * Views of operators that the caller is told of, the last 20, the newest first.
 *
 * Source: requirements PTR-017.
 */
export const getSupportViews = {
  method: 'GET',
  path: '/v1/sessions/support',
  auth: 'bearer',
  reply: z.array(z.object({ at: Instant })),
  refusals: [],
} as const satisfies Contract

/** End one of the caller's sessions. */
export const deleteSession = {
  method: 'DELETE',
  path: '/v1/sessions/:id',
  auth: 'bearer',
  params: z.object({ id: PathId }),
  reply: Nothing,
  refusals: [],
} as const satisfies Contract

/** Ask for another e-mail address; it counts once the link in a mail to it was opened. */
export const postEmailChange = {
  method: 'POST',
  path: '/v1/email',
  auth: 'bearer',
  body: z.object({ email: Text, password: TypedPassword }),
  reply: Nothing,
  refusals: [...PASSWORD_REFUSALS, 'wrong_email', 'not_unique'],
  refusedAs: 'map',
} as const satisfies Contract

const MailedToken = z.object({ token: Text })

/** Confirm the new address with the token of its mail; the old address is told and can take it back for 72 hours. */
export const postEmailConfirm = {
  method: 'POST',
  path: '/v1/email/confirm',
  auth: 'none',
  body: MailedToken,
  reply: Nothing,
  refusals: ['not_unique'],
  refusedAs: 'map',
} as const satisfies Contract

/** Take a change of address back with the token of the mail to the old address; every session ends. */
export const postEmailBack = {
  method: 'POST',
  path: '/v1/email/back',
  auth: 'none',
  body: MailedToken,
  reply: Nothing,
  refusals: ['not_unique'],
  refusedAs: 'map',
} as const satisfies Contract

/** Ask operators for an export or the erasure of the own personal data. Safe to repeat. Source: decisions D-148. */
export const postDataRequest = {
  method: 'POST',
  path: '/v1/data-requests',
  auth: 'bearer',
  body: z.object({ kind: z.enum(['EXPORT', 'ERASURE']) }),
  reply: Nothing,
  refusals: [],
  refusedAs: 'map',
} as const satisfies Contract
