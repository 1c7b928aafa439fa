import { statements } from './statements.ts'

/**
 * Writes what calls about payouts have decided, in one function: its short statements start several times as fast as one
 * statement with all of them. The open sessions of a partner become part of the guard, which is written anyway, and new
 * payouts are journaled together.
 */
export const payoutsWrittenTogether = statements(
  `alter table payout_guards add column sessions jsonb not null default '{}'`,
  `comment on column payout_guards.sessions is 'the open request of each source: a new one takes the place of the old'`,
  `update payout_guards g set sessions = s.sessions
     from (select partner_id, jsonb_object_agg(payout_from, jsonb_build_object('payoutTo', payout_to, 'address', address,
         'amount', amount::text, 'openedAt', opened_at, 'expiresAt', expires_at, 'attemptsLeft', attempts_left)) as sessions
       from payout_sessions group by partner_id) s
     where s.partner_id = g.partner_id`,
  `drop table payout_sessions`,

  // A decided call: what it was decided on, the guard after it, and the payout where it pays; its id is drawn when it is written.
  `create type payout_call as (
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
     amount coin_units,
     fee coin_units,
     receive coin_units,
     risks text[],
     requested_at bigint,
     created_at bigint)`,

  // Writes the calls of different partners whose rows are as they were decided on, and answers these: see write-payouts.ts.
  `create function write_payout_calls(calls jsonb)
   returns table (partner_id bigint, guard_version text, id bigint)
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
   end $$`,

  `create function record_new_payouts_in_journal() returns trigger language plpgsql as $$
   begin
     insert into journal (place, key, content) select 'payouts', i.id::text, to_jsonb(i) from inserted i order by i.id;
     return null;
   end $$`,
  `drop trigger changes_are_journaled on payouts`,
  `create trigger changes_are_journaled after update or delete on payouts for each row
     when (current_user = 'partner_office_app') execute function record_in_journal('id')`,
  `create trigger new_payouts_are_journaled after insert on payouts referencing new table as inserted
     for each statement when (current_user = 'partner_office_app') execute function record_new_payouts_in_journal()`,
)
