import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { Field, Id, WrittenCode } from '../primitives.ts'
import { PasskeyAnswer, PasskeyRequest } from './passkeys.ts'
import { TypedPassword } from './security.ts'

const Nothing = z.object({})

/** Where a sign-in leads. */
const Destination = {
  application: Field,
  backUrl: z.string().max(2_048).nullish(),
  challenge: Field,
}

/** Refusals of every way to sign in. */
const SIGN_IN_REFUSALS = [
  'required',
  'invalid_format',
  'invalid_grant',
  'invalid_passkey',
  'user_account_locked',
  'unverified_user',
] as const

/**
 * Sign in. The answer leads back to the application, or asks for a second factor: the authenticator's code, or one of the
 * account's passkeys if it has any.
 *
 * Source: decisions D-031, D-140; operations.md, "Signing in from a script".
 */
export const postLogin = {
  method: 'POST',
  path: '/v1/login',
  auth: 'none',
  body: z.object({
    email: Field,
    password: TypedPassword,
    code: Field,
    passkey: PasskeyAnswer.nullish(),
    ...Destination,
  }),
  reply: z.union([
    z.object({ redirect: z.string() }),
    z.object({ twoFaRequired: z.literal(true), passkey: PasskeyRequest.optional() }),
  ]),
  refusals: [...SIGN_IN_REFUSALS, 'bad_credentials', 'incorrect_otp', '2fa_disabled'],
  refusedAs: 'map',
} as const satisfies Contract

/** Begin to sign in with a passkey: what the browser needs to ask for one of any account. */
export const postLoginPasskeyOptions = {
  method: 'POST',
  path: '/v1/login/passkey/options',
  auth: 'none',
  reply: PasskeyRequest,
  refusals: [],
  refusedAs: 'map',
} as const satisfies Contract

/** Sign in with a passkey, within five minutes. It proves both factors, because its device has verified its user. */
export const postLoginPasskey = {
  method: 'POST',
  path: '/v1/login/passkey',
  auth: 'none',
  body: z.object({ passkey: PasskeyAnswer, ...Destination }),
  reply: z.object({ redirect: z.string() }),
  refusals: SIGN_IN_REFUSALS,
  refusedAs: 'map',
} as const satisfies Contract

/** Become a partner; a mail asks to confirm the address. Source: decisions D-081. */
export const postRegistration = {
  method: 'POST',
  path: '/v1/registration',
  auth: 'none',
  body: z.object({
    email: Field,
    password: TypedPassword,
    firstName: Field,
    lastName: Field,
    country: Field,
    referral: WrittenCode.nullish().transform((text) => text ?? ''),
    language: Field,
    application: Field,
  }),
  reply: z.object({ userId: Id }),
  refusals: [
    'required',
    'wrong_email',
    'not_unique',
    'invalid_format',
    'invalid_grant',
    'invalid_password_format',
    'invalid_password_chars',
    'only_latin_chars',
    'country_not_available_for_registration',
  ],
  refusedAs: 'map',
} as const satisfies Contract

/** Confirm an e-mail address with the token of the mail. */
export const postRegistrationConfirm = {
  method: 'POST',
  path: '/v1/registration/confirm',
  auth: 'none',
  body: z.object({ token: Field }),
  reply: Nothing,
  refusals: [],
  refusedAs: 'map',
} as const satisfies Contract

/** Requests a mail for a new password; the answer does not say whether the account exists. */
export const postPasswordForgot = {
  method: 'POST',
  path: '/v1/password/forgot',
  auth: 'none',
  body: z.object({ email: Field }),
  reply: Nothing,
  refusals: ['required'],
  refusedAs: 'map',
} as const satisfies Contract

/** Set a new password with the token of the mail; every session ends. Source: decisions D-031, D-150. */
export const postPasswordReset = {
  method: 'POST',
  path: '/v1/password/reset',
  auth: 'none',
  body: z.object({ token: Field, password: TypedPassword }),
  reply: Nothing,
  refusals: ['required', 'invalid_password_format', 'invalid_password_chars'],
  refusedAs: 'map',
} as const satisfies Contract

/**
 * Tell whether the link of a mail for a new password still works, without using it up.
 *
 * Refuses: `not_found`, for an unknown, used or expired token.
 */
export const postPasswordResetCheck = {
  method: 'POST',
  path: '/v1/password/reset/check',
  auth: 'none',
  body: z.object({ token: Field }),
  reply: z.object({ email: z.string() }),
  refusals: ['required'],
  refusedAs: 'map',
} as const satisfies Contract

/** The countries one may register from, named in a language. */
export const getRegistrationCountries = {
  method: 'GET',
  path: '/v1/countries/registration',
  auth: 'none',
  query: z.object({ language: z.string().max(64).optional() }),
  reply: z.array(z.object({ code: z.string(), label: z.string() })),
  refusals: [],
} as const satisfies Contract
