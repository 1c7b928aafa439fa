import type { PartnerNote } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
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
  )
  return partOf(rows, PAGE, idCursor)
}

type NewNote = {
  readonly partnerId: number
  readonly text: string
  readonly isForPartner: boolean
  readonly by: number
}

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

async function notesWhere(db: Db, which: RawBuilder<unknown>): Promise<PartnerNote[]> {
  const { rows } = await sql<PartnerNote>`
    select n.id, n.at, n.text, n.for_partner as is_for_partner,
      jsonb_build_object('id', o.id, 'email', o.email) as author,
      case when n.struck_at is not null then jsonb_build_object('at', n.struck_at, 'reason', n.struck_reason,
        'by', jsonb_build_object('id', s.id, 'email', s.email)) end as struck
    from console.partner_notes n
    join console.operators o on o.id = n.operator_id
    left join console.operators s on s.id = n.struck_by
    where ${which} order by n.id desc limit ${PAGE + 1}`.execute(db)
  return rows
}
