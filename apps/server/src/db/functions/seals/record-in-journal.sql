-- Writes each row that the application's role inserts, updates or deletes in the listed tables to the journal, under the key of
-- its table. A change by any other role leaves no entry, so `verify` finds it.
create or replace function record_in_journal() returns trigger
language plpgsql as $$
declare
  item jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  if tg_table_name = 'settings' and (item ->> 'name') like 'secret.%' then
    return null;
  end if;
  if tg_table_name in ('statements', 'disclosures') then
    item := item || jsonb_build_object('content', encode(sha256(convert_to(item ->> 'content', 'UTF8')), 'hex'));
  end if;
  if tg_table_name = 'disclosures' then
    item := item || jsonb_build_object('csv', encode(sha256(convert_to(item ->> 'csv', 'UTF8')), 'hex'));
  end if;
  insert into journal (place, key, content)
    select case tg_table_schema when 'public' then '' else tg_table_schema || '.' end || tg_table_name, string_agg(item ->> name, ' ' order by place), case when tg_op <> 'DELETE' then item end
    from unnest(tg_argv) with ordinality as k(name, place);
  return null;
end $$;

do $make$
declare
  t record;
begin
  for t in
    select * from (values
      ('rates', 'insert or update or delete', array['id']),
      ('plans', 'insert or update or delete', array['version']),
      ('settings', 'insert or update or delete', array['name']),
      ('payout_routes', 'insert or update or delete', array['payout_from', 'payout_to']),
      -- New payouts are recorded by statement: `record-new-payouts-in-journal.sql`.
      ('payouts', 'update or delete', array['id']),
      ('payout_takings', 'insert or update or delete', array['id']),
      ('payout_batches', 'insert or update or delete', array['id']),
      ('payout_hand_overs', 'insert or update or delete', array['payout_id']),
      ('wallets', 'insert or update or delete', array['partner_id', 'wallet_type']),
      ('adjustments', 'insert or update or delete', array['id']),
      ('holds', 'insert or update or delete', array['id']),
      ('external_ids', 'insert or update or delete', array['id']),
      ('closings', 'insert or update or delete', array['id']),
      ('period_seals', 'insert or update or delete', array['closing_id']),
      ('ledger_seals', 'insert or update or delete', array['last_transfer_id']),
      ('first_service', 'insert or update or delete', array['only_row']),
      ('statement_keys', 'insert or update or delete', array['generation']),
      ('statement_runs', 'insert or update or delete', array['period']),
      ('statements', 'insert or update or delete', array['partner_id', 'period', 'currency']),
      ('disclosures', 'insert or update or delete', array['period', 'months']),
      ('console.operator_roles', 'insert or delete', array['operator_id', 'role']),
      ('console.proposals', 'insert or update', array['id']),
      ('console.disputes', 'insert or update or delete', array['id'])
    ) as journaled(place, changes, key)
  loop
    execute format(
      $$create or replace trigger changes_are_journaled after %s on %s for each row
        when (current_user = 'partner_office_app') execute function record_in_journal(%s)$$,
      t.changes, t.place, (select string_agg(quote_literal(k), ', ') from unnest(t.key) k));
  end loop;
end $make$;

-- Of the audit log only erased arguments: `audit/guard-audit-entry.sql`.
create or replace trigger changed_access_is_journaled after update on audit_log for each row
  when (current_user = 'partner_office_app') execute function record_in_journal('id');
