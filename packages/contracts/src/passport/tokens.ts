import { z } from 'zod'

import type { Contract } from '../contract.ts'
import type { ErrorEnvelope } from '../envelope.ts'
import type { ErrorCode } from '../error-codes.ts'
import { Id, Instant } from '../primitives.ts'

/** A token as it stands in a form. */
const Token = z.string().max(256)

/** Whom an access token belongs to. Units: `exp` in epoch seconds. Source: RFC 7662. */
export const postCheckToken = {
  method: 'POST',
  path: '/oauth/check_token',
  auth: 'basic',
  body: z.object({ token: Token }),
  reply: z.object({
    active: z.literal(true),
    user_id: Id,
    user_name: z.string(),
    client_id: z.string(),
    exp: z.int(),
    scope: z.string(),
    scope_code: z.string(),
  }),
  refusals: ['invalid_client'],
} as const satisfies Contract

/** Swap a hand-off token for an access token. Units: `expires` in epoch milliseconds. Source: decisions D-140. */
export const postToken = {
  method: 'POST',
  path: '/oauth/token',
  auth: 'basic',
  body: z.object({
    grant_type: z.string().max(64),
    token: Token.optional(),
    verifier: z.string().max(256).optional(),
  }),
  reply: z.object({
    access_token: z.string(),
    /** Only for clients that can keep a secret; there is none yet. */
    refresh_token: z.string().optional(),
    expires: Instant,
    scope: z.string(),
    scope_code: z.string(),
  }),
  refusals: ['invalid_client', 'invalid_grant', 'unsupported_grant_type', 'user_account_locked'],
  refusedAs: 'oauth',
} as const satisfies Contract

/** End the session of the token the call is made with. */
export const deleteToken = {
  method: 'DELETE',
  path: '/oauth/token/revoke',
  auth: 'bearer',
  reply: z.object({}),
  refusals: [],
} as const satisfies Contract

/** A "no" of the token call, as OAuth says it. */
export const OauthError = z.object({ error: z.string(), error_description: z.string() })
type OauthError = z.infer<typeof OauthError>

const OAUTH_ERRORS: Partial<Record<ErrorCode, OauthError>> = {
  invalid_client: { error: 'invalid_client', error_description: 'Unknown client' },
  invalid_grant: { error: 'invalid_grant', error_description: 'The grant does not hold' },
  user_account_locked: { error: 'invalid_grant', error_description: 'User account is locked' },
  unsupported_grant_type: {
    error: 'unsupported_grant_type',
    error_description: 'Only hand_off is supported',
  },
  validation_error: { error: 'invalid_request', error_description: 'The form cannot be read' },
  access_denied: { error: 'access_denied', error_description: 'A view reads only' },
  too_many_requests: { error: 'temporarily_unavailable', error_description: 'Too many requests' },
}

/**
 * The OAuth form of an answer that says no, and its status.
 *
 * Source: RFC 6749 section 5.2; decisions D-031.
 */
export function asOauthError(
  status: number,
  { errors }: ErrorEnvelope,
): { readonly status: number; readonly body: OauthError } {
  const body = OAUTH_ERRORS[errors[0]!.code] ?? {
    error: 'server_error',
    error_description: 'Something went wrong',
  }
  return { status: status < 400 ? 400 : status, body }
}
