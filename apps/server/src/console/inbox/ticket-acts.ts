import { LONGEST_DISPUTE_TEXT, Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import { type PreparedDispute, storeDispute } from '../../business/disputes/open-dispute.ts'
import { lockPartner } from '../../business/partners/lock-partner.ts'
import { writeTicketNote } from '../../business/partners/notes.ts'
import { addWords } from '../../business/support/desk-words.ts'
import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { INBOX_ROLES, type TicketState } from '@partner-office/contracts'
import { requireFilled } from '../../business/support/require-filled.ts'
import { hasHelpDesk } from './has-help-desk.ts'

/** A ticket as the operator saw it, and who acts. */
export type SeenTicket = {
  readonly id: number
  readonly version: number
  readonly operatorId: number
}

type Desk = {
  readonly ticketId: number
  readonly partnerId: number
  readonly comment: string
  readonly state: TicketState
  readonly version: number
  readonly assigneeId: number | null
  readonly assignee: string | null
  readonly joinedInto: number | null
  readonly disputeId: number | null
}

/**
 * Gives a ticket to the operator who asks. `takeOver`: also one that another operator has.
 *
 * Refuses: `not_found`; `already_taken`, with the name; `changed_meanwhile`; `validation_error`, while a help desk answers.
 * Source: requirements INB-004.
 */
export async function takeTicket(tx: Tx, seen: SeenTicket, takeOver: boolean): Promise<void> {
  const desk = await lockDesk(tx, seen.id)
  if (!takeOver) requireFree(desk, seen)
  requireSeen(desk, seen)
  await change(tx, desk, { assigneeId: seen.operatorId })
}

/** Gives a ticket to an operator, or to nobody. Refuses: as taking; `not_found`, for an operator who may not answer. */
export async function assignTicket(tx: Tx, seen: SeenTicket, to: number | null): Promise<void> {
  const desk = await lockDesk(tx, seen.id)
  requireSeen(desk, seen)
  if (to !== null) await requireAnswering(tx, to)
  await change(tx, desk, { assigneeId: to })
}

async function requireAnswering(tx: Tx, operatorId: number): Promise<void> {
  const role = await tx
    .selectFrom('console.operators as o')
    .innerJoin('console.operatorRoles as r', 'r.operatorId', 'o.id')
    .select('o.id')
    .where('o.id', '=', operatorId)
    .where('o.removedAt', 'is', null)
    .where('r.role', 'in', [...INBOX_ROLES])
    .executeTakeFirst()
  if (role === undefined) throw new Refusal('not_found', { field: 'operatorId' })
}

type Written = { readonly text: string; readonly isClosed: boolean }

/**
 * Stores an answer and owes its mail; the ticket belongs to the operator from then on.
 *
 * Refuses: `required`, for an empty text and for open placeholders, which it names; as taking.
 * Source: requirements INB-002, INB-004, INB-005.
 */
export async function answerTicket(
  core: Core,
  tx: Tx,
  seen: SeenTicket,
  { text, isClosed }: Written,
): Promise<void> {
  if (text === '') throw new Refusal('required', { field: 'text' })
  requireFilled(text)
  const desk = await lockDesk(tx, seen.id)
  requireFree(desk, seen)
  requireSeen(desk, seen)
  requireOwn(desk)
  const at = core.clock()
  await tx
    .insertInto('console.ticketAnswers')
    .values({ ticketId: seen.id, at, operatorId: seen.operatorId, text, mailAt: at })
    .execute()
  const state = isClosed ? 'CLOSED' : 'ANSWERED'
  await change(tx, desk, { state, since: at, assigneeId: seen.operatorId, closeReason: null })
  await addWords(tx, 'ticket', { id: seen.id, text })
}

/**
 * Writes a note for operators. The ticket may be assigned to another operator, and stays so.
 *
 * Refuses: `not_found`; `changed_meanwhile`; `validation_error`, while a help desk answers and for a joined ticket.
 * Source: requirements PTR-011.
 */
export async function noteTicket(
  core: Core,
  tx: Tx,
  seen: SeenTicket,
  { partnerId, text }: { readonly partnerId: number; readonly text: string },
): Promise<void> {
  // As a partner who opens a dispute or replies: the partner's row comes before the desk.
  await lockPartner(tx, partnerId)
  const desk = await lockDesk(tx, seen.id)
  requireSeen(desk, seen)
  requireOwn(desk)
  await writeTicketNote(core, tx, { partnerId, ticketId: seen.id, text, by: seen.operatorId })
  await change(tx, desk, {})
}

/** Closes a ticket without an answer. Refuses: `required`, without a reason; as answering. Source: requirements INB-009. */
export async function closeTicket(
  core: Core,
  tx: Tx,
  seen: SeenTicket,
  reason: string,
): Promise<void> {
  if (reason.trim() === '') throw new Refusal('required', { field: 'reason' })
  const desk = await lockDesk(tx, seen.id)
  requireFree(desk, seen)
  requireSeen(desk, seen)
  requireOwn(desk)
  await change(tx, desk, { state: 'CLOSED', since: core.clock(), closeReason: reason.trim() })
}

/**
 * Joins a ticket to another one of the same partner, which it repeats. Tickets that were joined to it go along.
 *
 * Refuses: `not_found`, for another partner's ticket; `validation_error`, for itself and for one that was joined; as closing.
 * Source: requirements INB-009.
 */
export async function joinTicket(
  core: Core,
  tx: Tx,
  seen: SeenTicket,
  into: number,
): Promise<void> {
  // In the order of their numbers, so that two operators who join both ways do not wait for each other.
  const [first, second] = [seen.id, into].toSorted((one, other) => one - other)
  const desks = [await lockDesk(tx, first!), await lockDesk(tx, second!)]
  const desk = desks.find(({ ticketId }) => ticketId === seen.id)!
  const target = desks.find(({ ticketId }) => ticketId === into)!
  requireFree(desk, seen)
  requireSeen(desk, seen)
  requireOwn(desk)
  if (target.partnerId !== desk.partnerId) throw new Refusal('not_found', { field: 'into' })
  if (into === seen.id || target.joinedInto !== null) {
    throw new Refusal('validation_error', { field: 'into' })
  }
  await change(tx, desk, { state: 'CLOSED', since: core.clock(), joinedInto: into })
  await tx
    .updateTable('console.ticketDesks')
    .set({ joinedInto: into, version: sql`version + 1` })
    .where('joinedInto', '=', seen.id)
    .execute()
}

/**
 * Starts a dispute of the ticket's partner with the text of the ticket, cut to the length of disputes.
 *
 * Refuses: `required`, for a ticket without a text; `not_unique`, with the number of the dispute that the ticket has; `too_late`; as
 * closing.
 * Source: requirements INB-007.
 */
export async function startDispute(
  core: Core,
  tx: Tx,
  seen: SeenTicket,
  prepared: PreparedDispute,
): Promise<void> {
  await lockPartner(tx, prepared.partnerId)
  const desk = await lockDesk(tx, seen.id)
  requireFree(desk, seen)
  requireSeen(desk, seen)
  requireOwn(desk)
  if (desk.disputeId !== null) {
    throw new Refusal('not_unique', { field: 'id', reason: String(desk.disputeId) })
  }
  const text = [...desk.comment].slice(0, LONGEST_DISPUTE_TEXT).join('').trim()
  const disputeId = await storeDispute(core, tx, prepared, { text, isLimited: false })
  await change(tx, desk, { disputeId, assigneeId: seen.operatorId })
}

/** Refuses: `not_found`; `validation_error`, while a help desk answers. */
async function lockDesk(tx: Tx, id: number): Promise<Desk> {
  // Locked first: the statement after it sees the names of what others have done meanwhile.
  await sql`select from console.ticket_desks where ticket_id = ${id} for update`.execute(tx)
  const { rows } = await sql<Desk>`
    select d.ticket_id, t.partner_id, t.comment, d.state, d.version, d.assignee_id, o.email as assignee, d.joined_into,
      d.dispute_id
    from console.ticket_desks d join tickets t on t.id = d.ticket_id
    left join console.operators o on o.id = d.assignee_id where d.ticket_id = ${id}`.execute(tx)
  const [desk] = rows
  if (desk === undefined) throw new Refusal('not_found')
  if (await hasHelpDesk(tx)) {
    throw new Refusal('validation_error', { field: 'helpDeskUrl' }, [
      'The help desk answers tickets.',
    ])
  }
  return desk
}

function requireFree({ assigneeId, assignee }: Desk, { operatorId }: SeenTicket): void {
  if (assigneeId === null || assigneeId === operatorId) return
  throw new Refusal('already_taken', {}, [assignee!])
}

function requireSeen({ version, state, assignee }: Desk, seen: SeenTicket): void {
  if (version === seen.version) return
  throw new Refusal('changed_meanwhile', { field: 'state' }, [
    `It is ${state}.`,
    ...(assignee === null ? [] : [assignee]),
  ])
}

/** A joined ticket goes on in the other one. */
function requireOwn({ joinedInto }: Desk): void {
  if (joinedInto !== null) throw new Refusal('validation_error', { field: 'joinedInto' })
}

type Change = Partial<{
  state: TicketState
  since: number
  assigneeId: number | null
  closeReason: string | null
  joinedInto: number
  disputeId: number
}>

async function change(tx: Tx, { ticketId, version }: Desk, changes: Change): Promise<void> {
  await tx
    .updateTable('console.ticketDesks')
    .set({ ...changes, version: version + 1 })
    .where('ticketId', '=', ticketId)
    .execute()
}
