-- What the chain of migrations before the baseline left, as pg_dump wrote it, with the rows of an empty database.
set check_function_bodies = off;

CREATE SCHEMA passport;

CREATE DOMAIN public.coin_units AS numeric(38,0)
	CONSTRAINT coin_units_are_finite CHECK (((VALUE > '-10000000000000000000000000000000000000'::numeric) AND (VALUE < '10000000000000000000000000000000000000'::numeric)));

CREATE DOMAIN public.exact_amount AS numeric
	CONSTRAINT exact_amount_is_finite CHECK (((VALUE > '-10000000000000000000000000000000000000000'::numeric) AND (VALUE < '10000000000000000000000000000000000000000'::numeric)));

CREATE TYPE public.payout_call AS (
	id bigint,
	partner_id bigint,
	payout_from text,
	is_request boolean,
	guard_version text,
	account_version text,
	authenticator_version text,
	terms_version text,
	wrong_at bigint[],
	wrong_streak integer,
	locked_at bigint,
	minute_start bigint,
	inits integer,
	sessions jsonb,
	used_step bigint,
	payout_to text,
	currency text,
	address text,
	amount public.coin_units,
	fee public.coin_units,
	receive public.coin_units,
	risks text[],
	requested_at bigint,
	created_at bigint
);

CREATE TYPE public.unpaid_reason AS ENUM (
    'blocked',
    'inactive',
    'no_percent',
    'below_smallest_unit'
);

CREATE FUNCTION public.announce() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   begin
     perform pg_notify('partner_office', '');
     return null;
   end $$;

CREATE FUNCTION public.announce_access() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   begin
     perform pg_notify('partner_office', 'access');
     return null;
   end $$;

CREATE FUNCTION public.audit_text(id bigint, at bigint, actor text, command text, arguments jsonb) RETURNS bytea
    LANGUAGE sql STABLE
    AS $$
     select convert_to(json_build_array(id, at, actor, command, arguments)::text, 'UTF8') $$;

CREATE FUNCTION public.check_references_of_bonus_records() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
     begin
       if exists (select from (select distinct i.order_id as id from inserted i where i.order_id is not null) named
         where not exists (select from orders r where r.id = named.id)) then
       raise exception 'bonus_records.order_id names no row of orders' using errcode = '23503';
     end if;
       if exists (select from (select distinct i.transfer_id as id from inserted i where i.transfer_id is not null) named
         where not exists (select from transfers r where r.id = named.id)) then
       raise exception 'bonus_records.transfer_id names no row of transfers' using errcode = '23503';
     end if;
       if exists (select from (select distinct i.plan_version as id from inserted i where i.plan_version is not null) named
         where not exists (select from plans r where r.version = named.id)) then
       raise exception 'bonus_records.plan_version names no row of plans' using errcode = '23503';
     end if;
       if exists (select from (select distinct i.rate_id as id from inserted i where i.rate_id is not null) named
         where not exists (select from rates r where r.id = named.id)) then
       raise exception 'bonus_records.rate_id names no row of rates' using errcode = '23503';
     end if;
       if exists (select from (select distinct i.partner_id as id from inserted i where i.partner_id is not null) named
         where not exists (select from partners r where r.id = named.id)) then
       raise exception 'bonus_records.partner_id names no row of partners' using errcode = '23503';
     end if;
       if exists (select from (select distinct i.reverses_id as id from inserted i where i.reverses_id is not null) named
         where not exists (select from bonus_records r where r.id = named.id)) then
       raise exception 'bonus_records.reverses_id names no row of bonus_records' using errcode = '23503';
     end if;
       return null;
     end $$;

CREATE FUNCTION public.check_references_of_order_decisions() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
     begin
       if exists (select from (select distinct i.order_id as id from inserted i where i.order_id is not null) named
         where not exists (select from orders r where r.id = named.id)) then
       raise exception 'order_decisions.order_id names no row of orders' using errcode = '23503';
     end if;
       if exists (select from (select distinct i.plan_version as id from inserted i where i.plan_version is not null) named
         where not exists (select from plans r where r.version = named.id)) then
       raise exception 'order_decisions.plan_version names no row of plans' using errcode = '23503';
     end if;
       if exists (select from (select distinct i.rate_id as id from inserted i where i.rate_id is not null) named
         where not exists (select from rates r where r.id = named.id)) then
       raise exception 'order_decisions.rate_id names no row of rates' using errcode = '23503';
     end if;
       return null;
     end $$;

CREATE FUNCTION public.check_references_of_orders() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
     begin
       if exists (select from (select distinct i.partner_id as id from inserted i where i.partner_id is not null) named
         where not exists (select from partners r where r.id = named.id)) then
       raise exception 'orders.partner_id names no row of partners' using errcode = '23503';
     end if;
       return null;
     end $$;

CREATE FUNCTION public.check_references_of_rank_reaches() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
     begin
       if exists (select from (select distinct i.order_id as id from inserted i where i.order_id is not null) named
         where not exists (select from orders r where r.id = named.id)) then
       raise exception 'rank_reaches.order_id names no row of orders' using errcode = '23503';
     end if;
       if exists (select from (select distinct i.plan_version as id from inserted i where i.plan_version is not null) named
         where not exists (select from plans r where r.version = named.id)) then
       raise exception 'rank_reaches.plan_version names no row of plans' using errcode = '23503';
     end if;
       if exists (select from (select distinct i.partner_id as id from inserted i where i.partner_id is not null) named
         where not exists (select from partners r where r.id = named.id)) then
       raise exception 'rank_reaches.partner_id names no row of partners' using errcode = '23503';
     end if;
       return null;
     end $$;

CREATE FUNCTION public.check_references_of_transfers() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
     begin
       if exists (select from (select distinct i.partner_account_id as id from inserted i where i.partner_account_id is not null) named
         where not exists (select from accounts r where r.id = named.id)) then
       raise exception 'transfers.partner_account_id names no row of accounts' using errcode = '23503';
     end if;
       return null;
     end $$;

CREATE FUNCTION public.entry_texts(after bigint, upto bigint) RETURNS bytea
    LANGUAGE sql STABLE
    AS $$
     select coalesce(string_agg(convert_to(json_build_array(id, place, key, content)::text, 'UTF8'), '\x0a'::bytea
       order by id), ''::bytea) from journal where id > after and id <= upto $$;

CREATE FUNCTION public.fact_texts(after bigint, upto bigint) RETURNS bytea
    LANGUAGE sql STABLE
    AS $$
     select coalesce(string_agg(convert_to(text, 'UTF8'), '\x0a'::bytea order by fact), ''::bytea) from (
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
       from partner_blocks where fact > after and fact <= upto) f $$;

CREATE FUNCTION public.guard_audit_entry() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   begin
     if (to_jsonb(new) - 'arguments') is distinct from (to_jsonb(old) - 'arguments')
       or exists (
         select from jsonb_each(old.arguments) o full join jsonb_each(new.arguments) n using (key)
         where o.value is null or n.value is null
           or n.value is distinct from o.value and n.value is distinct from '"erased"'::jsonb) then
       raise exception 'audit_log is append-only: update is refused' using errcode = '42501';
     end if;
     return new;
   end $$;

CREATE FUNCTION public.guard_payout() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   begin
     if tg_op <> 'UPDATE' or old.status <> 'PENDING'
       or (old.taken_at is not null and new.taken_at is distinct from old.taken_at)
       or (to_jsonb(old) - array['status', 'tx_id', 'reason', 'taken_at', 'ended_at'])
         is distinct from (to_jsonb(new) - array['status', 'tx_id', 'reason', 'taken_at', 'ended_at']) then
       raise exception 'payout %: only a pending payout changes, and only to be taken up or to end', old.id;
     end if;
     return new;
   end $$;

CREATE FUNCTION public.journal_changed_accounts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       if concat_ws(' ', old.user_id) <> concat_ws(' ', new.user_id) then
         insert into journal (place, key, content) values ('passport.accounts', concat_ws(' ', old.user_id), null);
       end if;
       insert into journal (place, key, content)
         values ('passport.accounts', concat_ws(' ', new.user_id), (select jsonb_build_object('email_confirmed', new.email_confirmed, 'closed_at', new.closed_at, 'password_changed_at', new.password_changed_at, 'email', journal_digest(s.salt, new.email::text), 'password_hash', journal_digest(s.salt, new.password_hash::text), 'sealed_password', journal_digest(s.salt, new.sealed_password::text)) from (select (select salt from passport.accounts where user_id = new.user_id) as salt) s));
       return null;
     end $$;

CREATE FUNCTION public.journal_changed_authenticators() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       if concat_ws(' ', old.user_id) <> concat_ws(' ', new.user_id) then
         insert into journal (place, key, content) values ('passport.authenticators', concat_ws(' ', old.user_id), null);
       end if;
       insert into journal (place, key, content)
         values ('passport.authenticators', concat_ws(' ', new.user_id), (select jsonb_build_object('confirmed_at', new.confirmed_at, 'sealed_secret', journal_digest(s.salt, new.sealed_secret::text)) from (select (select salt from passport.accounts where user_id = new.user_id) as salt) s));
       return null;
     end $$;

CREATE FUNCTION public.journal_changed_email_changes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       if concat_ws(' ', old.user_id) <> concat_ws(' ', new.user_id) then
         insert into journal (place, key, content) values ('passport.email_changes', concat_ws(' ', old.user_id), null);
       end if;
       insert into journal (place, key, content)
         values ('passport.email_changes', concat_ws(' ', new.user_id), (select jsonb_build_object('asked_at', new.asked_at, 'changed_at', new.changed_at, 'old_email', journal_digest(s.salt, new.old_email::text), 'new_email', journal_digest(s.salt, new.new_email::text)) from (select (select salt from passport.accounts where user_id = new.user_id) as salt) s));
       return null;
     end $$;

CREATE FUNCTION public.journal_changed_mailed_tokens() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       if concat_ws(' ', old.token_hash) <> concat_ws(' ', new.token_hash) then
         insert into journal (place, key, content) values ('passport.mailed_tokens', concat_ws(' ', old.token_hash), null);
       end if;
       insert into journal (place, key, content)
         values ('passport.mailed_tokens', concat_ws(' ', new.token_hash), (select jsonb_build_object('user_id', new.user_id, 'purpose', new.purpose, 'expires_at', new.expires_at, 'address', journal_digest(s.salt, new.address::text)) from (select (select salt from passport.accounts where user_id = new.user_id) as salt) s));
       return null;
     end $$;

CREATE FUNCTION public.journal_changed_passkeys() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       if concat_ws(' ', old.id) <> concat_ws(' ', new.id) then
         insert into journal (place, key, content) values ('passport.passkeys', concat_ws(' ', old.id), null);
       end if;
       insert into journal (place, key, content)
         values ('passport.passkeys', concat_ws(' ', new.id), (select jsonb_build_object('user_id', new.user_id, 'added_at', new.added_at, 'credential_id', journal_digest(s.salt, new.credential_id::text), 'public_key', journal_digest(s.salt, new.public_key::text)) from (select (select salt from passport.accounts where user_id = new.user_id) as salt) s));
       return null;
     end $$;

CREATE FUNCTION public.journal_changed_recovery_codes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       if concat_ws(' ', old.user_id, old.code_hash) <> concat_ws(' ', new.user_id, new.code_hash) then
         insert into journal (place, key, content) values ('passport.recovery_codes', concat_ws(' ', old.user_id, old.code_hash), null);
       end if;
       insert into journal (place, key, content)
         values ('passport.recovery_codes', concat_ws(' ', new.user_id, new.code_hash), (select jsonb_build_object()));
       return null;
     end $$;

CREATE FUNCTION public.journal_changed_registrations() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       if concat_ws(' ', old.user_id) <> concat_ws(' ', new.user_id) then
         insert into journal (place, key, content) values ('registrations', concat_ws(' ', old.user_id), null);
       end if;
       insert into journal (place, key, content)
         values ('registrations', concat_ws(' ', new.user_id), (select jsonb_build_object('sponsor_id', new.sponsor_id, 'first_name', journal_digest(s.salt, new.first_name::text), 'last_name', journal_digest(s.salt, new.last_name::text), 'country_id', journal_digest(s.salt, new.country_id::text), 'ui_language', journal_digest(s.salt, new.ui_language::text)) from (select (select salt from passport.accounts where user_id = new.user_id) as salt) s));
       return null;
     end $$;

CREATE FUNCTION public.journal_changed_sessions() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       if concat_ws(' ', old.token_hash) <> concat_ws(' ', new.token_hash) then
         insert into journal (place, key, content) values ('passport.sessions', concat_ws(' ', old.token_hash), null);
       end if;
       insert into journal (place, key, content)
         values ('passport.sessions', concat_ws(' ', new.token_hash), (select jsonb_build_object('user_id', new.user_id, 'opened_at', new.opened_at)));
       return null;
     end $$;

CREATE FUNCTION public.journal_changed_verifications() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       if concat_ws(' ', old.user_id, old.document_type) <> concat_ws(' ', new.user_id, new.document_type) then
         insert into journal (place, key, content) values ('passport.verifications', concat_ws(' ', old.user_id, old.document_type), null);
       end if;
       insert into journal (place, key, content)
         values ('passport.verifications', concat_ws(' ', new.user_id, new.document_type), (select jsonb_build_object('id', new.id, 'status', new.status, 'updated_at', new.updated_at, 'was_approved', new.was_approved, 'fields', journal_digest(s.salt, new.fields::text), 'reason', journal_digest(s.salt, new.reason::text)) from (select (select salt from passport.accounts where user_id = new.user_id) as salt) s));
       return null;
     end $$;

CREATE FUNCTION public.journal_deleted_accounts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       insert into journal (place, key, content) select 'passport.accounts', concat_ws(' ', r.user_id), null from changed r order by 2;
       return null;
     end $$;

CREATE FUNCTION public.journal_deleted_authenticators() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       insert into journal (place, key, content) select 'passport.authenticators', concat_ws(' ', r.user_id), null from changed r order by 2;
       return null;
     end $$;

CREATE FUNCTION public.journal_deleted_email_changes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       insert into journal (place, key, content) select 'passport.email_changes', concat_ws(' ', r.user_id), null from changed r order by 2;
       return null;
     end $$;

CREATE FUNCTION public.journal_deleted_mailed_tokens() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       insert into journal (place, key, content) select 'passport.mailed_tokens', concat_ws(' ', r.token_hash), null from changed r order by 2;
       return null;
     end $$;

CREATE FUNCTION public.journal_deleted_passkeys() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       insert into journal (place, key, content) select 'passport.passkeys', concat_ws(' ', r.id), null from changed r order by 2;
       return null;
     end $$;

CREATE FUNCTION public.journal_deleted_recovery_codes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       insert into journal (place, key, content) select 'passport.recovery_codes', concat_ws(' ', r.user_id, r.code_hash), null from changed r order by 2;
       return null;
     end $$;

CREATE FUNCTION public.journal_deleted_registrations() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       insert into journal (place, key, content) select 'registrations', concat_ws(' ', r.user_id), null from changed r order by 2;
       return null;
     end $$;

CREATE FUNCTION public.journal_deleted_sessions() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       insert into journal (place, key, content) select 'passport.sessions', concat_ws(' ', r.token_hash), null from changed r order by 2;
       return null;
     end $$;

