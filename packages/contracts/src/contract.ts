import type { z } from 'zod'

import type { Role } from './console/roles.ts'
import { BEARER_CODES, type ErrorCode, GENERAL_CODES, OPERATOR_CODES } from './error-codes.ts'

/** The most bytes of a body, unless the contract of a call says more. */
export const BODY_BYTES = 16 * 1024

/** The most bytes of a body that lists many things, such as a plan or all events. */
export const LARGE_BODY_BYTES = 1024 * 1024

/** The body of a call that is a form with files. Units: bytes, milliseconds. */
export type Form = {
  readonly fields: z.ZodType
  readonly files: number
  readonly fileBytes: number
  readonly withinMs: number
}

/**
 * The callers that a contract accepts: anybody, a program with the operators' service key, a partner with an access token, an OAuth client,
 * an operator of the console with one of the roles, or one who has given the password alone.
 * `mayBeSignedIn`: the call reads a token that comes with it. `beforeTerms`: answered also while the terms are open.
 * `isFresh`: the second factor was checked at most 15 minutes ago.
 */
type Access =
  | { readonly auth: 'none'; readonly mayBeSignedIn?: true }
  | { readonly auth: 'key' }
  | { readonly auth: 'bearer'; readonly beforeTerms?: true }
  | { readonly auth: 'basic' }
  | {
      readonly auth: 'operator'
      readonly roles: readonly [Role, ...Role[]]
      readonly isFresh?: true
    }
  | { readonly auth: 'half session' }

/**
 * One call: how it is asked, what it answers, and what it may refuse with besides what any call of its kind may.
 *
 * `multipart`: the body is a form with files, which the handler reads part by part. `bodyBytes`: the most bytes of a body,
 * if more than `BODY_BYTES`. A call without `reply` answers text instead of the envelope, or a file of the kind that `file`
 * names; `envelope: false` answers the data as it is, `isEmpty` 204 without a body. `refusedAs`: how a "no" looks where it is not a list.
 */
export type Contract = Access & {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly bodyBytes?: number
  readonly multipart?: Form
  readonly reply?: z.ZodType
  readonly file?:
    | 'text/csv'
    | 'image/jpeg'
    | 'application/pdf'
    | 'application/json'
    | 'application/octet-stream'
    | 'application/x-ndjson'
    | 'text/event-stream'
  readonly envelope?: false
  readonly isEmpty?: true
  readonly refusals: readonly ErrorCode[]
  readonly refusedAs?: 'map' | 'oauth'
}

/** Parsed input of a handler. */
export type CallInput<Of extends Contract> = {
  readonly params: Of['params'] extends z.ZodType ? z.output<Of['params']> : undefined
  readonly query: Of['query'] extends z.ZodType ? z.output<Of['query']> : undefined
  readonly body: Of['body'] extends z.ZodType ? z.output<Of['body']> : undefined
}

/** A file that is streamed while it is made. */
export type FileReply = {
  readonly name: string
  readonly chunks: AsyncIterable<string | Uint8Array>
  /** Lines that the file will have, as counted when it began: callers show their progress. */
  readonly lines?: number
  /** True for a name whose content never changes: the browser keeps the file. */
  readonly isLasting?: boolean
}

/** Result of a handler. */
export type CallReply<Of extends Contract> = Of['reply'] extends z.ZodType
  ? z.output<Of['reply']>
  : Of['file'] extends string
    ? FileReply
    : string

/** Every code a call may refuse with. Source: api.md, "Errors possible on every bearer call". */
export function codesOf({ auth, refusals }: Contract): readonly [ErrorCode, ...ErrorCode[]] {
  return [...GENERAL_CODES, ...(CODES_OF_ACCESS[auth] ?? []), ...refusals]
}

const CODES_OF_ACCESS: Readonly<Partial<Record<Access['auth'], readonly ErrorCode[]>>> = {
  bearer: BEARER_CODES,
  operator: OPERATOR_CODES,
}
