import { statements } from './statements.ts'

/**
 * Each transaction on a chain approves payouts once. Its key is the id as `transactionKey` of the domain compares it. Each
 * route says how the ids of its chain look.
 *
 * Notes of mails about orders name the facts that they tell, so that a mail leaves out what was cancelled meanwhile.
 */
export const transactionsAndNotes = statements(
  `alter table payout_routes add column tx_pattern text not null default '^(0x)?[0-9a-fA-F]{64}$'`,
  `insert into journal (place, key, content)
     select 'payout_routes', payout_from || ' ' || payout_to, to_jsonb(r) from payout_routes r order by payout_from, payout_to`,
  `create table payout_transactions (key text primary key, used_at bigint not null)`,
  `comment on table payout_transactions is 'ids of transactions that payouts were approved with: none approves once more'`,
  `insert into payout_transactions (key, used_at)
     select key, min(ended_at) from (
       select case when tx_id ~* '^(0x)?[0-9a-f]+$' then lower(regexp_replace(tx_id, '^0x', '', 'i')) else tx_id end as key,
         ended_at
       from payouts where status = 'SUCCESS') p
     group by key`,
  `create trigger keep_payout_transactions before update or delete on payout_transactions for each row
     execute function refuse_change()`,
  `create trigger keep_all_payout_transactions before truncate on payout_transactions for each statement
     execute function refuse_change()`,
  `grant select, insert on payout_transactions to partner_office_app`,

  `alter table mail_notes add column after_fact bigint, add column up_to_fact bigint`,
  `comment on column mail_notes.after_fact is 'the facts that the note tells begin after it; null: it tells no orders'`,
)
