import type { InboxTicket, TicketPartner } from '@partner-office/contracts'
import { type AccountCurrency, Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import { isOpenHold } from '../../business/adjustments/is-open-hold.ts'
import { coinText } from '../../business/bonuses/bonus-texts.ts'
import { readTicketNotes } from '../../business/partners/notes.ts'
import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import { addressesOf } from '../files/file-addresses.ts'
import type { TicketFileKind } from '@partner-office/domain'
import { TICKET_LINE } from './find-tickets.ts'
import { hasHelpDesk } from './has-help-desk.ts'

type Row = Omit<InboxTicket, 'files' | 'helpDesk' | 'notes'> & {
  readonly files: readonly {
    readonly name: string
    readonly bytes: number
    readonly kind: TicketFileKind
    readonly place: number
  }[]
}

/** A ticket with its answers, notes and files, for a session. Refuses: `not_found`. */
export async function readInboxTicket(
  { database: { read }, clock }: Core,
  id: number,
  token: string,
): Promise<InboxTicket> {
  const { rows } = await sql<Row>`
    select ${TICKET_LINE}, t.comment as text, p.first_name, t.bonus_type, t.email, d.version, d.close_reason, d.joined_into, d.dispute_id,
      array(select r.ticket_id from console.ticket_desks r where r.joined_into = t.id order by 1) as repeats,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', a.id, 'at', a.at, 'by', b.email, 'text', a.text) order by a.id)
        from console.ticket_answers a left join console.operators b on b.id = a.operator_id
        where a.ticket_id = t.id), '[]') as answers,
      coalesce((
        select jsonb_agg(jsonb_build_object('name', f.name, 'bytes', f.size, 'kind', f.kind, 'place', f.place) order by f.place)
        from ticket_files f where f.ticket_id = t.id), '[]') as files
    from console.ticket_desks d join tickets t on t.id = d.ticket_id
    join partners p on p.id = t.partner_id left join console.operators o on o.id = d.assignee_id
    where t.id = ${id}`.execute(read)
  const [ticket] = rows
  if (ticket === undefined) throw new Refusal('not_found')
  const session = { token, now: clock() }
  return {
    ...ticket,
    helpDesk: await hasHelpDesk(read),
    notes: await readTicketNotes(read, id),
    files: ticket.files.map(({ name, bytes, kind, place }) => ({
      name,
      bytes,
      addresses: addressesOf(session, `ticket-${id}-${place}`, kind),
    })),
  }
}

/** Who has sent a ticket. Refuses: `not_found`. */
export async function partnerOfTicket(db: Db, id: number): Promise<number> {
  const ticket = await db
    .selectFrom('tickets')
    .select('partnerId')
    .where('id', '=', id)
    .executeTakeFirst()
  if (ticket === undefined) throw new Refusal('not_found')
  return ticket.partnerId
}

/** The state of a ticket's partner. Refuses: `not_found`. Source: requirements INB-007. */
export async function readTicketPartner(core: Core, ticketId: number): Promise<TicketPartner> {
  const { read } = core.database
  const partnerId = await partnerOfTicket(read, ticketId)
  const { rows } = await sql<{ rankId: number | null; isBlocked: boolean }>`
    select (select max(rank_id) from rank_reaches where partner_id = ${partnerId} and ladder = 'ordinary') as rank_id,
      coalesce((select blocked from partner_blocks where partner_id = ${partnerId} order by fact desc limit 1),
        false) as is_blocked`.execute(read)
  const { rankId, isBlocked } = rows[0]!
  const { plan } = await core.plans.at(read, core.clock())
  return {
    rang: plan.ranks.find(({ id }) => id === rankId)?.code ?? null,
    isBlocked,
    balances: await readBalancesAndHolds(read, partnerId, core.clock()),
    payouts: await readOpenPayouts(read, partnerId),
    tickets: await readOthers(read, partnerId, ticketId),
  }
}

type Coins = { readonly currency: AccountCurrency; readonly amount: string }

async function readBalancesAndHolds(
  db: Db,
  partnerId: number,
  now: number,
): Promise<TicketPartner['balances']> {
  const { rows } = await sql<Coins & { readonly account: string; readonly held: string }>`
    select a.name as account, a.currency, a.balance::text as amount, coalesce((
      select sum(h.amount) from holds h
      where h.partner_id = a.partner_id and h.account = a.name and ${isOpenHold('h', now)}), 0)::text as held
    from accounts a where a.partner_id = ${partnerId} order by a.name`.execute(db)
  return rows.map(({ account, currency, amount, held }) => ({
    account,
    currency,
    amount: coinText(BigInt(amount), currency),
    held: coinText(BigInt(held), currency),
  }))
}

async function readOpenPayouts(db: Db, partnerId: number): Promise<TicketPartner['payouts']> {
  const { rows } = await sql<Coins & { readonly id: number; readonly createdAt: number }>`
    select id, currency, amount::text as amount, created_at from payouts
    where partner_id = ${partnerId} and status = 'PENDING' order by id`.execute(db)
  return rows.map((row) => ({ ...row, amount: coinText(BigInt(row.amount), row.currency) }))
}

const OTHERS = 20

async function readOthers(
  db: Db,
  partnerId: number,
  ticketId: number,
): Promise<TicketPartner['tickets']> {
  const { rows } = await sql<TicketPartner['tickets'][number]>`
    select t.id, t.type, d.state, t.created_at, left(t.comment, 200) as text
    from tickets t join console.ticket_desks d on d.ticket_id = t.id
    where t.partner_id = ${partnerId} and t.id <> ${ticketId}
    order by t.created_at desc, t.id desc limit ${sql.lit(OTHERS)}`.execute(db)
  return rows
}
