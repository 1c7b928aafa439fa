import { TICKET_BONUSES, TICKET_TYPES } from '@partner-office/domain'
import { z } from 'zod'

import { NamedThing } from '../business/disputes.ts'
import type { Contract } from '../contract.ts'
import { ById, DecimalText, Id, Instant, LongText, PathId } from '../primitives.ts'
import { FileAddresses } from './files.ts'
import { NamedPartner } from './named-partner.ts'
import { NoteText, PartnerNote } from './partner-notes.ts'
import { INBOX_ROLES } from './templates.ts'

/** Kinds of things in the inbox; each is a source of its list. */
export const INBOX_KINDS = ['ticket', 'dispute'] as const
export const InboxKind = z.enum(INBOX_KINDS)

/**
 * WAITING: for an answer; ANSWERED: by an operator, the partner may reply; CLOSED. A dispute waits while it is OPEN, a QUESTION is
 * answered, and an ended one is closed.
 */
export const TicketState = z.enum(['WAITING', 'ANSWERED', 'CLOSED'])
export type TicketState = z.infer<typeof TicketState>

const TicketType = z.literal(Object.values(TICKET_TYPES))

/** The hand-over to the help desk: `waiting`, `received`, or `refused` by it. */
const HandOver = z.enum(['waiting', 'received', 'refused'])

/**
 * A line of the inbox.
 *
 * `type` and `handOver`: of a ticket; `language`: of the partner; `assignee`: the operator's address. Units: `since`: when it came into
 * its state.
 */
export const InboxLine = z.object({
  kind: InboxKind,
  id: Id,
  type: TicketType.nullable(),
  partner: NamedPartner,
  language: z.string(),
  state: TicketState,
  since: Instant,
  createdAt: Instant,
  assignee: z.string().nullable(),
  text: z.string(),
  handOver: HandOver.nullable(),
})
export type InboxLine = z.infer<typeof InboxLine>

/** Languages are two letters. */
const Language = z.string().regex(/^[a-z]{2}$/)

/**
 * What the inbox is filtered by. `state` `open`: waiting or answered; `assignee`: `me`, `none`, or an operator's id; `handOver`: to the
 * help desk.
 */
export const InboxFilter = z.object({
  state: z.enum([...TicketState.options, 'open', 'all']).default('open'),
  kind: InboxKind.optional(),
  type: z
    .string()
    .regex(/^\d{1,2}$/)
    .transform(Number)
    .pipe(TicketType)
    .optional(),
  handOver: HandOver.optional(),
  partner: PathId.optional(),
  language: Language.optional(),
  assignee: z.union([z.enum(['me', 'none']), PathId]).optional(),
  search: z.string().max(200).optional(),
})
export type InboxFilter = z.infer<typeof InboxFilter>

const access = { auth: 'operator', roles: INBOX_ROLES } as const

/**
 * The inbox, what waits longest first; a search shows what has changed last first. `helpDesk`: another system answers, so nothing is
 * answered here.
 *
 * Source: requirements INB-001, INB-008.
 */
export const getInbox = {
  method: 'GET',
  path: '/console/v1/inbox',
  ...access,
  query: InboxFilter.extend({
    cursor: z
      .string()
      .regex(/^\d{1,15}-\d{1,16}$/)
      .optional(),
  }),
  reply: z.object({
    content: z.array(InboxLine),
    next: z.string().optional(),
    helpDesk: z.boolean(),
  }),
  refusals: [],
} as const satisfies Contract

/** An answer of an operator, or a reply of the partner (`by` null). */
const Answer = z.object({ id: Id, at: Instant, by: z.string().nullable(), text: z.string() })

/** Another ticket of the same partner. */
const OtherTicket = z.object({
  id: Id,
  type: TicketType,
  state: TicketState,
  createdAt: Instant,
  text: z.string(),
})

/** What stands beside a ticket. Units: `amount` and `available` in coins of the account. Source: requirements INB-007. */
export const TicketPartner = z.object({
  /** The code of the highest rank; null: none. */
  rang: z.string().nullable(),
  isBlocked: z.boolean(),
  balances: z.array(
    z.object({ account: z.string(), currency: z.string(), amount: DecimalText, held: DecimalText }),
  ),
  payouts: z.array(
    z.object({ id: Id, currency: z.string(), amount: DecimalText, createdAt: Instant }),
  ),
  tickets: z.array(OtherTicket),
})
export type TicketPartner = z.infer<typeof TicketPartner>