CREATE FUNCTION public.journal_deleted_verifications() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       insert into journal (place, key, content) select 'passport.verifications', concat_ws(' ', r.user_id, r.document_type), null from changed r order by 2;
       return null;
     end $$;

CREATE FUNCTION public.journal_digest(salt uuid, value text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$
     select left(encode(sha256(convert_to(salt || ' ' || value, 'UTF8')), 'hex'), 32) $$;

CREATE FUNCTION public.journal_new_accounts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       insert into journal (place, key, content)
         select 'passport.accounts', concat_ws(' ', r.user_id), (select jsonb_build_object('email_confirmed', r.email_confirmed, 'closed_at', r.closed_at, 'password_changed_at', r.password_changed_at, 'email', journal_digest(s.salt, r.email::text), 'password_hash', journal_digest(s.salt, r.password_hash::text), 'sealed_password', journal_digest(s.salt, r.sealed_password::text)) from (select (select salt from passport.accounts where user_id = r.user_id) as salt) s) from changed r order by 2;
       return null;
     end $$;

CREATE FUNCTION public.journal_new_authenticators() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       insert into journal (place, key, content)
         select 'passport.authenticators', concat_ws(' ', r.user_id), (select jsonb_build_object('confirmed_at', r.confirmed_at, 'sealed_secret', journal_digest(s.salt, r.sealed_secret::text)) from (select (select salt from passport.accounts where user_id = r.user_id) as salt) s) from changed r order by 2;
       return null;
     end $$;

CREATE FUNCTION public.journal_new_email_changes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       insert into journal (place, key, content)
         select 'passport.email_changes', concat_ws(' ', r.user_id), (select jsonb_build_object('asked_at', r.asked_at, 'changed_at', r.changed_at, 'old_email', journal_digest(s.salt, r.old_email::text), 'new_email', journal_digest(s.salt, r.new_email::text)) from (select (select salt from passport.accounts where user_id = r.user_id) as salt) s) from changed r order by 2;
       return null;
     end $$;

CREATE FUNCTION public.journal_new_mailed_tokens() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       insert into journal (place, key, content)
         select 'passport.mailed_tokens', concat_ws(' ', r.token_hash), (select jsonb_build_object('user_id', r.user_id, 'purpose', r.purpose, 'expires_at', r.expires_at, 'address', journal_digest(s.salt, r.address::text)) from (select (select salt from passport.accounts where user_id = r.user_id) as salt) s) from changed r order by 2;
       return null;
     end $$;

CREATE FUNCTION public.journal_new_passkeys() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       insert into journal (place, key, content)
         select 'passport.passkeys', concat_ws(' ', r.id), (select jsonb_build_object('user_id', r.user_id, 'added_at', r.added_at, 'credential_id', journal_digest(s.salt, r.credential_id::text), 'public_key', journal_digest(s.salt, r.public_key::text)) from (select (select salt from passport.accounts where user_id = r.user_id) as salt) s) from changed r order by 2;
       return null;
     end $$;

CREATE FUNCTION public.journal_new_recovery_codes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       insert into journal (place, key, content)
         select 'passport.recovery_codes', concat_ws(' ', r.user_id, r.code_hash), (select jsonb_build_object()) from changed r order by 2;
       return null;
     end $$;

CREATE FUNCTION public.journal_new_registrations() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       insert into journal (place, key, content)
         select 'registrations', concat_ws(' ', r.user_id), (select jsonb_build_object('sponsor_id', r.sponsor_id, 'first_name', journal_digest(s.salt, r.first_name::text), 'last_name', journal_digest(s.salt, r.last_name::text), 'country_id', journal_digest(s.salt, r.country_id::text), 'ui_language', journal_digest(s.salt, r.ui_language::text)) from (select (select salt from passport.accounts where user_id = r.user_id) as salt) s) from changed r order by 2;
       return null;
     end $$;

CREATE FUNCTION public.journal_new_sessions() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       insert into journal (place, key, content)
         select 'passport.sessions', concat_ws(' ', r.token_hash), (select jsonb_build_object('user_id', r.user_id, 'opened_at', r.opened_at)) from changed r order by 2;
       return null;
     end $$;

CREATE FUNCTION public.journal_new_verifications() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       insert into journal (place, key, content)
         select 'passport.verifications', concat_ws(' ', r.user_id, r.document_type), (select jsonb_build_object('id', r.id, 'status', r.status, 'updated_at', r.updated_at, 'was_approved', r.was_approved, 'fields', journal_digest(s.salt, r.fields::text), 'reason', journal_digest(s.salt, r.reason::text)) from (select (select salt from passport.accounts where user_id = r.user_id) as salt) s) from changed r order by 2;
       return null;
     end $$;

CREATE FUNCTION public.journal_payout_lock() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   declare
     item jsonb := case when tg_op = 'UPDATE' and new.locked_at is not null
       then jsonb_build_object('locked_at', new.locked_at) end;
   begin
     insert into journal (place, key, content) values ('payout_guards', old.partner_id::text, item);
     return null;
   end $$;

CREATE FUNCTION public.new_transfers(keys text[], partners bigint[], account_names text[], counters text[], to_partners boolean[], currencies text[], amounts numeric[], kinds text[], refs text[], created_ats bigint[]) RETURNS bigint[]
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    SET work_mem TO '64MB'
    AS $$
   declare
     mine record;
     company record;
     ids bigint[];
     numbered record;
     item bytea;
     place integer := 0;
     at integer;
     link bytea;
     links bytea[];
     hashes bytea[];
   begin
     perform pg_current_xact_id();
     loop
       -- The whole locking rule: partners' accounts, always in the order of their ids.
       with wanted as materialized (
         select distinct i.partner_id, i.account, i.currency
         from unnest(partners, account_names, currencies) as i(partner_id, account, currency)
       ), found as materialized (
         select a.id, a.ctid, a.partner_id, a.name, a.currency, a.last_hash
         from wanted w join accounts a on a.partner_id = w.partner_id and a.name = w.account and a.currency = w.currency
         order by a.id for update of a
       )
       select array_agg(f.id) as ids, array_agg(f.ctid) as ctids, array_agg(f.partner_id) as partners,
         array_agg(f.name) as names, array_agg(f.currency) as currencies, array_agg(f.last_hash) as hashes,
         count(*) = (select count(*) from wanted) as complete
         into mine from found f;
       with wanted as materialized (
         select distinct i.counter, i.currency from unnest(counters, currencies) as i(counter, currency)
       )
       select array_agg(a.id) as ids, array_agg(a.name) as names, array_agg(a.currency) as currencies,
         count(*) = (select count(*) from wanted) as complete
         into company
         from wanted w join accounts a on a.partner_id is null and a.name = w.counter and a.currency = w.currency;
       exit when mine.complete and company.complete;

       insert into accounts (partner_id, name, currency, balance)
         select distinct i.partner_id, i.account, i.currency, 0
         from unnest(partners, account_names, currencies) as i(partner_id, account, currency)
         where not exists (select from accounts a
           where a.partner_id = i.partner_id and a.name = i.account and a.currency = i.currency)
         on conflict do nothing;
       insert into accounts (name, currency)
         select distinct i.counter, i.currency from unnest(counters, currencies) as i(counter, currency)
         where not exists (select from accounts a
           where a.partner_id is null and a.name = i.counter and a.currency = i.currency)
         on conflict do nothing;
     end loop;

     ids := array(select nextval('transfer_ids') from unnest(keys));
     select array_agg(n.debit_id) as debits, array_agg(n.credit_id) as credits, array_agg(n.account_id) as accounts,
       array_agg(n.at) as places, array_agg(transfer_text(n.id, n.key, n.debit_id, n.credit_id, n.currency, n.amount,
         n.kind, n.reference, n.created_at)) as texts
       into numbered from (
         select i.*, m.id as account_id, m.at::integer as at,
           case when i.to_partner then c.id else m.id end as debit_id,
           case when i.to_partner then m.id else c.id end as credit_id
         from unnest(ids, keys, partners, account_names, counters, to_partners, currencies, amounts, kinds, refs,
             created_ats) as i(id, key, partner_id, account, counter, to_partner, currency, amount, kind, reference,
             created_at)
           join unnest(mine.ids, mine.partners, mine.names, mine.currencies) with ordinality
             as m(id, partner_id, name, currency, at)
             on m.partner_id = i.partner_id and m.name = i.account and m.currency = i.currency
           join unnest(company.ids, company.names, company.currencies) as c(id, name, currency)
             on c.name = i.counter and c.currency = i.currency
         order by i.id) n;

     -- Each link covers the one before it of the same account.
     links := mine.hashes;
     foreach item in array numbered.texts loop
       place := place + 1;
       at := numbered.places[place];
       link := sha256(coalesce(links[at], '') || item);
       links[at] := link;
       hashes[place] := link;
     end loop;

     -- Only this: in an import, accounts that many subtransactions have changed would take long to find.
     begin
       insert into transfers
         select t.* from unnest(ids, keys, numbered.debits, numbered.credits, numbered.accounts, currencies, amounts,
           kinds, refs, created_ats, hashes) as t;
     exception when unique_violation then
       return null;
     end;
     -- A statement of its own: balances that have changed already would cost the foreign key one more lock a transfer.
     update accounts a set balance = a.balance + s.change, last_hash = links[s.at]
       from (
         select p.at, sum(case when p.to_partner then p.amount else -p.amount end) as change
         from unnest(numbered.places, to_partners, amounts) as p(at, to_partner, amount)
         group by p.at) s
       where a.ctid = mine.ctids[s.at];
     return ids;
   end $$;

CREATE FUNCTION public.next_link(link bytea, item bytea, start bytea) RETURNS bytea
    LANGUAGE plpgsql IMMUTABLE
    AS $$
   begin
     return sha256(coalesce(link, start, ''::bytea) || item);
   end $$;

CREATE FUNCTION public.post_transfer(key text, partner bigint, account text, counter text, to_partner boolean, coin text, units numeric, what text, about text, at bigint) RETURNS bigint
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
   declare
     mine bigint;
     company bigint;
     debit bigint;
     credit bigint;
     earlier record;
     drawn bigint;
     link bytea;
   begin
     perform pg_current_xact_id();
     loop
       select a.id, a.last_hash, c.id into mine, link, company
         from accounts a left join accounts c on c.partner_id is null and c.name = counter and c.currency = coin
         where a.partner_id = partner and a.name = account and a.currency = coin for update of a;
       exit when company is not null;
       insert into accounts (partner_id, name, currency, balance) values (partner, account, coin, 0)
         on conflict do nothing;
       insert into accounts (name, currency) values (counter, coin) on conflict do nothing;
     end loop;
     debit := case when to_partner then company else mine end;
     credit := case when to_partner then mine else company end;

     -- A statement of its own after the lock: only then does it see what the lock was waiting for.
     select * into earlier from transfers t where t.idempotency_key = key;
     if found then
       if (earlier.amount, earlier.kind, earlier.reference, earlier.debit_account_id, earlier.credit_account_id)
           is distinct from (units, what, about, debit, credit) then
         perform refuse_other_content(key);
       end if;
       return earlier.id;
     end if;

     drawn := nextval('transfer_ids');
     link := next_link(link, transfer_text(drawn, key, debit, credit, coin, units, what, about, at), null);
     insert into transfers values (drawn, key, debit, credit, mine, coin, units, what, about, at, link);
     update accounts a set balance = a.balance + case when to_partner then units else -units end, last_hash = link
       where a.id = mine;
     return drawn;
   end $$;

CREATE FUNCTION public.post_transfers(keys text[], partners bigint[], account_names text[], counters text[], to_partners boolean[], currencies text[], amounts numeric[], kinds text[], refs text[], created_ats bigint[]) RETURNS TABLE(idempotency_key text, transfer_id bigint, posted boolean)
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    SET work_mem TO '64MB'
    AS $$
   declare
     ids bigint[];
     clash text;
     fresh record;
   begin
     ids := new_transfers(keys, partners, account_names, counters, to_partners, currencies, amounts, kinds, refs,
       created_ats);
     if ids is not null then
       return query select w.key, w.id, true from unnest(keys, ids) as w(key, id);
       return;
     end if;
     return query select i.key, earlier.id, false from unnest(keys) as i(key)
       cross join lateral (select t.id from transfers t where t.idempotency_key = i.key offset 0) earlier;
     if not found then
       raise unique_violation using message = 'transfers with new keys were refused';
     end if;
     select i.key into clash
       from unnest(keys, partners, account_names, currencies, amounts, kinds, refs, to_partners)
         as i(key, partner_id, account, currency, amount, kind, reference, to_partner)
         left join accounts a on a.partner_id = i.partner_id and a.name = i.account and a.currency = i.currency
         cross join lateral (select t.* from transfers t where t.idempotency_key = i.key offset 0) t
       where (t.amount, t.kind, t.reference, t.partner_account_id, t.credit_account_id = t.partner_account_id)
         is distinct from (i.amount, i.kind, i.reference, a.id, i.to_partner) limit 1;
     if found then
       perform refuse_other_content(clash);
     end if;
     select array_agg(i.key order by i.place) as keys, array_agg(i.partner_id order by i.place) as partners,
       array_agg(i.account order by i.place) as account_names, array_agg(i.counter order by i.place) as counters,
       array_agg(i.to_partner order by i.place) as to_partners, array_agg(i.currency order by i.place) as currencies,
       array_agg(i.amount order by i.place) as amounts, array_agg(i.kind order by i.place) as kinds,
       array_agg(i.reference order by i.place) as refs, array_agg(i.created_at order by i.place) as created_ats
       into fresh
       from unnest(keys, partners, account_names, counters, to_partners, currencies, amounts, kinds, refs,
         created_ats) with ordinality as i(key, partner_id, account, counter, to_partner, currency, amount, kind,
         reference, created_at, place)
       where not exists (select from transfers t where t.idempotency_key = i.key offset 0);
     if fresh.keys is null then
       return;
     end if;
     return query select p.* from post_transfers(fresh.keys, fresh.partners, fresh.account_names, fresh.counters,
       fresh.to_partners, fresh.currencies, fresh.amounts, fresh.kinds, fresh.refs, fresh.created_ats) p;
     return;
   end $$;

CREATE FUNCTION public.record_in_journal() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
   end $$;

CREATE FUNCTION public.record_new_payouts_in_journal() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   begin
     insert into journal (place, key, content) select 'payouts', i.id::text, to_jsonb(i) from inserted i order by i.id;
     return null;
   end $$;

CREATE FUNCTION public.record_partner_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   declare
     mine bigint;
   begin
     update change_log set last_change = last_change + 1 returning last_change into mine;
     insert into partner_changes (change, partner_id) values (mine, new.id);
     return null;
   end $$;

CREATE FUNCTION public.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   begin
     raise exception '% is append-only: % is refused', tg_table_name, lower(tg_op) using errcode = '42501';
   end $$;

CREATE FUNCTION public.refuse_moved_partner() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   begin
     raise exception 'a partner keeps id, sponsor and registration (partner %)', old.id using errcode = '42501';
   end $$;

CREATE FUNCTION public.refuse_other_content(key text) RETURNS void
    LANGUAGE plpgsql
    AS $$
   begin
     raise exception 'idempotency key % was used for another transfer', key using errcode = 'PO001';
   end $$;

CREATE FUNCTION public.seal_history(upto_fact bigint, upto_entry bigint, most bigint, at bigint) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
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
   end $$;

CREATE FUNCTION public.seal_transfers(last bigint, at bigint) RETURNS void
    LANGUAGE plpgsql
    AS $$
   declare
     before ledger_seals;
   begin
     -- Several servers seal: each block must begin where the one before it ends.
     perform pg_advisory_xact_lock(hashtext('partner-office: seal'));
     select * into before from ledger_seals order by last_transfer_id desc limit 1;
     insert into ledger_seals
       select max(t.id), min(t.id), count(*), sha256(coalesce(before.hash, ''::bytea)
         || string_agg(transfer_text(t.id, t.idempotency_key, t.debit_account_id, t.credit_account_id, t.currency,
              t.amount, t.kind, t.reference, t.created_at), '
'::bytea order by t.id)), at
       from transfers t where t.id > coalesce(before.last_transfer_id, 0) and t.id <= last
       having count(*) > 0;
   end $$;

CREATE FUNCTION public.transfer_text(id bigint, idempotency_key text, debit_account_id bigint, credit_account_id bigint, currency text, amount numeric, kind text, reference text, created_at bigint) RETURNS bytea
    LANGUAGE sql STABLE
    AS $$
     select convert_to(concat_ws('|', id, idempotency_key, debit_account_id, credit_account_id, currency, amount, kind,
       reference, created_at), 'UTF8') $$;

CREATE FUNCTION public.write_audit_entries(at bigint, actors text[], commands text[], details text[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
   declare
     head chain_heads;
   begin
     select * into head from chain_heads where chain = 'audit' for update;
     with numbered as (
       select head.last + e.place as id, e.actor, e.command, e.details::jsonb as arguments
       from unnest(actors, commands, details) with ordinality as e(actor, command, details, place)
     ), written as (
       insert into audit_log (id, at, actor, command, arguments, hash)
         select n.id, write_audit_entries.at, n.actor, n.command, n.arguments, hash_chain(audit_text(n.id,
           write_audit_entries.at, n.actor, n.command, n.arguments), head.hash) over (order by n.id)
         from numbered n
       returning id, hash
     )
     select w.id, w.hash into head.last, head.hash from written w order by w.id desc limit 1;
     update chain_heads set last = head.last, hash = head.hash where chain = 'audit';
   end $$;

CREATE FUNCTION public.write_orders(turn bigint, recorded bigint, after_fact bigint, after_turn bigint, newest_rate bigint, newest_plan integer, patience_ms integer, order_ids bigint[], buyers bigint[], order_paid_ats bigint[], order_cents bigint[], order_plans integer[], order_rates bigint[], unpaid_partners text[], unpaid_levels text[], unpaid_reasons text[], credit_orders integer[], keys text[], refs text[], partners bigint[], accounts text[], types text[], levels integer[], currencies text[], amounts numeric[], ranks smallint[], percents numeric[], bases bigint[], rate_ids bigint[], rates numeric[], before_cuts numeric[], reach_orders integer[], reach_partners bigint[], ladders text[], reach_ranks smallint[], reach_keys text[], actors text[], commands text[], details text[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
   declare
     ids bigint[];
     last fact_log;
   begin
     perform set_config('lock_timeout', patience_ms::text, true);
     -- Waits for the turn before.
     select * into last from fact_log f where f.only_row for update;
     if last.last_fact <> after_fact or (after_turn is not null and last.last_turn is distinct from after_turn)
         or newest_rate <> (select max(r.id) from rates r) or newest_plan <> (select max(p.version) from plans p)
         or exists (select from accepted_import) then
       raise exception 'the turn was not decided on what is written' using errcode = 'PO003';
     end if;
     insert into orders (id, partner_id, paid_at, amount_cents, currency, recorded_at, intake, fact)
       select o.id, o.partner_id, o.paid_at, o.cents, 'EUR', recorded, after_fact + o.place, after_fact + o.place
       from unnest(order_ids, buyers, order_paid_ats, order_cents) with ordinality
         as o(id, partner_id, paid_at, cents, place);
     insert into order_decisions (order_id, plan_version, rate_id, unpaid_partner_ids, unpaid_levels, unpaid_reasons)
       select d.id, d.plan_version, d.rate_id, d.partners::bigint[], d.levels::smallint[], d.reasons::unpaid_reason[]
       from unnest(order_ids, order_plans, order_rates, unpaid_partners, unpaid_levels, unpaid_reasons)
         as d(id, plan_version, rate_id, partners, levels, reasons);
     if keys <> '{}' then
       ids := new_transfers(keys, partners, accounts,
         array_fill('bonus_expense'::text, array[cardinality(keys)]), array_fill(true, array[cardinality(keys)]),
         currencies, amounts, types, refs, array_fill(recorded, array[cardinality(keys)]));
       if ids is null then
         raise exception 'a credit of the turn is known' using errcode = 'PO003';
       end if;
       insert into bonus_records (transfer_id, partner_id, type, order_id, level, currency, amount, paid_at, plan_version,
           rank_id, percent, base_cents, rate_id, rate, before_cut)
         select c.id, c.partner_id, c.type, case when c.rank_id is null then order_ids[c.place] end, c.level, c.currency,
           c.amount, order_paid_ats[c.place], order_plans[c.place], c.rank_id, c.percent, c.base_cents, c.rate_id, c.rate,
           c.before_cut
         from unnest(ids, credit_orders, partners, types, levels, currencies, amounts, ranks, percents, bases, rate_ids,
             rates, before_cuts)
           as c(id, place, partner_id, type, level, currency, amount, rank_id, percent, base_cents, rate_id, rate,
             before_cut);
     end if;
     if reach_orders <> '{}' then
       insert into rank_reaches (partner_id, ladder, rank_id, order_id, reached_at, plan_version, bonus_record_id)
         select r.partner_id, r.ladder, r.rank_id, order_ids[r.place], order_paid_ats[r.place], order_plans[r.place],
           (select b.id from transfers t join bonus_records b on b.transfer_id = t.id where t.idempotency_key = r.key)
         from unnest(reach_orders, reach_partners, ladders, reach_ranks, reach_keys)
           as r(place, partner_id, ladder, rank_id, key);
     end if;
     perform write_audit_entries(recorded, actors, commands, details);
     update fact_log set last_fact = after_fact + cardinality(order_ids), last_turn = turn where only_row;
   end $$;

CREATE FUNCTION public.write_payout_calls(calls jsonb) RETURNS TABLE(partner_id bigint, guard_version text, id bigint)
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
   #variable_conflict use_column
   declare
     free payout_call[] := array(
       select c from jsonb_populate_recordset(null::payout_call, calls) c
       where exists (select from payout_guards g
           where g.partner_id = c.partner_id and g.xmin::text = c.guard_version for update skip locked)
         and (c.account_version is null or exists (select from accounts a
           where a.partner_id = c.partner_id and a.name = c.payout_from and a.xmin::text = c.account_version
           for update skip locked))
         and (c.authenticator_version is null or exists (select from passport.authenticators a
           where a.user_id = c.partner_id and a.xmin::text = c.authenticator_version for update skip locked))
         and (c.terms_version is null or c.terms_version = concat_ws(' ',
           (select r.xmin from payout_routes r where r.payout_from = c.payout_from and r.payout_to = c.payout_to),
           coalesce((select v.xmin::text from passport.verifications v
             where v.user_id = c.partner_id and v.document_type = 'PASSPORT'), 'none'),
           (select a.xmin from passport.accounts a where a.user_id = c.partner_id),
           (select string_agg(s.xmin::text, ' ' order by s.name) from settings s where s.name in
             ('maxPendingPayouts', 'permissionsPayout', 'permissionsPayoutTwoFa', 'rateLimit.payoutInit')))));
     paid payout_call[] := array(select c from unnest(free) c where c.receive is not null);
     due record;
   begin
     -- A crash of the database may forget the newest requests: they reserve nothing, and their partners ask again.
     if true = all(select c.is_request from unnest(free) c) then
       perform set_config('synchronous_commit', 'off', true);
     end if;
     update payout_guards g set wrong_at = c.wrong_at, wrong_streak = c.wrong_streak, locked_at = c.locked_at,
         minute_start = c.minute_start, inits = c.inits, sessions = c.sessions
       from unnest(free) c where g.partner_id = c.partner_id;
     if paid <> '{}' then
       update passport.authenticators a set last_step = c.used_step from unnest(paid) c where a.user_id = c.partner_id;
       for place in 1 .. cardinality(paid) loop
         paid[place].id := nextval('payouts_id_seq');
       end loop;
       insert into payouts (id, partner_id, payout_from, payout_to, currency, address, amount, fee, receive, risks,
           requested_at, created_at)
         overriding system value
         select n.id, n.partner_id, n.payout_from, n.payout_to, n.currency, n.address, n.amount, n.fee, n.receive,
           n.risks, n.requested_at, n.created_at
         from unnest(paid) n;
       insert into payout_mails (payout_id, status, due_at)
         select n.id, 'PENDING', n.created_at from unnest(paid) n;
       -- What is sent, and the fee where there is one.
       select array_agg('payout:' || n.id || ':' || p.kind) as keys, array_agg(n.partner_id) as partners,
         array_agg(n.payout_from) as accounts, array_agg(p.counter) as counters, array_agg(false) as to_partners,
         array_agg(n.currency) as currencies, array_agg(p.amount) as amounts, array_agg(p.kind) as kinds,
         array_agg('payout ' || n.id) as refs, array_agg(n.created_at) as created_ats
         into due
         from unnest(paid) n
           cross join lateral (values ('PAYOUT', 'payout_clearing', n.receive::numeric),
             ('PAYOUT_FEE', 'payout_fees', n.fee::numeric)) as p(kind, counter, amount)
         where p.amount > 0;
       perform from post_transfers(due.keys, due.partners, due.accounts, due.counters, due.to_partners, due.currencies,
         due.amounts, due.kinds, due.refs, due.created_ats);
     end if;
     return query
       select c.partner_id, pg_current_xact_id()::xid::text, n.id
       from unnest(free) c left join unnest(paid) n on n.partner_id = c.partner_id;
   end $$;

CREATE AGGREGATE public.hash_chain(item bytea, start bytea) (
    SFUNC = public.next_link,
    STYPE = bytea
);

CREATE TABLE passport.accounts (
    user_id bigint NOT NULL,
    email text NOT NULL,
    password_hash text,
    sealed_password bytea,
    email_confirmed boolean NOT NULL,
    wrong_passwords integer DEFAULT 0 NOT NULL,
    locked_until bigint,
    created_at bigint NOT NULL,
    closed_at bigint,
    password_changed_at bigint,
    last_attempt_at bigint,
    salt uuid DEFAULT gen_random_uuid() NOT NULL,
    CONSTRAINT accounts_wrong_passwords_check CHECK ((wrong_passwords >= 0))
);

COMMENT ON COLUMN passport.accounts.sealed_password IS 'encrypted, only until it has been hashed in the background';

COMMENT ON COLUMN passport.accounts.password_changed_at IS 'null: still the first password';

COMMENT ON COLUMN passport.accounts.last_attempt_at IS 'of a counted attempt from an unknown browser; after two days without one the count starts again, as for an address
      without an account';

COMMENT ON COLUMN passport.accounts.salt IS 'of the digests in the journal; an erasure replaces it';

CREATE TABLE passport.authenticators (
    user_id bigint NOT NULL,
    sealed_secret bytea,
    confirmed_at bigint,
    last_step bigint DEFAULT 0 NOT NULL
);

COMMENT ON COLUMN passport.authenticators.last_step IS 'the last time step a code was accepted for; none is accepted twice';

CREATE TABLE passport.data_requests (
    user_id bigint NOT NULL,
    kind text NOT NULL,
    requested_at bigint NOT NULL,
    CONSTRAINT data_requests_kind_check CHECK ((kind = ANY (ARRAY['EXPORT'::text, 'ERASURE'::text])))
);

CREATE TABLE passport.devices (
    token_hash bytea NOT NULL,
    user_id bigint NOT NULL,
    known_at bigint NOT NULL,
    last_used_at bigint NOT NULL,
    wrong_passwords integer DEFAULT 0 NOT NULL,
    locked_until bigint,
    CONSTRAINT devices_token_hash_check CHECK ((length(token_hash) = 32)),
    CONSTRAINT devices_wrong_passwords_check CHECK ((wrong_passwords >= 0))
);

COMMENT ON TABLE passport.devices IS 'browsers an account has signed in from: each has a count of wrong passwords of its own';

CREATE TABLE passport.document_parts (
    document_id bigint NOT NULL,
    place smallint NOT NULL,
    sealed_part bytea NOT NULL
);

COMMENT ON COLUMN passport.document_parts.sealed_part IS 'encrypted, bound to the document and the place';

CREATE TABLE passport.documents (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    verification_id bigint,
    name text NOT NULL,
    media_type text NOT NULL,
    bytes integer NOT NULL,
    sent_at bigint NOT NULL,
    CONSTRAINT documents_bytes_check CHECK ((bytes > 0)),
    CONSTRAINT documents_media_type_check CHECK ((media_type = ANY (ARRAY['application/pdf'::text, 'image/png'::text, 'image/jpeg'::text])))
);

COMMENT ON COLUMN passport.documents.verification_id IS 'null while the files of a document are being stored';

ALTER TABLE passport.documents ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME passport.documents_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE passport.email_changes (
    user_id bigint NOT NULL,
    old_email text NOT NULL,
    new_email text NOT NULL,
    changed_at bigint,
    asked_at bigint NOT NULL
);

COMMENT ON COLUMN passport.email_changes.changed_at IS 'null until the new address is confirmed';

CREATE TABLE passport.hand_offs (
    token_hash bytea NOT NULL,
    user_id bigint NOT NULL,
    application text NOT NULL,
    challenge text,
    expires_at bigint NOT NULL,
    session_hash bytea,
    from_known_device boolean DEFAULT false NOT NULL,
    device text DEFAULT ''::text NOT NULL,
    place text DEFAULT ''::text NOT NULL,
    CONSTRAINT hand_offs_token_hash_check CHECK ((length(token_hash) = 32))
);

COMMENT ON COLUMN passport.hand_offs.session_hash IS 'the session it was swapped for; a second use ends that one';

CREATE TABLE passport.mailed_tokens (
    token_hash bytea NOT NULL,
    user_id bigint NOT NULL,
    purpose text NOT NULL,
    expires_at bigint NOT NULL,
    address text NOT NULL,
    CONSTRAINT mailed_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['confirm'::text, 'reset'::text, 'email'::text, 'emailBack'::text]))),
    CONSTRAINT mailed_tokens_token_hash_check CHECK ((length(token_hash) = 32))
);

COMMENT ON COLUMN passport.mailed_tokens.address IS 'the address that the mail went to; the token is redeemed for no other one';

CREATE TABLE passport.mails (
    id uuid NOT NULL,
    user_id bigint NOT NULL,
    sealed_letter bytea NOT NULL,
    created_at bigint NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    next_at bigint NOT NULL
);

COMMENT ON COLUMN passport.mails.sealed_letter IS 'encrypted: a letter holds a token';

CREATE TABLE passport.notices (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    address text NOT NULL,
    kind text NOT NULL,
    facts jsonb NOT NULL,
    created_at bigint NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    next_at bigint NOT NULL
);

COMMENT ON TABLE passport.notices IS 'mails about an account that a commit owes; a row goes when its mail is handed over';

ALTER TABLE passport.notices ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME passport.notices_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE passport.passkey_challenges (
    challenge_hash bytea NOT NULL,
    holder_hash bytea NOT NULL,
    purpose text NOT NULL,
    user_id bigint,
    expires_at bigint NOT NULL,
    CONSTRAINT passkey_challenges_challenge_hash_check CHECK ((length(challenge_hash) = 32)),
    CONSTRAINT passkey_challenges_check CHECK (((user_id IS NULL) = (purpose = 'signIn'::text))),
    CONSTRAINT passkey_challenges_holder_hash_check CHECK ((length(holder_hash) = 32)),
    CONSTRAINT passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['add'::text, 'signIn'::text, 'secondFactor'::text])))
);

COMMENT ON COLUMN passport.passkey_challenges.holder_hash IS 'of the token of the session, or of the browser''s cookie, that alone may answer';

CREATE TABLE passport.passkeys (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    credential_id bytea NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    transports text[] NOT NULL,
    name text NOT NULL,
    added_at bigint NOT NULL,
    used_at bigint,
    CONSTRAINT passkeys_counter_check CHECK ((counter >= 0))
);

COMMENT ON COLUMN passport.passkeys.public_key IS 'as a COSE key';

COMMENT ON COLUMN passport.passkeys.counter IS 'of the last signature; 0: the device does not count. A lower one later on shows a copy of the passkey';

ALTER TABLE passport.passkeys ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME passport.passkeys_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE passport.rate_limits (
    subject text NOT NULL,
    window_start bigint NOT NULL,
    calls integer NOT NULL
);

CREATE TABLE passport.recovery_codes (
    user_id bigint NOT NULL,
    code_hash bytea NOT NULL,
    CONSTRAINT recovery_codes_code_hash_check CHECK ((length(code_hash) = 32))
);

CREATE TABLE passport.sessions (
    token_hash bytea NOT NULL,
    user_id bigint NOT NULL,
    application text NOT NULL,
    opened_at bigint NOT NULL,
    last_used_at bigint NOT NULL,
    id bigint NOT NULL,
    device text DEFAULT ''::text NOT NULL,
    place text DEFAULT ''::text NOT NULL,
    CONSTRAINT sessions_token_hash_check CHECK ((length(token_hash) = 32))
);

COMMENT ON COLUMN passport.sessions.place IS 'the first part of the network address that signed in';

ALTER TABLE passport.sessions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME passport.sessions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE passport.unknown_sign_ins (
    email_hash bytea NOT NULL,
    wrong_passwords integer NOT NULL,
    locked_until bigint,
    last_at bigint NOT NULL
);

COMMENT ON TABLE passport.unknown_sign_ins IS 'addresses without an account lock like others: a lock must not tell';

CREATE TABLE passport.verifications (
    user_id bigint NOT NULL,
    document_type text NOT NULL,
    status text NOT NULL,
    fields jsonb NOT NULL,
    updated_at bigint NOT NULL,
    id bigint NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    was_approved boolean DEFAULT false NOT NULL,
    CONSTRAINT verifications_document_type_check CHECK ((document_type = ANY (ARRAY['PASSPORT'::text, 'ADDRESS'::text, 'PHONE'::text, 'COMPANY'::text]))),
    CONSTRAINT verifications_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'APPROVED'::text, 'REJECTED'::text])))
);

