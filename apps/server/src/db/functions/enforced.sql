-- What the database enforces about references and about rows that stay as they are.
--
-- References:
--   Most are foreign keys, which stand in `tables`. A foreign key is checked row by row and locks the row that it names. Rows that
--   come by the thousand and refer to rows that never go are checked by statement instead: `enforced_references` lists them,
--   and a trigger `check_references` of each table checks all new rows of a statement together. `restore` checks the same
--   list once, over whole tables.
-- Rows that stay:
--   Rows of append-only tables are written once. The application's role has no right to change them, and a trigger refuses
--   everybody else, the owner included. Of partners, accounts and payouts some columns change; triggers keep the others.

-- References that are checked by statement.
create or replace function enforced_references()
returns table(place text, place_column text, refers_to text, refers_to_column text)
language sql immutable as $$
  values
    ('bonus_records', 'order_id', 'orders', 'id'),
    ('bonus_records', 'transfer_id', 'transfers', 'id'),
    ('bonus_records', 'plan_version', 'plans', 'version'),
    ('bonus_records', 'rate_id', 'rates', 'id'),
    ('bonus_records', 'partner_id', 'partners', 'id'),
    ('bonus_records', 'reverses_id', 'bonus_records', 'id'),
    ('order_decisions', 'order_id', 'orders', 'id'),
    ('order_decisions', 'plan_version', 'plans', 'version'),
    ('order_decisions', 'rate_id', 'rates', 'id'),
    ('orders', 'partner_id', 'partners', 'id'),
    ('rank_reaches', 'order_id', 'orders', 'id'),
    ('rank_reaches', 'plan_version', 'plans', 'version'),
    ('rank_reaches', 'partner_id', 'partners', 'id'),
    ('transfers', 'partner_account_id', 'accounts', 'id') $$;

-- Makes `check_references_of_<table>` from the list. Other plans than nested loops would read the whole ledger.
-- `write_orders` and `new_transfers` run with the owner's rights and write records and transfers that refer to rows which they
-- have just locked or written: those are not looked up again.
do $make$
declare
  t record;
begin
  for t in
    select place,
      string_agg(format(
        $$if exists (select from (select distinct i.%2$I as id from inserted i where i.%2$I is not null) named
              where not exists (select from %3$I r where r.%4$I = named.id)) then
            raise exception '%1$s.%2$s names no row of %3$s' using errcode = '23503';
          end if;$$, place, place_column, refers_to, refers_to_column), E'\n          ' order by ordinality) as checks,
      case when place in ('bonus_records', 'transfers') then $$when (current_user = 'partner_office_app')$$ else '' end as condition
    from enforced_references() with ordinality group by place
  loop
    execute format(
      $sql$create or replace function %I() returns trigger language plpgsql
        set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $body$
        begin
          %s
          return null;
        end $body$ $sql$, 'check_references_of_' || t.place, t.checks);
    execute format(
      $$create or replace trigger check_references after insert on %I referencing new table as inserted
        for each statement %s execute function %I()$$, t.place, t.condition, 'check_references_of_' || t.place);
  end loop;
end $make$;

create or replace function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% is append-only: % is refused', tg_table_name, lower(tg_op) using errcode = '42501';
end $$;

-- Append-only tables.
do $make$
declare
  place text;
begin
  foreach place in array array[
    'orders', 'cancellations', 'partner_blocks', 'partner_changes',
    'plans', 'rates',
    'transfers', 'ledger_seals',
    'order_decisions', 'bonus_records', 'bonus_derivations', 'rank_reaches',
    'first_service', 'closings', 'period_seals', 'disclosures', 'disclosed_incomes',
    'journal', 'history_seals',
    'adjustments',
    'legal_acceptances',
    'payout_takings', 'payout_batches']
  loop
    execute format(
      $$create or replace trigger append_only before update or delete or truncate on %I
        for each statement execute function refuse_change()$$, place);
  end loop;
end $make$;

-- An argument of an entry of the audit log can be erased: `audit/guard-audit-entry.sql`.
create or replace trigger append_only before delete or truncate on audit_log
  for each statement execute function refuse_change();

-- A partner keeps id, sponsor and registration, and is never deleted.
create or replace function refuse_moved_partner() returns trigger
language plpgsql as $$
begin
  raise exception 'a partner keeps id, sponsor and registration (partner %)', old.id using errcode = '42501';
end $$;

create or replace trigger sponsor_never_changes before update on partners for each row
  when (old.id <> new.id or old.sponsor_id is distinct from new.sponsor_id
    or old.registered_at <> new.registered_at or old.fact <> new.fact)
  execute function refuse_moved_partner();

create or replace trigger partners_stay before delete or truncate on partners
  for each statement execute function refuse_change();

-- An account keeps its owner, name and currency, and is never deleted.
create or replace trigger accounts_keep_their_owner before update of id, partner_id, name, currency on accounts
  for each row execute function refuse_change();

create or replace trigger accounts_stay before delete or truncate on accounts
  for each statement execute function refuse_change();

-- A payout changes while it is pending: `payouts/guard-payout.sql`.
create or replace trigger keep_payouts before truncate on payouts
  for each statement execute function refuse_change();

-- The id of a transaction stays with its first use.
create or replace trigger keep_payout_transactions before update or delete on payout_transactions
  for each row execute function refuse_change();

create or replace trigger keep_all_payout_transactions before truncate on payout_transactions
  for each statement execute function refuse_change();
