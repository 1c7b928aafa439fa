import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { ById, Id, Instant, PathId } from '../primitives.ts'
import { Person, Reason } from './proposals.ts'

/** Roles that write and read notes. Source: console.md section 2. */
const access = { auth: 'operator', roles: ['support', 'admin'] } as const

/** Characters that a note has at most. */
export const LONGEST_NOTE = 4_000

/** The text of a note. */
export const NoteText = z
  .string()
  .max(LONGEST_NOTE)
  .transform((text) => text.normalize('NFC').trim())
  .refine((text) => text !== '')

/**
 * A note about a partner. `isForPartner`: the personal-data export has it. `struck`: who has struck it out, when and why; null: nobody.
 * `ticketId`: the ticket that it was written at; such a note is for operators only.
 *
 * Source: requirements PTR-011.
 */
export const PartnerNote = z.object({
  id: Id,
  at: Instant,
  author: Person,
  text: z.string(),
  ticketId: Id.nullable(),
  isForPartner: z.boolean(),
  struck: z.object({ at: Instant, by: Person, reason: z.string() }).nullable(),
})
export type PartnerNote = z.infer<typeof PartnerNote>

/** Notes about a partner, the newest first, also those that were struck out. Source: requirements PTR-011. */
export const getPartnerNotes = {
  method: 'GET',
  path: '/console/v1/partners/:id/notes',
  ...access,
  params: ById,
  query: z.object({ cursor: PathId.optional() }),
  reply: z.object({ content: z.array(PartnerNote), next: z.string().optional() }),
  refusals: [],
} as const satisfies Contract

/** Write a note about a partner. Nobody can change it afterwards. Source: requirements PTR-011. */
export const postPartnerNote = {
  method: 'POST',
  path: '/console/v1/partners/:id/notes',
  ...access,
  params: ById,
  bodyBytes: 32 * 1024,
  body: z.object({
    text: NoteText,
    isForPartner: z.boolean(),
  }),
  reply: PartnerNote,
  refusals: [],
} as const satisfies Contract

/** Strike a note out. Refuses: `changed_meanwhile`, when it is struck out. Source: requirements PTR-011. */
export const postPartnerNoteStrike = {
  method: 'POST',
  path: '/console/v1/partners/:id/notes/:note/strike',
  ...access,
  params: ById.extend({ note: PathId }),
  body: z.object({ reason: Reason }),
  reply: PartnerNote,
  refusals: ['changed_meanwhile'],
} as const satisfies Contract