COMMENT ON TABLE passport.verifications IS 'a document that was never sent in has no row';

COMMENT ON COLUMN passport.verifications.id IS 'a new one each time a document is sent in: an operator decides what was looked at';

COMMENT ON COLUMN passport.verifications.was_approved IS 'this document, or one that it replaces, was approved once';

ALTER TABLE passport.verifications ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME passport.verifications_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.accepted_import (
    only_row boolean DEFAULT true NOT NULL,
    accepted_at bigint NOT NULL,
    orders bigint NOT NULL,
    recorded bigint NOT NULL,
    recorded_until bigint NOT NULL,
    open_cents bigint NOT NULL,
    CONSTRAINT accepted_import_only_row_check CHECK (only_row)
);

CREATE TABLE public.accounts (
    id bigint NOT NULL,
    partner_id bigint,
    name text NOT NULL,
    currency text NOT NULL,
    balance public.coin_units,
    last_hash bytea,
    CONSTRAINT accounts_check CHECK (((partner_id IS NULL) = (balance IS NULL)))
)
WITH (fillfactor='70');

COMMENT ON COLUMN public.accounts.balance IS 'of a partner''s account: the sum of its transfers; null for the company''s';

ALTER TABLE public.accounts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.accounts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.audit_log (
    id bigint NOT NULL,
    at bigint NOT NULL,
    actor text NOT NULL,
    command text NOT NULL,
    arguments jsonb NOT NULL,
    hash bytea NOT NULL
);

