import type { Ticket } from '@partner-office/contracts'
import { sql } from 'kysely'

import type { Db } from '../../db/database.ts'
import { readSetting } from '../settings/read-settings.ts'

const MOST_SHOWN = 20

/** The latest tickets of a partner with their answers, newest first. Operators have no names here. */
export async function readTickets(db: Db, partnerId: number): Promise<Ticket[]> {
  const isElsewhere = (await readSetting(db, 'helpDeskUrl')) !== ''
  const { rows } = await sql<Ticket>`
    select id, type, bonus_type, comment, t.state, created_at, coalesce((
        select jsonb_agg(jsonb_build_object('name', name, 'size', size) order by place)
        from ticket_files where ticket_id = t.id), '[]') as files,
      d.state = 'CLOSED' as is_closed, d.joined_into is null and ${!isElsewhere}::boolean as may_reply,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', a.id, 'at', a.at, 'text', a.text,
          'from', case when a.operator_id is null then 'partner' else 'support' end) order by a.id)
        from console.ticket_answers a where a.ticket_id = t.id), '[]') as entries
    from tickets t join console.ticket_desks d on d.ticket_id = t.id where partner_id = ${partnerId}
    order by created_at desc, id desc limit ${sql.lit(MOST_SHOWN)}`.execute(db)
  return rows
}

/** A ticket in the operators' list. */
export type ListedTicket = {
  readonly id: number
  readonly createdAt: number
  readonly partnerId: number
  readonly type: number
  readonly bonusType: string | null
  readonly state: string
  readonly email: string
  readonly folder: string
  readonly files: number
  readonly comment: string
}

/** Every ticket, oldest first. */
export async function listTickets(db: Db): Promise<readonly ListedTicket[]> {
  const { rows } = await sql<ListedTicket>`
    select t.id, t.created_at, t.partner_id, t.type, t.bonus_type, t.state,
      case when t.email = '' then p.email else t.email end as email, t.folder, t.comment,
      (select count(*) from ticket_files where ticket_id = t.id) as files
    from tickets t join partners p on p.id = t.partner_id order by t.id`.execute(db)
  return rows
}

/** A ticket with its files. */
type TicketFiles = {
  readonly id: number
  readonly folder: string
  readonly files: readonly { readonly name: string; readonly size: number }[]
}

/** The files of a ticket, in their order; none of an unknown one. */
export async function filesOfTicket(db: Db, id: number): Promise<TicketFiles> {
  const files = await db
    .selectFrom('ticketFiles')
    .innerJoin('tickets', 'tickets.id', 'ticketFiles.ticketId')
    .select(['tickets.folder', 'ticketFiles.name', 'ticketFiles.size'])
    .where('ticketId', '=', id)
    .orderBy('place')
    .execute()
  return { id, folder: files[0]?.folder ?? '', files }
}
