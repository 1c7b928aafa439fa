import type { z } from 'zod'

import type { ErrorCode } from './error-codes.ts'

/**
 * One call: how it is asked, what it answers, and what it may refuse with besides `GENERAL_CODES`.
 *
 * `auth`: nothing, the operators' service key, an access token, or the credentials of an OAuth client. A call without
 * `reply` answers text instead of the envelope. `refusedAs`: how a "no" looks where it is not a list.
 */
export type Contract = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly auth: 'none' | 'key' | 'bearer' | 'basic'
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly reply?: z.ZodType
  readonly refusals: readonly ErrorCode[]
  readonly refusedAs?: 'map' | 'oauth'
}

/** What a handler gets of a call. */
export type CallInput<Of extends Contract> = {
  readonly params: Of['params'] extends z.ZodType ? z.output<Of['params']> : undefined
  readonly query: Of['query'] extends z.ZodType ? z.output<Of['query']> : undefined
  readonly body: Of['body'] extends z.ZodType ? z.output<Of['body']> : undefined
}

/** What a handler answers. */
export type CallReply<Of extends Contract> = Of['reply'] extends z.ZodType
  ? z.output<Of['reply']>
  : string
