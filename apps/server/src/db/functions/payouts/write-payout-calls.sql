create or replace function write_payout_calls(calls jsonb) returns table(partner_id bigint, guard_version text, id bigint)
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
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
