import {
  TICKET_BONUSES,
  TICKET_FILE_BYTES_BELOW,
  TICKET_MOST_FILES,
  TICKET_TYPES,
} from '@partner-office/domain'
import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { Id, Instant } from '../primitives.ts'

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
