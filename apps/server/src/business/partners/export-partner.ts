import { type AccountCurrency, decimalsOf, formatUnits, Refusal } from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import type { Db, Tx } from '../../db/database.ts'
import { readCursor } from '../../db/read-cursor.ts'
import { streamSnapshot } from '../../db/stream-snapshot.ts'
import { accountLists, readAccount } from '../../passport/accounts/accounts.ts'
import { endDataRequest } from '../../passport/accounts/data-requests.ts'
import type { Core } from '../../core/core.ts'

/**
 * Everything held on a partner, or on who has registered and is none yet, as the text of one JSON document, whatever its
 * size.
 *
 * Amounts are exact decimals as text, instants epoch milliseconds.
 *
 * Refuses: `not_found`.
 * Source: decisions D-148.
 */
export function exportPartner(core: Core, partnerId: number): AsyncIterable<string> {
  return streamSnapshot(core.database, (tx) => documentText(tx, partnerId))
}

/** The same document for handing over: a request for it ends once all of it was read. Refuses: `not_found`. */
export async function* handOverExport(core: Core, partnerId: number): AsyncGenerator<string> {
  yield* exportPartner(core, partnerId)
  await endDataRequest(core.database.read, partnerId, 'EXPORT')
}

async function* documentText(tx: Tx, partnerId: number): AsyncGenerator<string> {
  yield `{\n  "partner": ${JSON.stringify(await partnerOf(tx, partnerId))}`
  yield `,\n  "account": ${JSON.stringify(await readAccount(tx, partnerId))}`
  for (const [name, query] of Object.entries(lists(partnerId))) {
    yield `,\n  "${name}": [`
    let separator = '\n'
    for await (const row of readCursor(tx, query)) {
      yield `${separator}    ${JSON.stringify(withDecimals(row))}`
      separator = ',\n'
    }
    yield separator === '\n' ? ']' : '\n  ]'
  }
  yield '\n}\n'
}

async function partnerOf(tx: Db, partnerId: number): Promise<object> {
  const partner = await tx
    .selectFrom('partners')
    .selectAll()
    .where('id', '=', partnerId)
    .executeTakeFirst()
  if (partner === undefined) return registrationOf(tx, partnerId)
  const { fact: _fact, sponsorDepth: _sponsorDepth, ...held } = partner
  return held
}

async function registrationOf(tx: Db, userId: number): Promise<object> {
  const registration = await tx
    .selectFrom('registrations')
    .selectAll()
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (registration === undefined) {
    throw new Refusal('not_found', { field: 'userId', partnerId: userId })
  }
  return registration
}

/** A list's rows; a column called `units` is an amount of the row's currency. */
type Row = { readonly currency?: AccountCurrency; readonly units?: string }

function lists(partnerId: number): Readonly<Record<string, RawBuilder<Row>>> {
  return {
    ...accountLists(partnerId),
    blocks: sql`
      select blocked, reason, changed_at from partner_blocks where partner_id = ${partnerId} order by fact`,
    pictures: sql`
      select stored_at, encode(picture, 'base64') as jpeg from avatars where partner_id = ${partnerId}`,
    tickets: sql`
      select id, type, bonus_type, email, comment, state, created_at, (
        select jsonb_agg(jsonb_build_object('name', name, 'kind', kind, 'size', size) order by place)
        from ticket_files where ticket_id = tickets.id) as files
      from tickets where partner_id = ${partnerId} order by id`,
    ticketAnswers: sql`
      select a.ticket_id, a.at, case when a.operator_id is null then 'partner' else 'support' end as written_by, a.text
      from console.ticket_answers a join tickets t on t.id = a.ticket_id where t.partner_id = ${partnerId} order by a.id`,
    notes: sql`
      select at, text, struck_at from console.partner_notes
      where partner_id = ${partnerId} and for_partner order by id`,
    notificationSettings: sql`
      select key, value, changed_at from notification_settings where partner_id = ${partnerId} order by key`,
    waitingMails: sql`
      select key as setting, due_at, entries, items from mail_notes where partner_id = ${partnerId} order by id`,
    pushDevices: sql`
      select endpoint, keys as settings, details, subscribed_at from push_subscriptions where partner_id = ${partnerId} order by id`,
    waitingMessages: sql`
      select key as setting, due_at, entries, items from push_notes where partner_id = ${partnerId} order by id`,
    statements: sql`
      select period, currency, content::jsonb as statement from statements
      where partner_id = ${partnerId} order by period, currency`,
    payouts: sql`
      select id, payout_from, payout_to, address, currency, amount::text as units, fee::text as fee_units, status, tx_id,
        requested_at, created_at, taken_at, ended_at, reason
      from payouts where partner_id = ${partnerId} order by id`,
    legals: sql`
      select product, version, accepted_at from legal_acceptances where partner_id = ${partnerId} order by accepted_at`,
    orders: sql`
      select o.id as order_id, o.paid_at, o.amount_cents::text as units, o.currency, o.recorded_at, c.cancelled_at,
        c.reason as cancellation_reason
      from orders o left join cancellations c on c.order_id = o.id
      where o.partner_id = ${partnerId} order by o.paid_at, o.id`,
    ranks: sql`
      select ladder, rank_id, order_id, reached_at from rank_reaches
      where partner_id = ${partnerId} order by ladder, rank_id`,
    bonuses: sql`
      select type, order_id, level, currency, amount::text as units, paid_at, period, plan_version, percent, rate
      from bonus_records where partner_id = ${partnerId} order by id`,
    balances: sql`
      select name as account, currency, balance::text as units from accounts
      where partner_id = ${partnerId} order by name`,
    transfers: sql`
      select t.id as transfer_id, t.created_at, t.kind, a.name as account, t.currency, t.reference,
        (case when t.credit_account_id = a.id then t.amount else -t.amount end)::text as units
      from transfers t join accounts a on a.id = t.partner_account_id
      where a.partner_id = ${partnerId} order by t.id`,
  }
}

function withDecimals({ units, ...row }: Row): object {
  if (units === undefined || row.currency === undefined) return row
  return { ...row, amount: formatUnits(BigInt(units), decimalsOf(row.currency)) }
}
