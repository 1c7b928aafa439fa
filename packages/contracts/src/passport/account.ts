import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { Field, Id, Instant, OneLine } from '../primitives.ts'
import { PASSWORD_REFUSALS, TypedPassword, WithPassword } from './security.ts'

const Nothing = z.object({})

/** Change the own password; every other session ends. Source: decisions D-150. */
export const putPassword = {
  method: 'PUT',
  path: '/v1/password',
  auth: 'bearer',
  body: z.object({ oldPassword: TypedPassword, newPassword: TypedPassword, repeat: TypedPassword }),
  reply: Nothing,
  refusals: [
    'required',
    'wrong_old_password',
    'not_match',
    'invalid_password_format',
    'invalid_password_chars',
    'user_account_locked',
  ],
  refusedAs: 'map',
} as const satisfies Contract

/** A way to prove a sign-in besides the password. */
const TwoFaMethod = z.enum(['GOOGLE_AUTHENTICATOR', 'TELEGRAM'])

/**
 * An account as its owner sees it.
 *
 * Units: `version` is another one after every change of what `putPassportUser` stores.
 * Source: decisions D-122.
 */
const PassportUser = z.object({
  id: Id,
  email: z.string(),
  phone: z.string().nullable(),
  language: z.string(),
  twoFaMethods: z.array(TwoFaMethod),
  createdAt: Instant,
  version: z.string(),
})

/** The caller's account. */
export const getPassportUser = {
  method: 'GET',
  path: '/v1/user',
  auth: 'bearer',
  reply: PassportUser,
  refusals: [],
} as const satisfies Contract

/**
 * Change the own phone number, whose rule limits its length, or language; what is left out stays, an empty phone number is
 * taken away. With the `version` of the account that was changed, the call is refused if either was stored after that version.
 *
 * Refuses: `changed_meanwhile`, with nothing stored.
 */
export const putPassportUser = {
  method: 'PUT',
  path: '/v1/user',
  auth: 'bearer',
  body: z.object({
    phone: z.string().nullish(),
    language: OneLine.nullish(),
    version: z.string().max(64).nullish(),
  }),
  reply: PassportUser,
  refusals: ['wrong_phone', 'invalid_format', 'changed_meanwhile'],
  refusedAs: 'map',
} as const satisfies Contract

/** The caller's two-factor methods. */
export const getTwoFaTokens = {
  method: 'GET',
  path: '/v1/two-fa/tokens',
  auth: 'bearer',
  reply: z.object({ tokens: z.array(z.object({ tokenType: TwoFaMethod })) }),
  refusals: [],
} as const satisfies Contract

/** Begin to set up an authenticator; its secret is shown this once. */
export const postTwoFaGoogle = {
  method: 'POST',
  path: '/v1/two-fa/google',
  auth: 'bearer',
  body: WithPassword,
  reply: z.object({ secret: z.string(), otpauthUrl: z.string() }),
  refusals: [...PASSWORD_REFUSALS, 'otp_confirmation_error'],
  refusedAs: 'map',
} as const satisfies Contract

/** Finish setting up an authenticator with a code of it. */
export const postTwoFaGoogleConfirm = {
  method: 'POST',
  path: '/v1/two-fa/google/confirm',
  auth: 'bearer',
  body: z.object({ code: Field }),
  reply: Nothing,
  refusals: ['required', 'incorrect_otp', 'otp_confirmation_error', 'user_account_locked'],
  refusedAs: 'map',
} as const satisfies Contract

/** Remove the authenticator with a code of it; every other session ends. Source: decisions D-150. */
export const deleteTwoFaGoogle = {
  method: 'DELETE',
  path: '/v1/two-fa/google',
  auth: 'bearer',
  body: z.object({ code: Field }),
  reply: Nothing,
  refusals: ['required', 'incorrect_otp', 'user_account_locked'],
  refusedAs: 'map',
} as const satisfies Contract
