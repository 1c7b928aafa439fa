import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { OneLine } from '../primitives.ts'

/** The first line of the body of `postOffice`, as JSON; the bytes of the command's input file follow it. */
export const OfficeRequest = z.object({
  /** The words after `office`, as they were typed. */
  words: z.array(z.string()).max(50),
  /** The user who typed them. */
  user: OneLine,
  hasInput: z.boolean(),
  /** Of a file of keys; stands beside the words, which the audit log records. */
  passphrase: z.string().max(1_000).optional(),
})
export type OfficeRequest = z.infer<typeof OfficeRequest>

/** One line of the answer of `postOffice`; `exit` is the last. */
export const OfficeLine = z.union([
  z.object({ out: z.string() }),
  z.object({ bytes: z.base64() }),
  z.object({ note: z.string() }),
  z.object({ progress: z.tuple([z.number(), z.number()]) }),
  z.object({ exit: z.int() }),
])
export type OfficeLine = z.infer<typeof OfficeLine>

export const OFFICE_REQUEST_TYPE = 'application/x-office-command'
export const OFFICE_ANSWER_TYPE = 'application/x-ndjson'

/** Run a command of `office` in the process that owns the data; the answer is a stream of `OfficeLine`s. */
export const postOffice = {
  method: 'POST',
  path: '/internal/v1/office',
  auth: 'key',
  refusals: [],
} as const satisfies Contract
