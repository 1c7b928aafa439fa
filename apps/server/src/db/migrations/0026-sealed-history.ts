import { appendOnly, statements } from './statements.ts'

/** Tables whose rows are recorded in the journal, with the columns of their keys. */
const JOURNALED = {
  rates: ['id'],
  plans: ['version'],
  settings: ['name'],
  payout_routes: ['payout_from', 'payout_to'],
  payouts: ['id'],
  payout_hand_overs: ['payout_id'],
  wallets: ['partner_id', 'wallet_type'],
  closings: ['id'],
  period_seals: ['closing_id'],
  ledger_seals: ['last_transfer_id'],
  first_service: ['only_row'],
  statement_keys: ['generation'],
  statement_runs: ['period'],
  statements: ['partner_id', 'period', 'currency'],
} as const

const keyOf = (columns: readonly string[]): string =>
  columns.map((column) => `r.${column}::text`).join(` || ' ' || `)

/** What the journal keeps of a row: of a statement, which is long, the hash of its text. */
const contentOf = (table: string): string =>
  table === 'statements'
    ? `to_jsonb(r) || jsonb_build_object('content', encode(sha256(convert_to(r.content, 'UTF8')), 'hex'))`
    : 'to_jsonb(r)'

/** The secrets of the installation stay out of the journal. */
const SECRET = `name like 'secret.%'`

/**
 * What decides or explains money and cannot be computed again, sealed: the facts, the audit log, and a journal of the
 * tables that operators and closings write.
 *
 * The journal records each row as the application's role has written it; a change by any other role leaves no entry.
 * `history_seals` is one chain of blocks over facts, journal, the head of the audit log's chain and the ledger's newest seal.
 * `chain_heads` holds the end of each chain, so that a missing last row is noticed.
 */