CREATE TABLE public.avatars (
    partner_id bigint NOT NULL,
    name text NOT NULL,
    picture bytea NOT NULL,
    stored_at bigint NOT NULL
);

COMMENT ON COLUMN public.avatars.name IS 'unguessable, and another one for each picture';

CREATE TABLE public.bonus_derivations (
    closing_id bigint NOT NULL,
    period text NOT NULL,
    number integer NOT NULL,
    document jsonb NOT NULL
);

COMMENT ON TABLE public.bonus_derivations IS 'why records of a closing are what they are, apart from the order: many records share one';

CREATE TABLE public.bonus_records (
    id bigint NOT NULL,
    partner_id bigint NOT NULL,
    type text NOT NULL,
    order_id bigint,
    level integer NOT NULL,
    currency text NOT NULL,
    amount public.coin_units NOT NULL,
    paid_at bigint NOT NULL,
    period text,
    transfer_id bigint NOT NULL,
    plan_version integer NOT NULL,
    rank_id smallint,
    percent public.exact_amount,
    base_cents bigint NOT NULL,
    rate_id bigint,
    rate public.exact_amount,
    before_cut public.exact_amount,
    reverses_id bigint,
    closing_id bigint,
    derivation integer,
    pool smallint,
    turbo_window integer,
    credited_before public.coin_units,
    CONSTRAINT bonus_records_amount_check CHECK (((amount)::numeric <> (0)::numeric)),
    CONSTRAINT bonus_records_check CHECK (((closing_id IS NOT NULL) OR ((rate_id IS NOT NULL) AND (rate IS NOT NULL) AND (before_cut IS NOT NULL)))),
    CONSTRAINT bonus_records_level_check CHECK ((level >= 0)),
    CONSTRAINT bonus_records_period_check CHECK ((period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'::text))
);

COMMENT ON COLUMN public.bonus_records.percent IS 'percent of base_cents; null where the whole of it is credited';

COMMENT ON COLUMN public.bonus_records.base_cents IS 'what the rule was applied to: the order, or the bonus of the rank';

COMMENT ON COLUMN public.bonus_records.before_cut IS 'the exact amount in whole coins, before it was cut to units; null where it has no finite decimal';

COMMENT ON COLUMN public.bonus_records.credited_before IS 'of a correction for late orders: what had been credited before, so that amount is the difference';

ALTER TABLE public.bonus_records ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.bonus_records_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.cancellations (
    order_id bigint NOT NULL,
    reason text NOT NULL,
    cancelled_at bigint NOT NULL,
    fact bigint NOT NULL
);

CREATE TABLE public.chain_heads (
    chain text NOT NULL,
    last bigint NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT chain_heads_chain_check CHECK ((chain = ANY (ARRAY['audit'::text, 'history'::text])))
);

CREATE TABLE public.change_log (
    only_row boolean DEFAULT true NOT NULL,
    last_change bigint NOT NULL,
    CONSTRAINT change_log_last_change_check CHECK ((last_change >= 0)),
    CONSTRAINT change_log_only_row_check CHECK (only_row)
);

CREATE TABLE public.closings (
    id bigint NOT NULL,
    period text NOT NULL,
    up_to_fact bigint NOT NULL,
    plan_version integer NOT NULL,
    rate_ids bigint[] NOT NULL,
    late_periods text[] NOT NULL,
    begun_at bigint NOT NULL,
    CONSTRAINT closings_id_check CHECK ((id > 0)),
    CONSTRAINT closings_period_check CHECK ((period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'::text))
);

COMMENT ON COLUMN public.closings.plan_version IS 'the newest plan known; each order follows the one in force when it was paid';

COMMENT ON COLUMN public.closings.rate_ids IS 'the quotes in force when the closing was begun';

COMMENT ON COLUMN public.closings.late_periods IS 'earlier closed months computed again for the orders that came since';

CREATE TABLE public.events (
    id bigint NOT NULL,
    title text NOT NULL,
    event_end_date bigint NOT NULL,
    registration_start_date bigint NOT NULL,
    registration_end_date bigint NOT NULL,
    CONSTRAINT events_check CHECK ((registration_start_date <= registration_end_date)),
    CONSTRAINT events_id_check CHECK ((id > 0))
);

CREATE TABLE public.fact_log (
    only_row boolean DEFAULT true NOT NULL,
    last_fact bigint NOT NULL,
    log_id uuid DEFAULT gen_random_uuid() NOT NULL,
    last_turn bigint,
    CONSTRAINT fact_log_last_fact_check CHECK ((last_fact >= 0)),
    CONSTRAINT fact_log_only_row_check CHECK (only_row)
);

COMMENT ON COLUMN public.fact_log.log_id IS 'tells one history of facts from another';

COMMENT ON COLUMN public.fact_log.last_turn IS 'the turn that write_orders has written last';

CREATE TABLE public.first_service (
    only_row boolean DEFAULT true NOT NULL,
    at bigint NOT NULL,
    CONSTRAINT first_service_only_row_check CHECK (only_row)
);

COMMENT ON TABLE public.first_service IS 'months that end after this instant are closed by themselves';

CREATE TABLE public.history_seals (
    number bigint NOT NULL,
    last_fact bigint NOT NULL,
    last_entry bigint NOT NULL,
    last_audit bigint NOT NULL,
    last_transfer_id bigint NOT NULL,
    hash bytea NOT NULL,
    sealed_at bigint NOT NULL,
    CONSTRAINT history_seals_number_check CHECK ((number > 0))
);

COMMENT ON COLUMN public.history_seals.last_entry IS 'of the journal';

COMMENT ON COLUMN public.history_seals.last_transfer_id IS 'the newest seal of the ledger; 0: none yet';

COMMENT ON COLUMN public.history_seals.hash IS 'SHA-256 over the block before, the facts and entries of this block, the heads of audit log and ledger, and the numbers';

CREATE TABLE public.journal (
    id bigint NOT NULL,
    place text NOT NULL,
    key text NOT NULL,
    content jsonb
);

COMMENT ON COLUMN public.journal.content IS 'the row as it was written; null when it was deleted';

ALTER TABLE public.journal ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.journal_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);

CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.ledger_seals (
    last_transfer_id bigint NOT NULL,
    first_transfer_id bigint NOT NULL,
    transfers bigint NOT NULL,
    hash bytea NOT NULL,
    sealed_at bigint NOT NULL,
    CONSTRAINT ledger_seals_check CHECK ((first_transfer_id <= last_transfer_id))
);

CREATE TABLE public.legal_acceptances (
    partner_id bigint NOT NULL,
    product text NOT NULL,
    version text NOT NULL,
    accepted_at bigint NOT NULL
);

COMMENT ON COLUMN public.legal_acceptances.version IS 'of the documents: their hash';

CREATE TABLE public.mail_cursors (
    source text NOT NULL,
    "position" bigint NOT NULL,
    partner_id bigint DEFAULT 0 NOT NULL
);

COMMENT ON TABLE public.mail_cursors IS 'how far a source of mails is read; one process at a time holds the row';

COMMENT ON COLUMN public.mail_cursors.partner_id IS 'of a source that is read partner by partner: the last one of the position in work';

CREATE TABLE public.mail_notes (
    id bigint NOT NULL,
    partner_id bigint NOT NULL,
    key text NOT NULL,
    day integer NOT NULL,
    due_at bigint NOT NULL,
    entries integer NOT NULL,
    sums jsonb NOT NULL,
    items jsonb NOT NULL,
    after_fact bigint,
    up_to_fact bigint,
    CONSTRAINT mail_notes_entries_check CHECK ((entries > 0))
);

COMMENT ON COLUMN public.mail_notes.day IS 'the UTC day of a daily summary, counted from 1970; 0 otherwise';

COMMENT ON COLUMN public.mail_notes.sums IS 'smallest units by currency';

COMMENT ON COLUMN public.mail_notes.items IS 'the first entries; names are read when the mail is written';

COMMENT ON COLUMN public.mail_notes.after_fact IS 'the facts that the note tells begin after it; null: it tells no orders';

ALTER TABLE public.mail_notes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.mail_notes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.mail_pace (
    partner_id bigint NOT NULL,
    key text NOT NULL,
    window_start bigint NOT NULL,
    mails integer NOT NULL
);

COMMENT ON TABLE public.mail_pace IS 'mails of a setting within 24 hours: what comes after a few is summed up';

CREATE TABLE public.mailed_posts (
    language text NOT NULL,
    title text NOT NULL,
    published_at bigint NOT NULL
);

COMMENT ON TABLE public.mailed_posts IS 'by content: replacing the list of posts gives them new ids';

CREATE TABLE public.news_posts (
    id bigint NOT NULL,
    language text NOT NULL,
    title text NOT NULL,
    category text NOT NULL,
    published_at bigint NOT NULL,
    figure text NOT NULL,
    content text NOT NULL,
    added_at bigint NOT NULL
);

COMMENT ON COLUMN public.news_posts.figure IS 'name of a picture on the CDN path; empty: none';

ALTER TABLE public.news_posts ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.news_posts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.notification_settings (
    partner_id bigint NOT NULL,
    key text NOT NULL,
    value boolean NOT NULL,
    changed_at bigint NOT NULL
);

COMMENT ON TABLE public.notification_settings IS 'a kind of mail without a row is as at first';

CREATE TABLE public.order_decisions (
    order_id bigint NOT NULL,
    plan_version integer NOT NULL,
    rate_id bigint NOT NULL,
    unpaid_partner_ids bigint[] NOT NULL,
    unpaid_levels smallint[] NOT NULL,
    unpaid_reasons public.unpaid_reason[] NOT NULL,
    CONSTRAINT order_decisions_check CHECK (((cardinality(unpaid_partner_ids) = cardinality(unpaid_levels)) AND (cardinality(unpaid_partner_ids) = cardinality(unpaid_reasons))))
);

CREATE TABLE public.orders (
    id bigint NOT NULL,
    partner_id bigint NOT NULL,
    paid_at bigint NOT NULL,
    amount_cents bigint NOT NULL,
    currency text DEFAULT 'EUR'::text NOT NULL,
    recorded_at bigint NOT NULL,
    intake bigint NOT NULL,
    fact bigint NOT NULL,
    CONSTRAINT orders_amount_cents_check CHECK ((amount_cents > 0)),
    CONSTRAINT orders_id_check CHECK ((id > 0))
);

COMMENT ON COLUMN public.orders.intake IS 'the first fact of the import or call that brought the order';

CREATE TABLE public.partner_blocks (
    fact bigint NOT NULL,
    partner_id bigint NOT NULL,
    blocked boolean NOT NULL,
    reason text NOT NULL,
    changed_at bigint NOT NULL
);

CREATE TABLE public.partner_changes (
    change bigint NOT NULL,
    partner_id bigint NOT NULL
);

CREATE TABLE public.partners (
    id bigint NOT NULL,
    sponsor_id bigint,
    depth integer NOT NULL,
    sponsor_depth integer GENERATED ALWAYS AS (
CASE
    WHEN (sponsor_id IS NULL) THEN NULL::integer
    ELSE (depth - 1)
END) STORED,
    email text NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    country_id text NOT NULL,
    registered_at bigint NOT NULL,
    invite_code text NOT NULL,
    phone text DEFAULT ''::text NOT NULL,
    telegram text DEFAULT ''::text NOT NULL,
    whatsapp text DEFAULT ''::text NOT NULL,
    skype text DEFAULT ''::text NOT NULL,
    viber text DEFAULT ''::text NOT NULL,
    wechat text DEFAULT ''::text NOT NULL,
    facebook text DEFAULT ''::text NOT NULL,
    instagram text DEFAULT ''::text NOT NULL,
    site text DEFAULT ''::text NOT NULL,
    ui_language text DEFAULT 'en'::text NOT NULL,
    erased_at bigint,
    fact bigint NOT NULL,
    avatar text DEFAULT ''::text NOT NULL,
    sex text DEFAULT ''::text NOT NULL,
    birthdate text DEFAULT ''::text NOT NULL,
    city text DEFAULT ''::text NOT NULL,
    address1 text DEFAULT ''::text NOT NULL,
    address2 text DEFAULT ''::text NOT NULL,
    zip text DEFAULT ''::text NOT NULL,
    mobile text DEFAULT ''::text NOT NULL,
    "position" text DEFAULT ''::text NOT NULL,
    comment text DEFAULT ''::text NOT NULL,
    hide_contacts boolean DEFAULT false NOT NULL,
    show_ref_link boolean DEFAULT true NOT NULL,
    allow_public_profile smallint DEFAULT 1 NOT NULL,
    CONSTRAINT partners_allow_public_profile_check CHECK (((allow_public_profile >= 0) AND (allow_public_profile <= 3))),
    CONSTRAINT partners_birthdate_check CHECK (((birthdate = ''::text) OR (birthdate ~ '^\d{4}-\d{2}-\d{2}$'::text))),
    CONSTRAINT partners_check CHECK (((sponsor_id IS NULL) = (depth = 0))),
    CONSTRAINT partners_depth_check CHECK ((depth >= 0)),
    CONSTRAINT partners_id_check CHECK ((id > 0)),
    CONSTRAINT partners_sex_check CHECK ((sex = ANY (ARRAY['male'::text, 'female'::text, ''::text])))
);

CREATE TABLE public.payout_guards (
    partner_id bigint NOT NULL,
    wrong_at bigint[] DEFAULT '{}'::bigint[] NOT NULL,
    wrong_streak integer DEFAULT 0 NOT NULL,
    locked_at bigint,
    minute_start bigint DEFAULT 0 NOT NULL,
    inits integer DEFAULT 0 NOT NULL,
    sessions jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT payout_guards_wrong_streak_check CHECK ((wrong_streak >= 0))
);

COMMENT ON TABLE public.payout_guards IS 'wrong codes and requests of a partner; its row lock puts the payouts of a partner in order';

COMMENT ON COLUMN public.payout_guards.wrong_at IS 'the instants of the last wrong codes; an hour has a budget of them';

COMMENT ON COLUMN public.payout_guards.sessions IS 'the open request of each source, sealed by the application; a new one takes the place of the old';

CREATE TABLE public.payout_hand_overs (
    payout_id bigint NOT NULL,
    handed_at bigint NOT NULL
);

COMMENT ON TABLE public.payout_hand_overs IS 'payouts given to the sender on the chain; none is given twice';

CREATE TABLE public.payout_mails (
    payout_id bigint NOT NULL,
    status text NOT NULL,
    due_at bigint NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    CONSTRAINT payout_mails_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'SUCCESS'::text, 'REJECTED'::text])))
);

