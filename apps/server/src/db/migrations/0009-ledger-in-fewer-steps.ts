import { statements } from './statements.ts'

/**
 * Posting as before, in fewer and cheaper statements.
 *
 * Transfers are inserted before the balances change: the foreign key then finds the row of the account as this
 * transaction has locked it; on a row changed already it would write one more lock for each transfer.
 *
 * Sessions keep the plans they made while the tables were small, so these reckon with neither their sizes nor the
 * values of one call.
 */
export const ledgerInFewerSteps = statements(
  // Each transfer rewrites the row of its account; with room on the row's page the indexes need not be written, also
  // when one call touches nearly all accounts.
  `alter table accounts set (fillfactor = 50)`,

  // In PL/pgSQL: as the step of an aggregate it is called for each row, which costs an SQL function several times as much.
  `create or replace function next_link(link bytea, item bytea, start bytea) returns bytea language plpgsql immutable as $$
   begin
     return sha256(coalesce(link, start, ''::bytea) || item);
   end $$`,

  `create or replace function post_transfer(key text, partner bigint, account text, counter text, to_partner boolean,
     coin text, units numeric, what text, about text, at bigint)
   returns bigint language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
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
   end $$`,

  `create type due_transfer as (key text, account_id bigint, last_hash bytea, counter_id bigint, to_partner boolean,
     currency text, amount numeric, kind text, reference text, created_at bigint)`,
  `comment on type due_transfer is 'a transfer on its way into the ledger, with the accounts it was found to mean'`,

  `create or replace function post_transfers(items jsonb)
   returns table (idempotency_key text, transfer_id bigint, posted boolean)
   language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set work_mem = '64MB' as $$
   declare
     due due_transfer[];
     opened boolean;
     clash text;
     fresh transfers[];
   begin
     perform pg_current_xact_id();
     loop
       -- The whole locking rule: partners' accounts, always in the order of their ids.
       with item as materialized (
         select * from rows from (jsonb_to_recordset(items) as (key text, "partnerId" bigint, account text,
           counter text, "toPartner" boolean, currency text, amount numeric, kind text, reference text,
           "createdAt" bigint)) with ordinality as i
       ), wanted as materialized (
         select distinct i."partnerId", i.account, i.currency from item i order by 1, 2, 3
       ), mine as materialized (
         select a.id, a.partner_id, a.name, a.currency, a.last_hash
         from wanted w join accounts a on a.partner_id = w."partnerId" and a.name = w.account and a.currency = w.currency
         order by a.id for update of a
       ), company as materialized (
         select a.id, a.name, a.currency
         from (select distinct i.counter, i.currency from item i) w
         join accounts a on a.partner_id is null and a.name = w.counter and a.currency = w.currency
       )
       select array_agg(row(i.key, m.id, m.last_hash, c.id, i."toPartner", i.currency, i.amount, i.kind, i.reference,
           i."createdAt")::due_transfer order by i.ordinality),
         bool_and(m.id is not null and c.id is not null)
         into due, opened
         from item i
         left join mine m on m.partner_id = i."partnerId" and m.name = i.account and m.currency = i.currency
         left join company c on c.name = i.counter and c.currency = i.currency;
       exit when opened is not false;

       insert into accounts (partner_id, name, currency, balance)
         select distinct i."partnerId", i.account, i.currency, 0
         from jsonb_to_recordset(items) as i("partnerId" bigint, account text, currency text)
         where not exists (select from accounts a
           where a.partner_id = i."partnerId" and a.name = i.account and a.currency = i.currency)
         on conflict do nothing;
       insert into accounts (name, currency)
         select distinct i.counter, i.currency from jsonb_to_recordset(items) as i(counter text, currency text)
         where not exists (select from accounts a
           where a.partner_id is null and a.name = i.counter and a.currency = i.currency)
         on conflict do nothing;
     end loop;

     -- A statement of its own after the locks: only then does it see what the locks were waiting for.
     return query select d.key, earlier.id, false from unnest(due) d
       cross join lateral (select t.id from transfers t where t.idempotency_key = d.key offset 0) earlier;
     if found then
       select d.key into clash from unnest(due) d
         cross join lateral (select t.* from transfers t where t.idempotency_key = d.key offset 0) t
         where (t.amount, t.kind, t.reference, t.partner_account_id, t.credit_account_id = t.partner_account_id)
           is distinct from (d.amount, d.kind, d.reference, d.account_id, d.to_partner) limit 1;
       if found then
         perform refuse_other_content(clash);
       end if;
       due := array(select d from unnest(due) d
         where not exists (select from transfers t where t.idempotency_key = d.key offset 0));
     end if;

     select array_agg(row(c.id, c.key, c.debit_id, c.credit_id, c.account_id, c.currency, c.amount, c.kind,
         c.reference, c.created_at, c.link)::transfers order by c.id)
       into fresh
       from (
         select n.*, hash_chain(transfer_text(n.id, n.key, n.debit_id, n.credit_id, n.currency, n.amount, n.kind,
           n.reference, n.created_at), n.last_hash) over (partition by n.account_id order by n.id) as link
         from (
           select nextval('transfer_ids') as id, d.*,
             case when d.to_partner then d.counter_id else d.account_id end as debit_id,
             case when d.to_partner then d.account_id else d.counter_id end as credit_id
           from unnest(due) d) n) c;
     insert into transfers select * from unnest(fresh);
     update accounts a set balance = a.balance + s.change, last_hash = s.last_link
       from (
         select f.partner_account_id as id, (array_agg(f.hash order by f.id desc))[1] as last_link,
           sum(case when f.credit_account_id = f.partner_account_id then f.amount else -f.amount end) as change
         from unnest(fresh) f group by f.partner_account_id) s
       where a.id = s.id;
     return query select f.idempotency_key, f.id, true from unnest(fresh) f;
   end $$`,
)