/** A ticket with its answers. `joinedInto`: the ticket that it repeats; `repeats`: tickets that repeat this one. */
export const InboxTicket = InboxLine.extend({
  version: z.int().positive(),
  type: TicketType,
  firstName: z.string(),
  bonusType: z.enum(TICKET_BONUSES).nullable(),
  /** The address that the partner asks to use from now on; only on tickets about access. */
  email: z.string(),
  closeReason: z.string().nullable(),
  joinedInto: Id.nullable(),
  /** The dispute that was started from it. */
  disputeId: Id.nullable(),
  repeats: z.array(Id),
  helpDesk: z.boolean(),
  answers: z.array(Answer),
  /** For operators only, the newest first. */
  notes: z.array(PartnerNote),
  files: z.array(z.object({ name: z.string(), bytes: z.int(), addresses: FileAddresses })),
})
export type InboxTicket = z.infer<typeof InboxTicket>

/** One ticket. */
export const getInboxTicket = {
  method: 'GET',
  path: '/console/v1/inbox/:id',
  ...access,
  params: ById,
  reply: InboxTicket,
  refusals: ['not_found'],
} as const satisfies Contract

/** The state of a ticket's partner. Source: requirements INB-007. */
export const getInboxPartner = {
  method: 'GET',
  path: '/console/v1/inbox/:id/partner',
  ...access,
  params: ById,
  reply: TicketPartner,
  refusals: ['not_found', 'data_not_ready'],
} as const satisfies Contract

const Version = z.int().positive()
const act = { method: 'POST', ...access, params: ById, reply: InboxTicket } as const

/**
 * Take a ticket, or with `takeOver` one that another operator has.
 *
 * Refuses: `already_taken`, with the name; `changed_meanwhile`; `validation_error`, while a help desk answers.
 * Source: requirements INB-004.
 */
export const postTicketTake = {
  ...act,
  path: '/console/v1/inbox/:id/take',
  body: z.object({ version: Version, takeOver: z.boolean().default(false) }),
  refusals: ['not_found', 'already_taken', 'changed_meanwhile'],
} as const satisfies Contract

/** Give a ticket to an operator who may answer it, or to nobody. Refuses: as taking; `not_found`, for an operator without the roles. */
export const postTicketAssign = {
  ...act,
  path: '/console/v1/inbox/:id/assign',
  body: z.object({ version: Version, operatorId: Id.nullable() }),
  refusals: ['not_found', 'changed_meanwhile'],
} as const satisfies Contract

/**
 * Answer a ticket: the partner sees the text on the support page and gets it as one mail. `isClosed`: the ticket ends with it.
 *
 * Refuses: `required`, for an empty text and for one with an open placeholder, which it names; `already_taken`, while another
 * operator has the ticket; `changed_meanwhile`; `validation_error`, while a help desk answers and for a joined ticket.
 * Source: requirements INB-002, INB-004, INB-005.
 */
export const postTicketAnswer = {
  ...act,
  path: '/console/v1/inbox/:id/answer',
  bodyBytes: 64 * 1024,
  body: z.object({ version: Version, text: LongText, isClosed: z.boolean().default(false) }),
  refusals: ['not_found', 'required', 'already_taken', 'changed_meanwhile'],
} as const satisfies Contract

/**
 * Write a note at a ticket, which only operators read, also while another operator has the ticket. Refuses: `changed_meanwhile`;
 * `validation_error`, while a help desk answers and for a joined ticket. Source: requirements INB-004, PTR-011.
 */
export const postTicketNote = {
  ...act,
  path: '/console/v1/inbox/:id/note',
  bodyBytes: 32 * 1024,
  body: z.object({ version: Version, text: NoteText }),
  refusals: ['not_found', 'changed_meanwhile'],
} as const satisfies Contract

/** Close a ticket without an answer, with a reason for the log. Refuses: as answering. Source: requirements INB-009. */
export const postTicketClose = {
  ...act,
  path: '/console/v1/inbox/:id/close',
  body: z.object({ version: Version, reason: z.string().max(1_000) }),
  refusals: ['not_found', 'required', 'already_taken', 'changed_meanwhile'],
} as const satisfies Contract

/** Join a ticket to another one of the same partner, which it repeats: it is closed. Refuses: as closing. */
export const postTicketJoin = {
  ...act,
  path: '/console/v1/inbox/:id/join',
  body: z.object({ version: Version, into: Id }),
  refusals: ['not_found', 'already_taken', 'changed_meanwhile'],
} as const satisfies Contract

/**
 * Start a dispute of the ticket's partner from it, with the text of the ticket. What it is about is named as partners name it.
 *
 * Refuses: `required`, for a ticket without a text; `validation_error`, for not exactly one thing; `not_found`, also for a thing that is
 * not the partner's; `not_unique`, with the number of the open dispute of the same thing or of the ticket; `too_late`; as answering.
 * Source: requirements INB-007.
 */
export const postTicketDispute = {
  ...act,
  roles: ['support', 'finance'],
  path: '/console/v1/inbox/:id/dispute',
  body: NamedThing.extend({ version: Version }),
  refusals: [
    'not_found',
    'required',
    'not_unique',
    'too_late',
    'already_taken',
    'changed_meanwhile',
    'data_not_ready',
  ],
} as const satisfies Contract