COMMENT ON TABLE public.payout_mails IS 'mails that a commit owes; a row goes when its mail is handed over';

CREATE TABLE public.payout_routes (
    payout_from text NOT NULL,
    payout_to text NOT NULL,
    currency text NOT NULL,
    enabled boolean NOT NULL,
    min_amount public.coin_units NOT NULL,
    request_limit public.coin_units,
    daily_limit public.coin_units,
    daily_limit_percent numeric,
    fee_percent numeric NOT NULL,
    min_fee public.coin_units,
    max_fee public.coin_units,
    verification_required boolean NOT NULL,
    address_pattern text NOT NULL,
    badge text,
    tx_pattern text DEFAULT '^(0x)?[0-9a-fA-F]{64}$'::text NOT NULL,
    CONSTRAINT payout_routes_check CHECK ((((min_fee)::numeric >= (0)::numeric) AND ((min_fee)::numeric < (min_amount)::numeric))),
    CONSTRAINT payout_routes_check1 CHECK (((max_fee)::numeric >= COALESCE((min_fee)::numeric, (0)::numeric))),
    CONSTRAINT payout_routes_daily_limit_check CHECK (((daily_limit)::numeric >= (0)::numeric)),
    CONSTRAINT payout_routes_daily_limit_percent_check CHECK (((daily_limit_percent >= (0)::numeric) AND (daily_limit_percent <= (100)::numeric))),
    CONSTRAINT payout_routes_fee_percent_check CHECK (((fee_percent >= (0)::numeric) AND (fee_percent < (100)::numeric))),
    CONSTRAINT payout_routes_min_amount_check CHECK (((min_amount)::numeric > (0)::numeric)),
    CONSTRAINT payout_routes_request_limit_check CHECK (((request_limit)::numeric >= (0)::numeric))
);

CREATE TABLE public.payout_transactions (
    key text NOT NULL,
    used_at bigint NOT NULL
);

COMMENT ON TABLE public.payout_transactions IS 'ids of transactions that payouts were approved with: none approves once more';

CREATE TABLE public.payouts (
    id bigint NOT NULL,
    partner_id bigint NOT NULL,
    payout_from text NOT NULL,
    payout_to text NOT NULL,
    currency text NOT NULL,
    address text NOT NULL,
    amount public.coin_units NOT NULL,
    fee public.coin_units NOT NULL,
    receive public.coin_units NOT NULL,
    risks text[] NOT NULL,
    status text DEFAULT 'PENDING'::text NOT NULL,
    tx_id text,
    reason text,
    requested_at bigint NOT NULL,
    created_at bigint NOT NULL,
    taken_at bigint,
    ended_at bigint,
    CONSTRAINT payouts_check CHECK (((amount)::numeric = ((fee)::numeric + (receive)::numeric))),
    CONSTRAINT payouts_check1 CHECK (((status = 'PENDING'::text) = (ended_at IS NULL))),
    CONSTRAINT payouts_check2 CHECK (((status = 'SUCCESS'::text) = (tx_id IS NOT NULL))),
    CONSTRAINT payouts_check3 CHECK (((status = 'REJECTED'::text) = (reason IS NOT NULL))),
    CONSTRAINT payouts_check4 CHECK (((status <> 'SUCCESS'::text) OR (taken_at IS NOT NULL))),
    CONSTRAINT payouts_fee_check CHECK (((fee)::numeric >= (0)::numeric)),
    CONSTRAINT payouts_receive_check CHECK (((receive)::numeric > (0)::numeric)),
    CONSTRAINT payouts_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'SUCCESS'::text, 'REJECTED'::text])))
);

COMMENT ON COLUMN public.payouts.created_at IS 'when it was confirmed and debited; the day that it counts for';

COMMENT ON COLUMN public.payouts.taken_at IS 'when an operator took it up: its owner cannot cancel it any more';

ALTER TABLE public.payouts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.payouts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.period_seals (
    closing_id bigint NOT NULL,
    records bigint NOT NULL,
    records_hash bytea NOT NULL,
    late_records bigint NOT NULL,
    late_hash bytea NOT NULL,
    hash bytea NOT NULL,
    sealed_at bigint NOT NULL,
    records_root bytea,
    late_root bytea,
    CONSTRAINT period_seals_check CHECK (((records_root IS NULL) = (late_root IS NULL)))
);

COMMENT ON COLUMN public.period_seals.records_hash IS 'SHA-256 over the lines of the month''s own records, as exported';

COMMENT ON COLUMN public.period_seals.late_hash IS 'the same over the corrections of earlier months, month by month';

COMMENT ON COLUMN public.period_seals.hash IS 'SHA-256 over the seal before, what the closing says, and both hashes';

COMMENT ON COLUMN public.period_seals.records_root IS 'root of the Merkle tree (RFC 6962) over the lines of records_hash; part of hash; null in older seals';

COMMENT ON COLUMN public.period_seals.late_root IS 'the same over the lines of late_hash';

CREATE TABLE public.plans (
    version integer NOT NULL,
    valid_from bigint NOT NULL,
    document jsonb NOT NULL,
    loaded_at bigint NOT NULL,
    CONSTRAINT plans_version_check CHECK ((version > 0))
);

CREATE TABLE public.rank_reaches (
    partner_id bigint NOT NULL,
    ladder text NOT NULL,
    rank_id smallint NOT NULL,
    order_id bigint NOT NULL,
    reached_at bigint NOT NULL,
    plan_version integer NOT NULL,
    bonus_record_id bigint,
    CONSTRAINT rank_reaches_ladder_check CHECK ((ladder = ANY (ARRAY['ordinary'::text, 'bonus'::text])))
);

COMMENT ON COLUMN public.rank_reaches.bonus_record_id IS 'null where the rank carries no bonus';

CREATE TABLE public.rate_confirmations (
    rate_id bigint NOT NULL,
    confirmed_at bigint NOT NULL
);

CREATE TABLE public.rates (
    id bigint NOT NULL,
    from_currency text NOT NULL,
    to_currency text NOT NULL,
    rate_type text NOT NULL,
    rate public.exact_amount NOT NULL,
    set_at bigint NOT NULL,
    CONSTRAINT rates_check CHECK ((from_currency <> to_currency)),
    CONSTRAINT rates_rate_check CHECK (((rate)::numeric > (0)::numeric)),
    CONSTRAINT rates_rate_type_check CHECK ((rate_type = ANY (ARRAY['SELL'::text, 'BUY'::text])))
);

ALTER TABLE public.rates ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.rates_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.registrations (
    user_id bigint NOT NULL,
    sponsor_id bigint,
    first_name text NOT NULL,
    last_name text NOT NULL,
    country_id text NOT NULL,
    ui_language text NOT NULL
);

CREATE TABLE public.settings (
    name text NOT NULL,
    value text NOT NULL,
    changed_at bigint NOT NULL
);

CREATE TABLE public.staged_orders (
    order_id bigint NOT NULL,
    partner_id bigint NOT NULL,
    paid_at bigint NOT NULL,
    amount_cents bigint NOT NULL
);

CREATE TABLE public.statement_keys (
    generation integer NOT NULL,
    id text NOT NULL,
    public_key bytea NOT NULL,
    made_at bigint NOT NULL,
    CONSTRAINT statement_keys_generation_check CHECK ((generation > 0))
);

COMMENT ON TABLE public.statement_keys IS 'public keys of statements; the private ones are secrets of the installation. The last generation signs';

CREATE TABLE public.statement_runs (
    period text NOT NULL,
    started_at bigint NOT NULL,
    finished_at bigint
);

COMMENT ON TABLE public.statement_runs IS 'months whose statements are made, or are being made and are continued after a kill';

CREATE TABLE public.statements (
    partner_id bigint NOT NULL,
    period text NOT NULL,
    currency text NOT NULL,
    content text,
    code text,
    key_id text,
    CONSTRAINT statements_check CHECK ((((content IS NULL) = (code IS NULL)) AND ((content IS NULL) = (key_id IS NULL)))),
    CONSTRAINT statements_period_check CHECK ((period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'::text))
);

COMMENT ON COLUMN public.statements.content IS 'the signed statement as JSON; null while it is being made';

COMMENT ON COLUMN public.statements.code IS 'printed on the statement: finds it without a sign-in';

CREATE TABLE public.ticket_files (
    ticket_id bigint NOT NULL,
    place smallint NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    size bigint NOT NULL
);

CREATE TABLE public.tickets (
    id bigint NOT NULL,
    partner_id bigint NOT NULL,
    type smallint NOT NULL,
    bonus_type text,
    email text DEFAULT ''::text NOT NULL,
    comment text NOT NULL,
    state text NOT NULL,
    folder text NOT NULL,
    created_at bigint NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    next_at bigint NOT NULL,
    confirm_at bigint,
    CONSTRAINT tickets_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'received'::text, 'refused'::text])))
);

COMMENT ON COLUMN public.tickets.confirm_at IS 'when the mail that confirms the ticket is due; null: sent';

ALTER TABLE public.tickets ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.tickets_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE SEQUENCE public.transfer_ids
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.transfers (
    id bigint NOT NULL,
    idempotency_key text NOT NULL,
    debit_account_id bigint NOT NULL,
    credit_account_id bigint NOT NULL,
    partner_account_id bigint NOT NULL,
    currency text NOT NULL,
    amount public.coin_units NOT NULL,
    kind text NOT NULL,
    reference text NOT NULL,
    created_at bigint NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT transfers_amount_check CHECK (((amount)::numeric > (0)::numeric)),
    CONSTRAINT transfers_check CHECK ((credit_account_id <> debit_account_id)),
    CONSTRAINT transfers_check1 CHECK (((partner_account_id = debit_account_id) OR (partner_account_id = credit_account_id)))
);

CREATE TABLE public.wallets (
    partner_id bigint NOT NULL,
    wallet_type text NOT NULL,
    address text NOT NULL,
    assigned_at bigint NOT NULL,
    moderator_approved boolean NOT NULL,
    CONSTRAINT wallets_wallet_type_check CHECK ((wallet_type = ANY (ARRAY['MAIN'::text, 'FARM'::text])))
);

ALTER TABLE ONLY passport.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY passport.authenticators
    ADD CONSTRAINT authenticators_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY passport.data_requests
    ADD CONSTRAINT data_requests_pkey PRIMARY KEY (user_id, kind);

ALTER TABLE ONLY passport.devices
    ADD CONSTRAINT devices_pkey PRIMARY KEY (token_hash, user_id);

ALTER TABLE ONLY passport.document_parts
    ADD CONSTRAINT document_parts_pkey PRIMARY KEY (document_id, place);

ALTER TABLE ONLY passport.documents
    ADD CONSTRAINT documents_pkey PRIMARY KEY (id);

