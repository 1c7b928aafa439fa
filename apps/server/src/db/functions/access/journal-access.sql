-- Records in the journal who gets access or money: accounts, second factors, mailed tokens, changes of address, verifications,
-- sessions, sponsors of waiting registrations; operators of the console, their second factors, links and sessions; endpoints of webhooks. Of secrets and personal data the journal has digests with the account's salt,
-- which an erasure replaces.

-- A value as the journal has it. Null stays null.
create or replace function journal_digest(salt uuid, value text) returns text
language sql immutable as $$
  select left(encode(sha256(convert_to(salt || ' ' || value, 'UTF8')), 'hex'), 32) $$;

-- For each table makes three functions with their triggers, for new, deleted and changed rows:
--   new rows       journal (table, key, content), by statement, since an import writes a million accounts
--   deleted rows   journal (table, key, null)
--   a changed row  journal (table, key, content); if its key changed, the earlier key has gone
-- `key` and `plain` are recorded as they are, `hidden` as digests. `owner` is the account whose salt the digests have.
do $make$
declare
  t record;
  name text;
  key_of text;
  content_of text;
begin
  for t in
    select * from (values
      ('passport.accounts', array['user_id'],
        array['email_confirmed', 'closed_at', 'password_changed_at'], array['email', 'password_hash', 'sealed_password'],
        -- An erasure replaces the salt, and so every digest.
        array['salt']),
      ('passport.authenticators', array['user_id'], array['confirmed_at'], array['sealed_secret'], '{}'),
      ('passport.recovery_codes', array['user_id', 'code_hash'], '{}', '{}', '{}'),
      ('passport.passkeys', array['id'], array['user_id', 'added_at'], array['credential_id', 'public_key'], '{}'),
      ('passport.mailed_tokens', array['token_hash'], array['user_id', 'purpose', 'expires_at'], array['address'], '{}'),
      ('passport.email_changes', array['user_id'], array['asked_at', 'changed_at'], array['old_email', 'new_email'], '{}'),
      ('passport.verifications', array['user_id', 'document_type'],
        array['id', 'status', 'updated_at', 'was_approved'], array['fields', 'reason'], '{}'),
      ('passport.sessions', array['token_hash'], array['user_id', 'opened_at'], '{}', '{}'),
      ('registrations', array['user_id'], array['sponsor_id'],
        array['first_name', 'last_name', 'country_id', 'ui_language'], '{}'),
      ('console.operators', array['id'], array['email', 'locked_at', 'removed_at', 'added_by', 'recovered_at', 'recovered_by'],
        array['password_hash'], array['salt']),
      ('console.operator_factors', array['id'], array['operator_id', 'kind', 'added_at', 'confirmed_at'],
        array['sealed_secret', 'credential_id', 'public_key'], '{}'),
      ('console.links', array['operator_id'], array['token_hash', 'expires_at'], array['password_hash', 'sealed_secret'], '{}'),
      ('console.sessions', array['token_hash'], array['operator_id', 'opened_at', 'fresh_at'], '{}', '{}'),
      ('console.endpoints', array['id'], array['address', 'types', 'sealed_secret', 'sealed_former_secret', 'former_until',
        'is_on', 'off_because', 'added_at'], '{}', '{}')
    ) as journaled(place, key, plain, hidden, also)
  loop
    name := replace(replace(t.place, 'passport.', ''), '.', '_');
    key_of := 'concat_ws('' '', ' || (select string_agg('%1$s.' || c, ', ') from unnest(t.key) c) || ')';
    content_of := (
      select 'jsonb_build_object(' || string_agg(value, ', ') || ')' from (
        select format('%L, %%1$s.%s', c, c) from unnest(t.plain) c
        union all
        select format('%L, journal_digest(s.salt, %%1$s.%s::text)', c, c) from unnest(t.hidden) c) as v(value));
    content_of := coalesce(content_of, 'jsonb_build_object()');
    if t.hidden <> '{}' then
      content_of := content_of || format(' from (select (%s) as salt) s', case
        when t.place = 'console.operators' then 'select %1$s.salt'
        when t.place like 'console.%' then 'select salt from console.operators where id = %1$s.operator_id'
        else 'select salt from passport.accounts where user_id = %1$s.user_id' end);
    end if;

    execute format(
      $sql$create or replace function %I() returns trigger language plpgsql as $body$
      begin
        insert into journal (place, key, content) select %L, %s, (select %s) from changed r order by 2;
        return null;
      end $body$ $sql$, 'journal_new_' || name, t.place, format(key_of, 'r'), format(content_of, 'r'));
    execute format(
      $sql$create or replace trigger access_is_journaled after insert on %s referencing new table as changed
        for each statement when (current_user = 'partner_office_app') execute function %I()$sql$,
      t.place, 'journal_new_' || name);

    execute format(
      $sql$create or replace function %I() returns trigger language plpgsql as $body$
      begin
        insert into journal (place, key, content) select %L, %s, null from changed r order by 2;
        return null;
      end $body$ $sql$, 'journal_deleted_' || name, t.place, format(key_of, 'r'));
    execute format(
      $sql$create or replace trigger deleted_access_is_journaled after delete on %s referencing old table as changed
        for each statement when (current_user = 'partner_office_app') execute function %I()$sql$,
      t.place, 'journal_deleted_' || name);

    execute format(
      $sql$create or replace function %I() returns trigger language plpgsql as $body$
      begin
        if %3$s <> %4$s then
          insert into journal (place, key, content) values (%2$L, %3$s, null);
        end if;
        insert into journal (place, key, content) values (%2$L, %4$s, (select %5$s));
        return null;
      end $body$ $sql$,
      'journal_changed_' || name, t.place, format(key_of, 'old'), format(key_of, 'new'), format(content_of, 'new'));
    execute format(
      $sql$create or replace trigger changed_access_is_journaled after update of %s on %s
        for each row when (current_user = 'partner_office_app') execute function %I()$sql$,
      (select string_agg(c, ', ' order by place) from unnest(t.key || t.plain || t.hidden || t.also::text[])
        with ordinality as u(c, place)),
      t.place, 'journal_changed_' || name);
  end loop;
end $make$;
