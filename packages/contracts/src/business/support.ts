import {
  TICKET_BONUSES,
  TICKET_FILE_BYTES_BELOW,
  TICKET_MOST_FILES,
  TICKET_TYPES,
} from '@partner-office/domain'
import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { ById, Id, Instant, LongText } from '../primitives.ts'

const TicketTypeSchema = z.literal(Object.values(TICKET_TYPES))

/**
 * Send a ticket. It is stored before it is handed to the help desk, so a help desk that is down only delays it.
 *
 * Refuses: `zendesk_client_error`, when the help desk refuses the ticket for good; then nothing is kept.
 * Source: api.md section 2; decisions D-078; requirements SUP-002 to SUP-016.
 */
export const postTicket = {
  method: 'POST',
  path: '/v1/support/tickets',
  auth: 'bearer',
  multipart: {
    fields: z.object({
      formId: TicketTypeSchema,
      type: TicketTypeSchema,
      comment: z.string(),
      email: z.string().optional(),
      bonusType: z.enum(TICKET_BONUSES).optional(),
      files: z.array(z.file()).optional(),
    }),
    files: TICKET_MOST_FILES,
    fileBytes: TICKET_FILE_BYTES_BELOW,
    // Five files of 15 MB on a slow connection take minutes.
    withinMs: 5 * 60_000,
  },
  reply: z.strictObject({ id: Id }),
  refusals: ['required', 'wrong_email', 'max_length', 'zendesk_client_error'],
  refusedAs: 'map',
} as const satisfies Contract

/** A ticket as its sender sees it. Units: `size` in bytes. Source: requirements ENT-016. */
export const Ticket = z.strictObject({
  id: Id,
  type: TicketTypeSchema,
  bonusType: z.enum(TICKET_BONUSES).nullable(),
  comment: z.string(),
  /** `waiting`: not yet with the help desk; `received`: the help desk has it; `refused`: the help desk does not take it. */
  state: z.enum(['waiting', 'received', 'refused']),
  createdAt: Instant,
  files: z.array(z.strictObject({ name: z.string(), size: z.int().nonnegative() })),
  isClosed: z.boolean(),
  /** Not while a help desk answers, nor where another ticket goes on with this one. */
  mayReply: z.boolean(),
  /** Answers and own replies, oldest first. */
  entries: z.array(
    z.strictObject({
      id: Id,
      at: Instant,
      from: z.enum(['partner', 'support']),
      text: z.string(),
    }),
  ),
})
export type Ticket = z.infer<typeof Ticket>

/** The caller's latest tickets, newest first. */
export const getTickets = {
  method: 'GET',
  path: '/v1/support/tickets',
  auth: 'bearer',
  reply: z.array(Ticket),
  refusals: [],
} as const satisfies Contract

/**
 * Reply to an own ticket, which then waits for an answer again.
 *
 * Refuses: `not_found`, also for a ticket that takes no reply; `too_many_requests`.
 * Source: requirements INB-003.
 */
export const postTicketReply = {
  method: 'POST',
  path: '/v1/support/tickets/:id/reply',
  auth: 'bearer',
  params: ById,
  bodyBytes: 64 * 1024,
  body: z.object({ text: LongText }),
  reply: z.strictObject({ id: Id }),
  refusals: ['required', 'not_found'],
} as const satisfies Contract
