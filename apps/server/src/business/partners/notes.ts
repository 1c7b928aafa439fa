import type { PartnerNote } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Db, Tx } from '../../db/database.ts'
import { idCursor, type Part, partOf } from '../../db/page.ts'
import { requirePartner } from './require-partner.ts'

const PAGE = 50

/** Notes about a partner, the newest first. Source: requirements PTR-011. */
export async function readNotes(
  db: Db,
  partnerId: number,
  before: number | null,
): Promise<Part<PartnerNote>> {
  const rows = await notesWhere(
    db,
    sql`n.partner_id = ${partnerId} and (${before}::bigint is null or n.id < ${before})`,
    PAGE + 1,
  )
  return partOf(rows, PAGE, idCursor)
}

type NewNote = {
  readonly partnerId: number
  readonly text: string
  readonly isForPartner: boolean
  readonly by: number
}

/** A note at a ticket. */
type TicketNote = Omit<NewNote, 'isForPartner'> & { readonly ticketId: number }

/** Writes a note about a partner. Refuses: `not_found`. Source: requirements PTR-011. */
export async function writeNote(
  { database, clock }: Core,
  { partnerId, text, isForPartner, by }: NewNote,
): Promise<PartnerNote> {
  return database.transaction(async (tx) => {
    await requirePartner(tx, partnerId)
    const { id } = await tx
      .insertInto('console.partnerNotes')
      .values({ partnerId, at: clock(), operatorId: by, text, forPartner: isForPartner })
      .returning('id')
      .executeTakeFirstOrThrow()
    return oneNote(tx, id)
  })
}

/** Notes at a ticket, the newest first. Source: requirements PTR-011. */
export const readTicketNotes = (db: Db, ticketId: number): Promise<PartnerNote[]> =>
  notesWhere(db, sql`n.ticket_id = ${ticketId}`)

/** Writes a note at a ticket of the partner, which is for operators only. Source: requirements PTR-011. */
export async function writeTicketNote(
  { clock }: Core,
  tx: Tx,
  { by, ...note }: TicketNote,
): Promise<void> {
  await tx
    .insertInto('console.partnerNotes')
    .values({ ...note, at: clock(), operatorId: by, forPartner: false })
    .execute()
}

type Striking = {
  readonly partnerId: number
  readonly id: number
  readonly reason: string
  readonly by: number
}

/** Strikes a note out; its text stays. Refuses: `not_found`; `changed_meanwhile`, when it is struck out. Source: requirements PTR-011. */
export async function strikeNote(
  { database, clock }: Core,
  { partnerId, id, reason, by }: Striking,
): Promise<PartnerNote> {
  return database.transaction(async (tx) => {
    const note = await tx
      .selectFrom('console.partnerNotes')
      .select('struckAt')
      .where('id', '=', id)
      .where('partnerId', '=', partnerId)
      .forUpdate()
      .executeTakeFirst()
    if (note === undefined) throw new Refusal('not_found')
    if (note.struckAt !== null) throw new Refusal('changed_meanwhile')
    await tx
      .updateTable('console.partnerNotes')
      .set({ struckAt: clock(), struckBy: by, struckReason: reason })
      .where('id', '=', id)
      .execute()
    return oneNote(tx, id)
  })
}

async function oneNote(db: Db, id: number): Promise<PartnerNote> {
  const [note] = await notesWhere(db, sql`n.id = ${id}`)
  return note!
}

/** `most`: null for all of them. */
async function notesWhere(
  db: Db,
  which: RawBuilder<unknown>,
  most: number | null = null,
): Promise<PartnerNote[]> {
  const { rows } = await sql<PartnerNote>`
    select n.id, n.at, n.text, n.ticket_id, n.for_partner as is_for_partner,
      jsonb_build_object('id', o.id, 'email', o.email) as author,
      case when n.struck_at is not null then jsonb_build_object('at', n.struck_at, 'reason', n.struck_reason,
        'by', jsonb_build_object('id', s.id, 'email', s.email)) end as struck
    from console.partner_notes n
    join console.operators o on o.id = n.operator_id
    left join console.operators s on s.id = n.struck_by
    where ${which} order by n.id desc limit ${most}::bigint`.execute(db)
  return rows
}