ALTER TABLE ONLY passport.email_changes
    ADD CONSTRAINT email_changes_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY passport.hand_offs
    ADD CONSTRAINT hand_offs_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY passport.mailed_tokens
    ADD CONSTRAINT mailed_tokens_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY passport.mails
    ADD CONSTRAINT mails_pkey PRIMARY KEY (id);

ALTER TABLE ONLY passport.notices
    ADD CONSTRAINT notices_pkey PRIMARY KEY (id);

ALTER TABLE ONLY passport.passkey_challenges
    ADD CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge_hash);

ALTER TABLE ONLY passport.passkeys
    ADD CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id);

ALTER TABLE ONLY passport.passkeys
    ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY passport.rate_limits
    ADD CONSTRAINT rate_limits_pkey PRIMARY KEY (subject);

ALTER TABLE ONLY passport.recovery_codes
    ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash);

ALTER TABLE ONLY passport.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY passport.unknown_sign_ins
    ADD CONSTRAINT unknown_sign_ins_pkey PRIMARY KEY (email_hash);

ALTER TABLE ONLY passport.verifications
    ADD CONSTRAINT verifications_pkey PRIMARY KEY (user_id, document_type);

ALTER TABLE ONLY public.accepted_import
    ADD CONSTRAINT accepted_import_pkey PRIMARY KEY (only_row);

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_partner_id_name_currency_key UNIQUE NULLS NOT DISTINCT (partner_id, name, currency);

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.avatars
    ADD CONSTRAINT avatars_name_key UNIQUE (name);

ALTER TABLE ONLY public.avatars
    ADD CONSTRAINT avatars_pkey PRIMARY KEY (partner_id);

ALTER TABLE ONLY public.bonus_derivations
    ADD CONSTRAINT bonus_derivations_pkey PRIMARY KEY (closing_id, period, number);

ALTER TABLE ONLY public.bonus_records
    ADD CONSTRAINT bonus_records_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.bonus_records
    ADD CONSTRAINT bonus_records_transfer_id_key UNIQUE (transfer_id);

ALTER TABLE ONLY public.cancellations
    ADD CONSTRAINT cancellations_fact_key UNIQUE (fact);

ALTER TABLE ONLY public.cancellations
    ADD CONSTRAINT cancellations_pkey PRIMARY KEY (order_id);

ALTER TABLE ONLY public.chain_heads
    ADD CONSTRAINT chain_heads_pkey PRIMARY KEY (chain);

ALTER TABLE ONLY public.change_log
    ADD CONSTRAINT change_log_pkey PRIMARY KEY (only_row);

ALTER TABLE ONLY public.closings
    ADD CONSTRAINT closings_period_key UNIQUE (period);

ALTER TABLE ONLY public.closings
    ADD CONSTRAINT closings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.fact_log
    ADD CONSTRAINT fact_log_pkey PRIMARY KEY (only_row);

ALTER TABLE ONLY public.first_service
    ADD CONSTRAINT first_service_pkey PRIMARY KEY (only_row);

ALTER TABLE ONLY public.history_seals
    ADD CONSTRAINT history_seals_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.journal
    ADD CONSTRAINT journal_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.ledger_seals
    ADD CONSTRAINT ledger_seals_pkey PRIMARY KEY (last_transfer_id);

ALTER TABLE ONLY public.legal_acceptances
    ADD CONSTRAINT legal_acceptances_pkey PRIMARY KEY (partner_id, product, version);

ALTER TABLE ONLY public.mail_cursors
    ADD CONSTRAINT mail_cursors_pkey PRIMARY KEY (source);

ALTER TABLE ONLY public.mail_notes
    ADD CONSTRAINT mail_notes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.mail_pace
    ADD CONSTRAINT mail_pace_pkey PRIMARY KEY (partner_id, key);

ALTER TABLE ONLY public.mailed_posts
    ADD CONSTRAINT mailed_posts_pkey PRIMARY KEY (language, title, published_at);

ALTER TABLE ONLY public.news_posts
    ADD CONSTRAINT news_posts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.notification_settings
    ADD CONSTRAINT notification_settings_pkey PRIMARY KEY (partner_id, key);

ALTER TABLE ONLY public.order_decisions
    ADD CONSTRAINT order_decisions_pkey PRIMARY KEY (order_id);

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_fact_key UNIQUE (fact);

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.partner_blocks
    ADD CONSTRAINT partner_blocks_pkey PRIMARY KEY (fact);

ALTER TABLE ONLY public.partner_changes
    ADD CONSTRAINT partner_changes_pkey PRIMARY KEY (change);

ALTER TABLE ONLY public.partners
    ADD CONSTRAINT partners_fact_key UNIQUE (fact);

ALTER TABLE ONLY public.partners
    ADD CONSTRAINT partners_id_depth_key UNIQUE (id, depth);

ALTER TABLE ONLY public.partners
    ADD CONSTRAINT partners_invite_code_key UNIQUE (invite_code);

ALTER TABLE ONLY public.partners
    ADD CONSTRAINT partners_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payout_guards
    ADD CONSTRAINT payout_guards_pkey PRIMARY KEY (partner_id);

ALTER TABLE ONLY public.payout_hand_overs
    ADD CONSTRAINT payout_hand_overs_pkey PRIMARY KEY (payout_id);

ALTER TABLE ONLY public.payout_mails
    ADD CONSTRAINT payout_mails_pkey PRIMARY KEY (payout_id, status);

ALTER TABLE ONLY public.payout_routes
    ADD CONSTRAINT payout_routes_pkey PRIMARY KEY (payout_from, payout_to);

ALTER TABLE ONLY public.payout_transactions
    ADD CONSTRAINT payout_transactions_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.payouts
    ADD CONSTRAINT payouts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.period_seals
    ADD CONSTRAINT period_seals_hash_key UNIQUE (hash);

ALTER TABLE ONLY public.period_seals
    ADD CONSTRAINT period_seals_pkey PRIMARY KEY (closing_id);

ALTER TABLE ONLY public.plans
    ADD CONSTRAINT plans_pkey PRIMARY KEY (version);

ALTER TABLE ONLY public.rank_reaches
    ADD CONSTRAINT rank_reaches_bonus_record_id_key UNIQUE (bonus_record_id);

ALTER TABLE ONLY public.rank_reaches
    ADD CONSTRAINT rank_reaches_pkey PRIMARY KEY (partner_id, ladder, rank_id);

ALTER TABLE ONLY public.rate_confirmations
    ADD CONSTRAINT rate_confirmations_pkey PRIMARY KEY (rate_id);

ALTER TABLE ONLY public.rates
    ADD CONSTRAINT rates_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.registrations
    ADD CONSTRAINT registrations_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.staged_orders
    ADD CONSTRAINT staged_orders_order_id_key UNIQUE (order_id);

ALTER TABLE ONLY public.staged_orders
    ADD CONSTRAINT staged_orders_pkey PRIMARY KEY (paid_at, order_id);

ALTER TABLE ONLY public.statement_keys
    ADD CONSTRAINT statement_keys_id_key UNIQUE (id);

ALTER TABLE ONLY public.statement_keys
    ADD CONSTRAINT statement_keys_pkey PRIMARY KEY (generation);

ALTER TABLE ONLY public.statement_runs
    ADD CONSTRAINT statement_runs_pkey PRIMARY KEY (period);

ALTER TABLE ONLY public.statements
    ADD CONSTRAINT statements_code_key UNIQUE (code);

ALTER TABLE ONLY public.statements
    ADD CONSTRAINT statements_pkey PRIMARY KEY (partner_id, period, currency);

ALTER TABLE ONLY public.ticket_files
    ADD CONSTRAINT ticket_files_pkey PRIMARY KEY (ticket_id, place);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_folder_key UNIQUE (folder);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.transfers
    ADD CONSTRAINT transfers_idempotency_key_key UNIQUE (idempotency_key);

ALTER TABLE ONLY public.transfers
    ADD CONSTRAINT transfers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.wallets
    ADD CONSTRAINT wallets_pkey PRIMARY KEY (partner_id, wallet_type);

CREATE UNIQUE INDEX accounts_email ON passport.accounts USING btree (lower(email));

CREATE INDEX accounts_to_hash ON passport.accounts USING btree (user_id) WHERE (sealed_password IS NOT NULL);

CREATE INDEX devices_used ON passport.devices USING btree (last_used_at);

CREATE INDEX devices_user ON passport.devices USING btree (user_id);

CREATE INDEX documents_unfinished ON passport.documents USING btree (sent_at) WHERE (verification_id IS NULL);

CREATE INDEX documents_user ON passport.documents USING btree (user_id);

CREATE INDEX documents_verification ON passport.documents USING btree (verification_id);

CREATE INDEX hand_offs_expires ON passport.hand_offs USING btree (expires_at);

CREATE INDEX hand_offs_user ON passport.hand_offs USING btree (user_id);

CREATE UNIQUE INDEX mailed_tokens_one_each ON passport.mailed_tokens USING btree (user_id, purpose) WHERE (purpose <> 'reset'::text);

CREATE INDEX mailed_tokens_resets ON passport.mailed_tokens USING btree (user_id) WHERE (purpose = 'reset'::text);

CREATE INDEX mails_next ON passport.mails USING btree (next_at);

CREATE INDEX mails_user ON passport.mails USING btree (user_id);

CREATE INDEX notices_next ON passport.notices USING btree (next_at);

CREATE INDEX notices_user ON passport.notices USING btree (user_id);

CREATE INDEX passkeys_user ON passport.passkeys USING btree (user_id);

CREATE INDEX rate_limits_window ON passport.rate_limits USING btree (window_start);

CREATE UNIQUE INDEX sessions_id ON passport.sessions USING btree (id);

CREATE INDEX sessions_opened ON passport.sessions USING btree (opened_at);

CREATE INDEX sessions_user ON passport.sessions USING btree (user_id);

CREATE UNIQUE INDEX verifications_id ON passport.verifications USING btree (id);

CREATE INDEX verifications_pending ON passport.verifications USING btree (id) WHERE (status = 'PENDING'::text);

CREATE INDEX bonus_records_order ON public.bonus_records USING btree (order_id) WHERE (order_id IS NOT NULL);

CREATE INDEX bonus_records_partner ON public.bonus_records USING btree (partner_id, paid_at, id);

CREATE INDEX bonus_records_period ON public.bonus_records USING btree (period, partner_id) WHERE (period IS NOT NULL);

CREATE UNIQUE INDEX bonus_records_reversed ON public.bonus_records USING btree (reverses_id) WHERE (reverses_id IS NOT NULL);

CREATE INDEX journal_row ON public.journal USING btree (place, key, id);

CREATE INDEX mail_notes_due ON public.mail_notes USING btree (due_at);

CREATE INDEX mail_notes_partner ON public.mail_notes USING btree (partner_id, key, day);

CREATE INDEX news_posts_language_published_at_id_idx ON public.news_posts USING btree (language, published_at DESC, id DESC);

CREATE INDEX notification_settings_on ON public.notification_settings USING btree (key, partner_id) WHERE value;

CREATE INDEX orders_paid_at ON public.orders USING btree (paid_at);

CREATE INDEX orders_partner ON public.orders USING btree (partner_id, paid_at);

CREATE INDEX partner_blocks_partner ON public.partner_blocks USING btree (partner_id, fact);

CREATE UNIQUE INDEX partners_email ON public.partners USING btree (lower(email));

CREATE INDEX partners_invite_code_any_case ON public.partners USING btree (lower(invite_code));

CREATE INDEX partners_sponsor ON public.partners USING btree (sponsor_id);

CREATE INDEX payout_mails_due ON public.payout_mails USING btree (due_at);

CREATE INDEX payouts_partner ON public.payouts USING btree (partner_id, created_at, id);

CREATE INDEX payouts_pending ON public.payouts USING btree (id) WHERE (status = 'PENDING'::text);

CREATE INDEX rank_reaches_order ON public.rank_reaches USING btree (order_id);

CREATE INDEX rates_pair ON public.rates USING btree (from_currency, to_currency, rate_type, id DESC);

CREATE INDEX statements_period ON public.statements USING btree (period, partner_id);

CREATE INDEX tickets_confirm ON public.tickets USING btree (confirm_at) WHERE (confirm_at IS NOT NULL);

CREATE INDEX tickets_partner ON public.tickets USING btree (partner_id, created_at);

CREATE INDEX tickets_waiting ON public.tickets USING btree (next_at) WHERE (state = 'waiting'::text);

CREATE INDEX transfers_partner_account ON public.transfers USING btree (partner_account_id, id);

CREATE TRIGGER access_is_announced AFTER DELETE ON passport.sessions FOR EACH STATEMENT EXECUTE FUNCTION public.announce_access();

CREATE TRIGGER access_is_journaled AFTER INSERT ON passport.accounts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.journal_new_accounts();

CREATE TRIGGER access_is_journaled AFTER INSERT ON passport.authenticators REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.journal_new_authenticators();

CREATE TRIGGER access_is_journaled AFTER INSERT ON passport.email_changes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.journal_new_email_changes();

CREATE TRIGGER access_is_journaled AFTER INSERT ON passport.mailed_tokens REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.journal_new_mailed_tokens();

CREATE TRIGGER access_is_journaled AFTER INSERT ON passport.passkeys REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.journal_new_passkeys();

CREATE TRIGGER access_is_journaled AFTER INSERT ON passport.recovery_codes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.journal_new_recovery_codes();

CREATE TRIGGER access_is_journaled AFTER INSERT ON passport.sessions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.journal_new_sessions();

CREATE TRIGGER access_is_journaled AFTER INSERT ON passport.verifications REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.journal_new_verifications();

CREATE TRIGGER changed_access_is_journaled AFTER UPDATE OF user_id, email_confirmed, closed_at, password_changed_at, email, password_hash, sealed_password, salt ON passport.accounts FOR EACH ROW WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.journal_changed_accounts();

CREATE TRIGGER changed_access_is_journaled AFTER UPDATE OF user_id, confirmed_at, sealed_secret ON passport.authenticators FOR EACH ROW WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.journal_changed_authenticators();

CREATE TRIGGER changed_access_is_journaled AFTER UPDATE OF user_id, asked_at, changed_at, old_email, new_email ON passport.email_changes FOR EACH ROW WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.journal_changed_email_changes();

CREATE TRIGGER changed_access_is_journaled AFTER UPDATE OF token_hash, user_id, purpose, expires_at, address ON passport.mailed_tokens FOR EACH ROW WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.journal_changed_mailed_tokens();

CREATE TRIGGER changed_access_is_journaled AFTER UPDATE OF id, user_id, added_at, credential_id, public_key ON passport.passkeys FOR EACH ROW WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.journal_changed_passkeys();

CREATE TRIGGER changed_access_is_journaled AFTER UPDATE OF user_id, code_hash ON passport.recovery_codes FOR EACH ROW WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.journal_changed_recovery_codes();

CREATE TRIGGER changed_access_is_journaled AFTER UPDATE OF token_hash, user_id, opened_at ON passport.sessions FOR EACH ROW WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.journal_changed_sessions();

CREATE TRIGGER changed_access_is_journaled AFTER UPDATE OF user_id, document_type, id, status, updated_at, was_approved, fields, reason ON passport.verifications FOR EACH ROW WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.journal_changed_verifications();

