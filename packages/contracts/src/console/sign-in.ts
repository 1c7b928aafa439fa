import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { NewPasskey, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '../passport/passkeys.ts'
import { TypedPassword } from '../passport/security.ts'
import { Field, Id, Instant } from '../primitives.ts'
import { ROLES } from './roles.ts'

/** How an operator proves a sign-in besides the password. */
export const FactorKind = z.enum(['authenticator', 'passkey'])
export type FactorKind = z.infer<typeof FactorKind>

/** A code, or a passkey's answer; exactly one of both counts, the passkey if both are there. */
export const SecondFactor = z.object({ code: Field, passkey: PasskeyAnswer.nullish() })

/**
 * The operator of a session, and what every page shows.
 *
 * Units: instants. `token` is the value of `X-Console-Token`; `freshUntil`: until then no second factor has to be repeated;
 * `openProposals` counts those that this operator may approve.
 * Source: console.md section 4; requirements APR-012, APR-013.
 */
export const SignedIn = z.object({
  operator: z.object({ id: Id, email: z.string(), roles: z.array(z.enum(ROLES)) }),
  token: z.string(),
  endsAt: Instant,
  freshUntil: Instant,
  fourEyes: z.boolean(),
  openProposals: z.int().nonnegative(),
})

/** Which second factors an operator can be asked for; `passkey` is what the browser needs to ask for one. */
export const AskedFactors = z.object({
  factors: z.array(FactorKind),
  passkey: PasskeyRequest.optional(),
})

const params = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/) })

/** Refusals of a second factor. */
const FACTOR_REFUSALS = [
  'required',
  'incorrect_otp',
  'invalid_passkey',
  'user_account_locked',
] as const

/** Tell whose link it is, without using it up. Refuses: `not_found`, for a used, expired or unknown token. */
export const getWelcome = {
  method: 'GET',
  path: '/console/v1/welcome/:token',
  auth: 'none',
  params,
  reply: z.object({ email: z.string(), endsAt: Instant }),
  refusals: [],
} as const satisfies Contract

/**
 * Begin the first sign-in: a password, and the secret of an authenticator that is shown this once. It counts once the second
 * factor is confirmed; until then the link can begin again. `passkey` is what the browser needs to create one instead.
 *
 * Source: requirements OPR-001, OPR-002.
 */
export const postWelcome = {
  method: 'POST',
  path: '/console/v1/welcome/:token',
  auth: 'none',
  params,
  body: z.object({ password: TypedPassword }),
  reply: z.object({
    secret: z.string(),
    otpauthUrl: z.string(),
    passkey: PasskeyCreation.optional(),
  }),
  refusals: ['required', 'invalid_password_format', 'invalid_password_chars'],
} as const satisfies Contract

/** Finish the first sign-in with a code of the authenticator or a new passkey; the link is used up. */
export const postWelcomeConfirm = {
  method: 'POST',
  path: '/console/v1/welcome/:token/confirm',
  auth: 'none',
  params,
  body: z.object({ code: Field, passkey: NewPasskey.nullish() }),
  reply: SignedIn,
  refusals: [...FACTOR_REFUSALS, 'not_unique'],
} as const satisfies Contract

/**
 * Sign in with a password, and at once with a code if there is one. Without a code the answer names the factors, and its
 * cookie is good for `postConsoleFactor` only.
 *
 * Source: requirements OPR-004, OPR-015, OPR-016.
 */
export const postConsoleLogin = {
  method: 'POST',
  path: '/console/v1/login',
  auth: 'none',
  body: z.object({ email: Field, password: TypedPassword, code: Field }),
  reply: z.union([SignedIn, AskedFactors]),
  refusals: ['required', 'bad_credentials', 'incorrect_otp', 'user_account_locked'],
} as const satisfies Contract

/** Finish a sign-in with the second factor. */
export const postConsoleFactor = {
  method: 'POST',
  path: '/console/v1/login/factor',
  auth: 'half session',
  body: SecondFactor,
  reply: SignedIn,
  refusals: FACTOR_REFUSALS,
} as const satisfies Contract

/** Begin to sign in with a passkey alone. */
export const postConsolePasskeyOptions = {
  method: 'POST',
  path: '/console/v1/login/passkey/options',
  auth: 'none',
  reply: PasskeyRequest,
  refusals: ['invalid_passkey'],
} as const satisfies Contract

/** Sign in with a passkey alone: its device has verified its user. */
export const postConsolePasskey = {
  method: 'POST',
  path: '/console/v1/login/passkey',
  auth: 'none',
  body: z.object({ passkey: PasskeyAnswer }),
  reply: SignedIn,
  refusals: ['invalid_passkey', 'user_account_locked'],
} as const satisfies Contract

/** What the caller can be asked for to be fresh again. */
export const postFreshOptions = {
  method: 'POST',
  path: '/console/v1/fresh/options',
  auth: 'operator',
  roles: ROLES,
  reply: AskedFactors,
  refusals: [],
} as const satisfies Contract

/** Prove the second factor again. Units: `freshUntil` is 15 minutes later. Source: requirements OPR-014. */
export const postFresh = {
  method: 'POST',
  path: '/console/v1/fresh',
  auth: 'operator',
  roles: ROLES,
  body: SecondFactor,
  reply: z.object({ freshUntil: Instant }),
  refusals: FACTOR_REFUSALS,
} as const satisfies Contract

/** End the caller's session. */
export const postConsoleLogout = {
  method: 'POST',
  path: '/console/v1/logout',
  auth: 'operator',
  roles: ROLES,
  reply: z.object({}),
  refusals: [],
} as const satisfies Contract
