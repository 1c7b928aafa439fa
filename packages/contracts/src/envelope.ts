import { z } from 'zod'

import { ERROR_CODES, type ErrorCode } from './error-codes.ts'

/** One thing that is wrong: with a field, or with none; `errors` says more where there is more to say. */
export const ErrorItem = z.object({
  code: z.enum(ERROR_CODES),
  fieldName: z.string().nullable(),
  errors: z.array(z.string()).nullable(),
})
export type ErrorItem = z.infer<typeof ErrorItem>

/**
 * An answer that says no, in the list form; `codes` are those it may carry.
 *
 * Source: api.md, envelope.
 */
export function errorEnvelope<const Code extends ErrorCode>(codes: readonly [Code, ...Code[]]) {
  return z.object({
    state: z.literal('error'),
    data: z.null(),
    errors: z.array(ErrorItem.extend({ code: z.enum(codes) })).min(1),
  })
}

/** An answer with data. */
export function successEnvelope<Data extends z.ZodType>(data: Data) {
  return z.object({ state: z.literal('success'), data, errors: z.tuple([]) })
}

/** Answer to every refused call. */
export const ErrorEnvelope = errorEnvelope(ERROR_CODES)
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>

/** The envelope of something that is wrong. */
export const failure = (...errors: [ErrorItem, ...ErrorItem[]]): ErrorEnvelope => ({
  state: 'error',
  data: null,
  errors,
})

/** Codes by field, with commas between them; `_common` for what belongs to no field. Source: api.md, envelope. */
export const ErrorMapEnvelope = z.object({
  state: z.literal('error'),
  data: z.null(),
  errors: z.record(z.string(), z.string()),
})
type ErrorMapEnvelope = z.infer<typeof ErrorMapEnvelope>

/** The map form of an answer that says no. */
export function asErrorMap({ errors, ...envelope }: ErrorEnvelope): ErrorMapEnvelope {
  const fields: Record<string, string> = {}
  for (const { fieldName, code } of errors) {
    const field = fieldName ?? '_common'
    fields[field] = fields[field] === undefined ? code : `${fields[field]},${code}`
  }
  return { ...envelope, errors: fields }
}