CREATE TRIGGER deleted_access_is_journaled AFTER DELETE ON passport.accounts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.journal_deleted_accounts();

CREATE TRIGGER deleted_access_is_journaled AFTER DELETE ON passport.authenticators REFERENCING OLD TABLE AS changed FOR EACH STATEMENT WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.journal_deleted_authenticators();

CREATE TRIGGER deleted_access_is_journaled AFTER DELETE ON passport.email_changes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.journal_deleted_email_changes();

CREATE TRIGGER deleted_access_is_journaled AFTER DELETE ON passport.mailed_tokens REFERENCING OLD TABLE AS changed FOR EACH STATEMENT WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.journal_deleted_mailed_tokens();

CREATE TRIGGER deleted_access_is_journaled AFTER DELETE ON passport.passkeys REFERENCING OLD TABLE AS changed FOR EACH STATEMENT WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.journal_deleted_passkeys();

CREATE TRIGGER deleted_access_is_journaled AFTER DELETE ON passport.recovery_codes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.journal_deleted_recovery_codes();

CREATE TRIGGER deleted_access_is_journaled AFTER DELETE ON passport.sessions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.journal_deleted_sessions();

CREATE TRIGGER deleted_access_is_journaled AFTER DELETE ON passport.verifications REFERENCING OLD TABLE AS changed FOR EACH STATEMENT WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.journal_deleted_verifications();

CREATE TRIGGER access_is_announced AFTER INSERT ON public.legal_acceptances FOR EACH STATEMENT EXECUTE FUNCTION public.announce_access();

CREATE TRIGGER access_is_announced AFTER INSERT ON public.partner_blocks FOR EACH STATEMENT EXECUTE FUNCTION public.announce_access();

CREATE TRIGGER access_is_announced AFTER INSERT OR DELETE OR UPDATE ON public.settings FOR EACH STATEMENT EXECUTE FUNCTION public.announce_access();

CREATE TRIGGER access_is_journaled AFTER INSERT ON public.registrations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.journal_new_registrations();

CREATE TRIGGER accounts_keep_their_owner BEFORE UPDATE OF id, partner_id, name, currency ON public.accounts FOR EACH ROW EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER accounts_stay BEFORE DELETE OR TRUNCATE ON public.accounts FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.bonus_derivations FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.bonus_records FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.cancellations FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.closings FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.first_service FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.history_seals FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.journal FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_seals FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.legal_acceptances FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.order_decisions FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.orders FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.partner_blocks FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.partner_changes FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.period_seals FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.plans FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.rank_reaches FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.rates FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.transfers FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER changed_access_is_journaled AFTER UPDATE ON public.audit_log FOR EACH ROW WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.record_in_journal('id');

CREATE TRIGGER changed_access_is_journaled AFTER UPDATE ON public.payout_guards FOR EACH ROW WHEN (((old.locked_at IS DISTINCT FROM new.locked_at) AND (CURRENT_USER = 'partner_office_app'::name))) EXECUTE FUNCTION public.journal_payout_lock();

CREATE TRIGGER changed_access_is_journaled AFTER UPDATE OF user_id, sponsor_id, first_name, last_name, country_id, ui_language ON public.registrations FOR EACH ROW WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.journal_changed_registrations();

CREATE TRIGGER changes_are_announced AFTER INSERT OR UPDATE ON public.change_log FOR EACH STATEMENT EXECUTE FUNCTION public.announce();

CREATE TRIGGER changes_are_announced AFTER INSERT OR UPDATE ON public.fact_log FOR EACH STATEMENT EXECUTE FUNCTION public.announce();

CREATE TRIGGER changes_are_announced AFTER INSERT OR UPDATE ON public.plans FOR EACH STATEMENT EXECUTE FUNCTION public.announce();

CREATE TRIGGER changes_are_journaled AFTER INSERT OR DELETE OR UPDATE ON public.closings FOR EACH ROW WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.record_in_journal('id');

CREATE TRIGGER changes_are_journaled AFTER INSERT OR DELETE OR UPDATE ON public.first_service FOR EACH ROW WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.record_in_journal('only_row');

CREATE TRIGGER changes_are_journaled AFTER INSERT OR DELETE OR UPDATE ON public.ledger_seals FOR EACH ROW WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.record_in_journal('last_transfer_id');

CREATE TRIGGER changes_are_journaled AFTER INSERT OR DELETE OR UPDATE ON public.payout_hand_overs FOR EACH ROW WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.record_in_journal('payout_id');

CREATE TRIGGER changes_are_journaled AFTER INSERT OR DELETE OR UPDATE ON public.payout_routes FOR EACH ROW WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.record_in_journal('payout_from', 'payout_to');

CREATE TRIGGER changes_are_journaled AFTER DELETE OR UPDATE ON public.payouts FOR EACH ROW WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.record_in_journal('id');

CREATE TRIGGER changes_are_journaled AFTER INSERT OR DELETE OR UPDATE ON public.period_seals FOR EACH ROW WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.record_in_journal('closing_id');

CREATE TRIGGER changes_are_journaled AFTER INSERT OR DELETE OR UPDATE ON public.plans FOR EACH ROW WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.record_in_journal('version');

CREATE TRIGGER changes_are_journaled AFTER INSERT OR DELETE OR UPDATE ON public.rates FOR EACH ROW WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.record_in_journal('id');

CREATE TRIGGER changes_are_journaled AFTER INSERT OR DELETE OR UPDATE ON public.settings FOR EACH ROW WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.record_in_journal('name');

CREATE TRIGGER changes_are_journaled AFTER INSERT OR DELETE OR UPDATE ON public.statement_keys FOR EACH ROW WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.record_in_journal('generation');

CREATE TRIGGER changes_are_journaled AFTER INSERT OR DELETE OR UPDATE ON public.statement_runs FOR EACH ROW WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.record_in_journal('period');

CREATE TRIGGER changes_are_journaled AFTER INSERT OR DELETE OR UPDATE ON public.statements FOR EACH ROW WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.record_in_journal('partner_id', 'period', 'currency');

CREATE TRIGGER changes_are_journaled AFTER INSERT OR DELETE OR UPDATE ON public.wallets FOR EACH ROW WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.record_in_journal('partner_id', 'wallet_type');

CREATE TRIGGER changes_are_recorded AFTER UPDATE ON public.partners FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION public.record_partner_change();

CREATE TRIGGER check_references AFTER INSERT ON public.bonus_records REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.check_references_of_bonus_records();

CREATE TRIGGER check_references AFTER INSERT ON public.order_decisions REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION public.check_references_of_order_decisions();

CREATE TRIGGER check_references AFTER INSERT ON public.orders REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION public.check_references_of_orders();

CREATE TRIGGER check_references AFTER INSERT ON public.rank_reaches REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION public.check_references_of_rank_reaches();

CREATE TRIGGER check_references AFTER INSERT ON public.transfers REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.check_references_of_transfers();

CREATE TRIGGER deleted_access_is_journaled AFTER DELETE ON public.registrations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.journal_deleted_registrations();

CREATE TRIGGER guard_audit_entry BEFORE UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION public.guard_audit_entry();

CREATE TRIGGER guard_payout BEFORE DELETE OR UPDATE ON public.payouts FOR EACH ROW EXECUTE FUNCTION public.guard_payout();

CREATE TRIGGER keep_all_payout_transactions BEFORE TRUNCATE ON public.payout_transactions FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER keep_payout_transactions BEFORE DELETE OR UPDATE ON public.payout_transactions FOR EACH ROW EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER keep_payouts BEFORE TRUNCATE ON public.payouts FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER new_payouts_are_journaled AFTER INSERT ON public.payouts REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT WHEN ((CURRENT_USER = 'partner_office_app'::name)) EXECUTE FUNCTION public.record_new_payouts_in_journal();

CREATE TRIGGER partners_stay BEFORE DELETE OR TRUNCATE ON public.partners FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER sponsor_never_changes BEFORE UPDATE ON public.partners FOR EACH ROW WHEN (((old.id <> new.id) OR (old.sponsor_id IS DISTINCT FROM new.sponsor_id) OR (old.registered_at <> new.registered_at) OR (old.fact <> new.fact))) EXECUTE FUNCTION public.refuse_moved_partner();

ALTER TABLE ONLY passport.document_parts
    ADD CONSTRAINT document_parts_document_id_fkey FOREIGN KEY (document_id) REFERENCES passport.documents(id) ON DELETE CASCADE;

ALTER TABLE ONLY passport.documents
    ADD CONSTRAINT documents_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES passport.verifications(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partners(id);

ALTER TABLE ONLY public.avatars
    ADD CONSTRAINT avatars_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partners(id);

ALTER TABLE ONLY public.bonus_derivations
    ADD CONSTRAINT bonus_derivations_closing_id_fkey FOREIGN KEY (closing_id) REFERENCES public.closings(id);

ALTER TABLE ONLY public.bonus_records
    ADD CONSTRAINT bonus_records_closing_id_period_derivation_fkey FOREIGN KEY (closing_id, period, derivation) REFERENCES public.bonus_derivations(closing_id, period, number) MATCH FULL;

ALTER TABLE ONLY public.cancellations
    ADD CONSTRAINT cancellations_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id);

ALTER TABLE ONLY public.closings
    ADD CONSTRAINT closings_plan_version_fkey FOREIGN KEY (plan_version) REFERENCES public.plans(version);

ALTER TABLE ONLY public.legal_acceptances
    ADD CONSTRAINT legal_acceptances_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partners(id);

ALTER TABLE ONLY public.mail_notes
    ADD CONSTRAINT mail_notes_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partners(id);

ALTER TABLE ONLY public.mail_pace
    ADD CONSTRAINT mail_pace_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partners(id);

ALTER TABLE ONLY public.notification_settings
    ADD CONSTRAINT notification_settings_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partners(id);

ALTER TABLE ONLY public.partner_blocks
    ADD CONSTRAINT partner_blocks_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partners(id);

ALTER TABLE ONLY public.partners
    ADD CONSTRAINT partners_sponsor_id_sponsor_depth_fkey FOREIGN KEY (sponsor_id, sponsor_depth) REFERENCES public.partners(id, depth);

ALTER TABLE ONLY public.payout_guards
    ADD CONSTRAINT payout_guards_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partners(id);

ALTER TABLE ONLY public.payout_hand_overs
    ADD CONSTRAINT payout_hand_overs_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES public.payouts(id);

ALTER TABLE ONLY public.payout_mails
    ADD CONSTRAINT payout_mails_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES public.payouts(id);

ALTER TABLE ONLY public.payouts
    ADD CONSTRAINT payouts_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partners(id);

ALTER TABLE ONLY public.period_seals
    ADD CONSTRAINT period_seals_closing_id_fkey FOREIGN KEY (closing_id) REFERENCES public.closings(id);

ALTER TABLE ONLY public.rank_reaches
    ADD CONSTRAINT rank_reaches_bonus_record_id_fkey FOREIGN KEY (bonus_record_id) REFERENCES public.bonus_records(id);

ALTER TABLE ONLY public.rate_confirmations
    ADD CONSTRAINT rate_confirmations_rate_id_fkey FOREIGN KEY (rate_id) REFERENCES public.rates(id);

ALTER TABLE ONLY public.registrations
    ADD CONSTRAINT registrations_sponsor_id_fkey FOREIGN KEY (sponsor_id) REFERENCES public.partners(id);

ALTER TABLE ONLY public.registrations
    ADD CONSTRAINT registrations_user_id_fkey FOREIGN KEY (user_id) REFERENCES passport.accounts(user_id);

ALTER TABLE ONLY public.statements
    ADD CONSTRAINT statements_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.statement_keys(id);

ALTER TABLE ONLY public.statements
    ADD CONSTRAINT statements_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partners(id);

ALTER TABLE ONLY public.ticket_files
    ADD CONSTRAINT ticket_files_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partners(id);

ALTER TABLE ONLY public.wallets
    ADD CONSTRAINT wallets_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partners(id);

GRANT USAGE ON SCHEMA passport TO partner_office_app;