export const sealedHistory = statements(
  `create table journal (
     id bigint generated always as identity primary key,
     place text not null,
     key text not null,
     content jsonb)`,
  `comment on column journal.content is 'the row as it was written; null when it was deleted'`,
  `create index journal_row on journal (place, key, id)`,
  `create function record_in_journal() returns trigger language plpgsql as $$
   declare
     item jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
   begin
     if tg_table_name = 'settings' and (item ->> 'name') like 'secret.%' then
       return null;
     end if;
     if tg_table_name = 'statements' then
       item := item || jsonb_build_object('content', encode(sha256(convert_to(item ->> 'content', 'UTF8')), 'hex'));
     end if;
     insert into journal (place, key, content)
       select tg_table_name, string_agg(item ->> name, ' ' order by place), case when tg_op <> 'DELETE' then item end
       from unnest(tg_argv) with ordinality as k(name, place);
     return null;
   end $$`,
  ...Object.entries(JOURNALED).flatMap(([table, key]) => [
    `create trigger changes_are_journaled after insert or update or delete on ${table} for each row
       when (current_user = 'partner_office_app')
       execute function record_in_journal(${key.map((column) => `'${column}'`).join(', ')})`,
    `insert into journal (place, key, content)
       select '${table}', ${keyOf(key)}, ${contentOf(table)} from ${table} r
       ${table === 'settings' ? `where not ${SECRET}` : ''} order by ${key.join(', ')}`,
  ]),
  ...appendOnly('journal'),
  `grant usage, select on sequence journal_id_seq to partner_office_app`,

  `create table chain_heads (
     chain text primary key check (chain in ('audit', 'history')),
     last bigint not null,
     hash bytea not null)`,
  `insert into chain_heads values ('audit', 0, ''), ('history', 0, '')`,
  `grant select, update on chain_heads to partner_office_app`,

  // The lock on the head orders the entries, so that their numbers follow the chain and have no gap from here on.
  `alter table audit_log add column hash bytea`,
  `alter table audit_log alter column id drop identity`,
  `create function audit_text(id bigint, at bigint, actor text, command text, arguments jsonb)
   returns bytea language sql stable as $$
     select convert_to(json_build_array(id, at, actor, command, arguments)::text, 'UTF8') $$`,
  `create function chain_audit_entry() returns trigger language plpgsql as $$
   begin
     select last + 1, hash into new.id, new.hash from chain_heads where chain = 'audit' for update;
     new.hash := sha256(new.hash || audit_text(new.id, new.at, new.actor, new.command, new.arguments));
     update chain_heads set last = new.id, hash = new.hash where chain = 'audit';
     return new;
   end $$`,
  `alter table audit_log disable trigger append_only`,
  `with links as (
     select a.id, hash_chain(audit_text(a.id, a.at, a.actor, a.command, a.arguments), null) over (order by a.id) as link
     from audit_log a)
   update audit_log a set hash = l.link from links l where l.id = a.id`,
  `alter table audit_log enable trigger append_only`,
  `alter table audit_log alter column hash set not null`,
  `update chain_heads set last = a.id, hash = a.hash
     from (select id, hash from audit_log order by id desc limit 1) a where chain = 'audit'`,
  `create trigger chain_audit_entry before insert on audit_log for each row execute function chain_audit_entry()`,

  `create table history_seals (
     number bigint primary key check (number > 0),
     last_fact bigint not null,
     last_entry bigint not null,
     last_audit bigint not null,
     last_transfer_id bigint not null,
     hash bytea not null,
     sealed_at bigint not null)`,
  `comment on column history_seals.last_entry is 'of the journal'`,
  `comment on column history_seals.last_transfer_id is 'the newest seal of the ledger; 0: none yet'`,
  `comment on column history_seals.hash is
     'SHA-256 over the block before, the facts and entries of this block, the heads of audit log and ledger, and the numbers'`,

  // What facts say, as the bytes that a block covers, in the order of their numbers.
  `create function fact_texts(after bigint, upto bigint) returns bytea language sql stable as $$
     select coalesce(string_agg(convert_to(text, 'UTF8'), '\\x0a'::bytea order by fact), ''::bytea) from (
       select fact, json_build_array(fact, 'partner', id, sponsor_id, depth, registered_at)::text as text
       from partners where fact > after and fact <= upto
       union all
       select fact, json_build_array(fact, 'order', id, partner_id, paid_at, amount_cents, currency, recorded_at,
         intake)::text from orders where fact > after and fact <= upto
       union all
       select fact, json_build_array(fact, 'cancellation', order_id, cancelled_at, reason)::text
       from cancellations where fact > after and fact <= upto
       union all
       select fact, json_build_array(fact, 'block', partner_id, blocked, changed_at, reason)::text
       from partner_blocks where fact > after and fact <= upto) f $$`,
  `create function entry_texts(after bigint, upto bigint) returns bytea language sql stable as $$
     select coalesce(string_agg(convert_to(json_build_array(id, place, key, content)::text, 'UTF8'), '\\x0a'::bytea
       order by id), ''::bytea) from journal where id > after and id <= upto $$`,

  // Seals one block of facts and entries up to the given numbers; false when nothing is new.
  `create function seal_history(upto_fact bigint, upto_entry bigint, most bigint, at bigint)
   returns boolean language plpgsql as $$
   declare
     before history_seals;
     head chain_heads;
     audit chain_heads;
     ledger record;
     fact_end bigint;
     entry_end bigint;
     block bytea;
   begin
     perform pg_advisory_xact_lock(hashtext('partner-office: seal history'));
     select * into head from chain_heads where chain = 'history';
     select * into audit from chain_heads where chain = 'audit';
     select * into before from history_seals where number = head.last;
     before.last_fact := coalesce(before.last_fact, 0);
     before.last_entry := coalesce(before.last_entry, 0);
     select coalesce(max(last_transfer_id), 0) as last, coalesce((array_agg(hash order by last_transfer_id desc))[1],
       ''::bytea) as hash into ledger from ledger_seals
       where last_transfer_id = (select max(last_transfer_id) from ledger_seals);
     fact_end := greatest(before.last_fact, least(upto_fact, before.last_fact + most));
     select coalesce(max(id), before.last_entry) into entry_end from (
       select id from journal where id > before.last_entry and id <= upto_entry order by id limit most) j;
     if (fact_end, entry_end, audit.last, ledger.last) = (before.last_fact, before.last_entry,
         coalesce(before.last_audit, 0), coalesce(before.last_transfer_id, 0)) then
       return false;
     end if;
     block := sha256(head.hash || sha256(fact_texts(before.last_fact, fact_end))
       || sha256(entry_texts(before.last_entry, entry_end)) || audit.hash || ledger.hash
       || convert_to(json_build_array(head.last + 1, fact_end, entry_end, audit.last, ledger.last, at)::text, 'UTF8'));
     insert into history_seals
       values (head.last + 1, fact_end, entry_end, audit.last, ledger.last, block, at);
     update chain_heads set last = last + 1, hash = block where chain = 'history';
     return true;
   end $$`,
  ...appendOnly('history_seals'),
)