REVOKE ALL ON FUNCTION public.new_transfers(keys text[], partners bigint[], account_names text[], counters text[], to_partners boolean[], currencies text[], amounts numeric[], kinds text[], refs text[], created_ats bigint[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.new_transfers(keys text[], partners bigint[], account_names text[], counters text[], to_partners boolean[], currencies text[], amounts numeric[], kinds text[], refs text[], created_ats bigint[]) TO partner_office_app;

REVOKE ALL ON FUNCTION public.write_orders(turn bigint, recorded bigint, after_fact bigint, after_turn bigint, newest_rate bigint, newest_plan integer, patience_ms integer, order_ids bigint[], buyers bigint[], order_paid_ats bigint[], order_cents bigint[], order_plans integer[], order_rates bigint[], unpaid_partners text[], unpaid_levels text[], unpaid_reasons text[], credit_orders integer[], keys text[], refs text[], partners bigint[], accounts text[], types text[], levels integer[], currencies text[], amounts numeric[], ranks smallint[], percents numeric[], bases bigint[], rate_ids bigint[], rates numeric[], before_cuts numeric[], reach_orders integer[], reach_partners bigint[], ladders text[], reach_ranks smallint[], reach_keys text[], actors text[], commands text[], details text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.write_orders(turn bigint, recorded bigint, after_fact bigint, after_turn bigint, newest_rate bigint, newest_plan integer, patience_ms integer, order_ids bigint[], buyers bigint[], order_paid_ats bigint[], order_cents bigint[], order_plans integer[], order_rates bigint[], unpaid_partners text[], unpaid_levels text[], unpaid_reasons text[], credit_orders integer[], keys text[], refs text[], partners bigint[], accounts text[], types text[], levels integer[], currencies text[], amounts numeric[], ranks smallint[], percents numeric[], bases bigint[], rate_ids bigint[], rates numeric[], before_cuts numeric[], reach_orders integer[], reach_partners bigint[], ladders text[], reach_ranks smallint[], reach_keys text[], actors text[], commands text[], details text[]) TO partner_office_app;

GRANT SELECT,INSERT,UPDATE ON TABLE passport.accounts TO partner_office_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE passport.authenticators TO partner_office_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE passport.data_requests TO partner_office_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE passport.devices TO partner_office_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE passport.document_parts TO partner_office_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE passport.documents TO partner_office_app;

GRANT SELECT,USAGE ON SEQUENCE passport.documents_id_seq TO partner_office_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE passport.email_changes TO partner_office_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE passport.hand_offs TO partner_office_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE passport.mailed_tokens TO partner_office_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE passport.mails TO partner_office_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE passport.notices TO partner_office_app;

GRANT SELECT,USAGE ON SEQUENCE passport.notices_id_seq TO partner_office_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE passport.passkey_challenges TO partner_office_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE passport.passkeys TO partner_office_app;

GRANT SELECT,USAGE ON SEQUENCE passport.passkeys_id_seq TO partner_office_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE passport.rate_limits TO partner_office_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE passport.recovery_codes TO partner_office_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE passport.sessions TO partner_office_app;

GRANT SELECT,USAGE ON SEQUENCE passport.sessions_id_seq TO partner_office_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE passport.unknown_sign_ins TO partner_office_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE passport.verifications TO partner_office_app;

GRANT SELECT,USAGE ON SEQUENCE passport.verifications_id_seq TO partner_office_app;

GRANT SELECT,INSERT,TRUNCATE,UPDATE ON TABLE public.accepted_import TO partner_office_app;

GRANT SELECT,INSERT ON TABLE public.accounts TO partner_office_app;

GRANT UPDATE(balance) ON TABLE public.accounts TO partner_office_app;

GRANT UPDATE(last_hash) ON TABLE public.accounts TO partner_office_app;

GRANT SELECT,USAGE ON SEQUENCE public.accounts_id_seq TO partner_office_app;

GRANT SELECT,INSERT ON TABLE public.audit_log TO partner_office_app;

GRANT UPDATE(arguments) ON TABLE public.audit_log TO partner_office_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.avatars TO partner_office_app;

GRANT SELECT,INSERT ON TABLE public.bonus_derivations TO partner_office_app;

GRANT SELECT,INSERT ON TABLE public.bonus_records TO partner_office_app;

GRANT SELECT,USAGE ON SEQUENCE public.bonus_records_id_seq TO partner_office_app;

GRANT SELECT,INSERT ON TABLE public.cancellations TO partner_office_app;

GRANT SELECT,UPDATE ON TABLE public.chain_heads TO partner_office_app;

GRANT SELECT,UPDATE ON TABLE public.change_log TO partner_office_app;

GRANT SELECT,INSERT ON TABLE public.closings TO partner_office_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.events TO partner_office_app;

GRANT SELECT,UPDATE ON TABLE public.fact_log TO partner_office_app;

GRANT SELECT,INSERT ON TABLE public.first_service TO partner_office_app;

GRANT SELECT,INSERT ON TABLE public.history_seals TO partner_office_app;

GRANT SELECT,INSERT ON TABLE public.journal TO partner_office_app;

GRANT SELECT,USAGE ON SEQUENCE public.journal_id_seq TO partner_office_app;

GRANT SELECT ON TABLE public.kysely_migration TO partner_office_app;

GRANT SELECT,INSERT ON TABLE public.ledger_seals TO partner_office_app;

GRANT SELECT,INSERT ON TABLE public.legal_acceptances TO partner_office_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.mail_cursors TO partner_office_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.mail_notes TO partner_office_app;

GRANT SELECT,USAGE ON SEQUENCE public.mail_notes_id_seq TO partner_office_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.mail_pace TO partner_office_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.mailed_posts TO partner_office_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.news_posts TO partner_office_app;

GRANT SELECT,USAGE ON SEQUENCE public.news_posts_id_seq TO partner_office_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.notification_settings TO partner_office_app;

GRANT SELECT,INSERT ON TABLE public.order_decisions TO partner_office_app;

GRANT SELECT,INSERT ON TABLE public.orders TO partner_office_app;

GRANT SELECT,INSERT ON TABLE public.partner_blocks TO partner_office_app;

GRANT SELECT,INSERT ON TABLE public.partner_changes TO partner_office_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.partners TO partner_office_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.payout_guards TO partner_office_app;

GRANT SELECT,INSERT ON TABLE public.payout_hand_overs TO partner_office_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.payout_mails TO partner_office_app;

GRANT SELECT,UPDATE ON TABLE public.payout_routes TO partner_office_app;

GRANT SELECT,INSERT ON TABLE public.payout_transactions TO partner_office_app;

GRANT SELECT,INSERT ON TABLE public.payouts TO partner_office_app;

GRANT UPDATE(status) ON TABLE public.payouts TO partner_office_app;

GRANT UPDATE(tx_id) ON TABLE public.payouts TO partner_office_app;

GRANT UPDATE(reason) ON TABLE public.payouts TO partner_office_app;

GRANT UPDATE(taken_at) ON TABLE public.payouts TO partner_office_app;

GRANT UPDATE(ended_at) ON TABLE public.payouts TO partner_office_app;

GRANT SELECT,USAGE ON SEQUENCE public.payouts_id_seq TO partner_office_app;

GRANT SELECT,INSERT ON TABLE public.period_seals TO partner_office_app;

GRANT SELECT,INSERT ON TABLE public.plans TO partner_office_app;

GRANT SELECT,INSERT ON TABLE public.rank_reaches TO partner_office_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.rate_confirmations TO partner_office_app;

GRANT SELECT,INSERT ON TABLE public.rates TO partner_office_app;

GRANT SELECT,USAGE ON SEQUENCE public.rates_id_seq TO partner_office_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.registrations TO partner_office_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.settings TO partner_office_app;

GRANT SELECT,INSERT,TRUNCATE ON TABLE public.staged_orders TO partner_office_app;

GRANT SELECT,INSERT ON TABLE public.statement_keys TO partner_office_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.statement_runs TO partner_office_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.statements TO partner_office_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.ticket_files TO partner_office_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tickets TO partner_office_app;

GRANT SELECT,USAGE ON SEQUENCE public.tickets_id_seq TO partner_office_app;

GRANT ALL ON SEQUENCE public.transfer_ids TO partner_office_app;

GRANT SELECT,INSERT ON TABLE public.transfers TO partner_office_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.wallets TO partner_office_app;

INSERT INTO public.chain_heads VALUES ('audit', 0, '\x');
INSERT INTO public.chain_heads VALUES ('history', 0, '\x');

INSERT INTO public.change_log VALUES (true, 0);

INSERT INTO public.fact_log VALUES (true, 0, 'c7984b1d-0d5e-45b5-826c-05d4d232fc04', NULL);

INSERT INTO public.journal OVERRIDING SYSTEM VALUE VALUES (1, 'payout_routes', 'UCHAIN_UCN_BONUS UCN_XRC10_WHITE', '{"badge": null, "enabled": true, "max_fee": 5000000000, "min_fee": 100000000, "currency": "UCN", "payout_to": "UCN_XRC10_WHITE", "min_amount": 1000000000, "daily_limit": 1000000000000, "fee_percent": 2, "payout_from": "UCHAIN_UCN_BONUS", "request_limit": 500000000000, "address_pattern": "^[A-Za-z0-9]{26,64}$", "daily_limit_percent": null, "verification_required": true}');
INSERT INTO public.journal OVERRIDING SYSTEM VALUE VALUES (2, 'payout_routes', 'UCHAIN_UPT_BONUS UPT_XRC10_WHITE', '{"badge": null, "enabled": true, "max_fee": 5000000000, "min_fee": 100000000, "currency": "UPT", "payout_to": "UPT_XRC10_WHITE", "min_amount": 1000000000, "daily_limit": 1000000000000, "fee_percent": 2, "payout_from": "UCHAIN_UPT_BONUS", "request_limit": 500000000000, "address_pattern": "^[A-Za-z0-9]{26,64}$", "daily_limit_percent": null, "verification_required": true}');
INSERT INTO public.journal OVERRIDING SYSTEM VALUE VALUES (3, 'payout_routes', 'UCHAIN_UCN_BONUS UCN_XRC10_WHITE', '{"badge": null, "enabled": true, "max_fee": 5000000000, "min_fee": 100000000, "currency": "UCN", "payout_to": "UCN_XRC10_WHITE", "min_amount": 1000000000, "tx_pattern": "^(0x)?[0-9a-fA-F]{64}$", "daily_limit": 1000000000000, "fee_percent": 2, "payout_from": "UCHAIN_UCN_BONUS", "request_limit": 500000000000, "address_pattern": "^[A-Za-z0-9]{26,64}$", "daily_limit_percent": null, "verification_required": true}');
INSERT INTO public.journal OVERRIDING SYSTEM VALUE VALUES (4, 'payout_routes', 'UCHAIN_UPT_BONUS UPT_XRC10_WHITE', '{"badge": null, "enabled": true, "max_fee": 5000000000, "min_fee": 100000000, "currency": "UPT", "payout_to": "UPT_XRC10_WHITE", "min_amount": 1000000000, "tx_pattern": "^(0x)?[0-9a-fA-F]{64}$", "daily_limit": 1000000000000, "fee_percent": 2, "payout_from": "UCHAIN_UPT_BONUS", "request_limit": 500000000000, "address_pattern": "^[A-Za-z0-9]{26,64}$", "daily_limit_percent": null, "verification_required": true}');

INSERT INTO public.kysely_migration VALUES ('0001-facts-of-partners-and-orders', '2026-11-26T18:07:52.259Z');
INSERT INTO public.kysely_migration VALUES ('0002-plans-rates-and-settings', '2026-11-26T18:07:52.270Z');
INSERT INTO public.kysely_migration VALUES ('0003-ledger', '2026-11-26T18:07:52.287Z');
INSERT INTO public.kysely_migration VALUES ('0004-bonuses-and-ranks', '2026-11-26T18:07:52.313Z');
INSERT INTO public.kysely_migration VALUES ('0005-passport-accounts-and-audit', '2026-11-26T18:07:52.321Z');
INSERT INTO public.kysely_migration VALUES ('0006-passport-sessions', '2026-11-26T18:07:52.343Z');
INSERT INTO public.kysely_migration VALUES ('0007-profiles-and-legals', '2026-11-26T18:07:52.353Z');
INSERT INTO public.kysely_migration VALUES ('0008-passport-mail-and-devices', '2026-11-26T18:07:52.362Z');
INSERT INTO public.kysely_migration VALUES ('0009-ledger-in-fewer-steps', '2026-11-26T18:07:52.375Z');
INSERT INTO public.kysely_migration VALUES ('0010-bulk-transfers-from-columns', '2026-11-26T18:07:52.380Z');
INSERT INTO public.kysely_migration VALUES ('0011-heard-by-every-process', '2026-11-26T18:07:52.393Z');
INSERT INTO public.kysely_migration VALUES ('0012-closed-months', '2026-11-26T18:07:52.414Z');
INSERT INTO public.kysely_migration VALUES ('0013-bulk-transfers-in-one-pass', '2026-11-26T18:07:52.418Z');
INSERT INTO public.kysely_migration VALUES ('0014-rates-confirmed-by-a-feed', '2026-11-26T18:07:52.425Z');
INSERT INTO public.kysely_migration VALUES ('0015-payouts', '2026-11-26T18:07:52.479Z');
INSERT INTO public.kysely_migration VALUES ('0016-pictures', '2026-11-26T18:07:52.485Z');
INSERT INTO public.kysely_migration VALUES ('0017-news-posts', '2026-11-26T18:07:52.492Z');
INSERT INTO public.kysely_migration VALUES ('0018-verification-documents', '2026-11-26T18:07:52.510Z');
INSERT INTO public.kysely_migration VALUES ('0019-tickets-and-notification-settings', '2026-11-26T18:07:52.527Z');
INSERT INTO public.kysely_migration VALUES ('0020-passport-security', '2026-11-26T18:07:52.557Z');
INSERT INTO public.kysely_migration VALUES ('0021-events', '2026-11-26T18:07:52.564Z');
INSERT INTO public.kysely_migration VALUES ('0022-statements', '2026-11-26T18:07:52.583Z');
INSERT INTO public.kysely_migration VALUES ('0023-notification-mails', '2026-11-26T18:07:52.606Z');
INSERT INTO public.kysely_migration VALUES ('0024-resets-side-by-side', '2026-11-26T18:07:52.610Z');
INSERT INTO public.kysely_migration VALUES ('0025-ticket-confirmations', '2026-11-26T18:07:52.614Z');
INSERT INTO public.kysely_migration VALUES ('0026-sealed-history', '2026-11-26T18:07:52.672Z');
INSERT INTO public.kysely_migration VALUES ('0027-passkeys', '2026-11-26T18:07:52.686Z');
INSERT INTO public.kysely_migration VALUES ('0028-identity-to-prove-again', '2026-11-26T18:07:52.690Z');
INSERT INTO public.kysely_migration VALUES ('0029-references-by-statement', '2026-11-26T18:07:52.704Z');
INSERT INTO public.kysely_migration VALUES ('0030-access-announced', '2026-11-26T18:07:52.707Z');
INSERT INTO public.kysely_migration VALUES ('0031-blocks-and-settings-announced', '2026-11-26T18:07:52.708Z');
INSERT INTO public.kysely_migration VALUES ('0032-registrations', '2026-11-26T18:07:52.715Z');
INSERT INTO public.kysely_migration VALUES ('0033-fewer-row-checks', '2026-11-26T18:07:52.726Z');
INSERT INTO public.kysely_migration VALUES ('0034-terms-announced', '2026-11-26T18:07:52.728Z');
INSERT INTO public.kysely_migration VALUES ('0035-audit-entries-together', '2026-11-26T18:07:52.730Z');
INSERT INTO public.kysely_migration VALUES ('0036-payouts-written-together', '2026-11-26T18:07:52.743Z');
INSERT INTO public.kysely_migration VALUES ('0037-staged-orders', '2026-11-26T18:07:52.750Z');
INSERT INTO public.kysely_migration VALUES ('0038-turns-of-orders', '2026-11-26T18:07:52.788Z');
INSERT INTO public.kysely_migration VALUES ('0040-access-journaled', '2026-11-26T18:07:52.878Z');
INSERT INTO public.kysely_migration VALUES ('0042-invite-codes-in-any-case', '2026-11-26T18:07:52.880Z');
INSERT INTO public.kysely_migration VALUES ('0043-transactions-and-notes', '2026-11-26T18:07:52.889Z');

INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);

INSERT INTO public.payout_routes VALUES ('UCHAIN_UCN_BONUS', 'UCN_XRC10_WHITE', 'UCN', true, 1000000000, 500000000000, 1000000000000, NULL, 2, 100000000, 5000000000, true, '^[A-Za-z0-9]{26,64}$', NULL, '^(0x)?[0-9a-fA-F]{64}$');
INSERT INTO public.payout_routes VALUES ('UCHAIN_UPT_BONUS', 'UPT_XRC10_WHITE', 'UPT', true, 1000000000, 500000000000, 1000000000000, NULL, 2, 100000000, 5000000000, true, '^[A-Za-z0-9]{26,64}$', NULL, '^(0x)?[0-9a-fA-F]{64}$');

SELECT pg_catalog.setval('passport.documents_id_seq', 1, false);

SELECT pg_catalog.setval('passport.notices_id_seq', 1, false);

SELECT pg_catalog.setval('passport.passkeys_id_seq', 1, false);

SELECT pg_catalog.setval('passport.sessions_id_seq', 1, false);

SELECT pg_catalog.setval('passport.verifications_id_seq', 1, false);

SELECT pg_catalog.setval('public.accounts_id_seq', 1, false);

SELECT pg_catalog.setval('public.bonus_records_id_seq', 1, false);

SELECT pg_catalog.setval('public.journal_id_seq', 4, true);

SELECT pg_catalog.setval('public.mail_notes_id_seq', 1, false);

SELECT pg_catalog.setval('public.news_posts_id_seq', 1, false);

SELECT pg_catalog.setval('public.payouts_id_seq', 1, false);

SELECT pg_catalog.setval('public.rates_id_seq', 1, false);

SELECT pg_catalog.setval('public.tickets_id_seq', 1, false);

SELECT pg_catalog.setval('public.transfer_ids', 1, false);
