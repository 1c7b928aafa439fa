import { appendOnly, statements } from './statements.ts'

/**
 * Double entry: a transfer moves an amount from its debit account to its credit account.
 *
 * Units: whole numbers of the currency's smallest unit.
 *
 * Every transfer that touches a partner's account is made under the lock of that account's row, which also orders the
 * account's hash chain. Rows of company accounts are never locked and never updated: one hot row would stop everybody
 * else, so a company balance is the sum of its transfers.
 */
export const ledger = statements(
  `create domain coin_units as numeric(38, 0)
     constraint coin_units_are_finite check (value > -1e37 and value < 1e37)`,

  `create table accounts (
     id bigint generated always as identity primary key,
     partner_id bigint references partners,
     name text not null,
     currency text not null,
     balance coin_units,
     last_hash bytea,
     check ((partner_id is null) = (balance is null)),
     unique nulls not distinct (partner_id, name, currency))`,
  `comment on column accounts.balance is 'of a partner''s account: the sum of its transfers; null for the company''s'`,

  `create sequence transfer_ids`,
  // No foreign key from the company's side: it would lock the one row that every transfer shares. verify checks it.
  `create table transfers (
     id bigint primary key,
     idempotency_key text not null unique,
     debit_account_id bigint not null,
     credit_account_id bigint not null check (credit_account_id <> debit_account_id),
     partner_account_id bigint not null references accounts
       check (partner_account_id in (debit_account_id, credit_account_id)),
     currency text not null,
     amount coin_units not null check (amount > 0),
     kind text not null,
     reference text not null,
     created_at bigint not null,
     hash bytea not null)`,
  `create index transfers_partner_account on transfers (partner_account_id, id)`,

  `create table ledger_seals (
     last_transfer_id bigint primary key,
     first_transfer_id bigint not null check (first_transfer_id <= last_transfer_id),
     transfers bigint not null,
     hash bytea not null,
     sealed_at bigint not null)`,

  // What a transfer says, as the bytes that its hash covers. Stable and not immutable, as convert_to is: only then does
  // the planner put the expression in the place of the call, which costs many times as much.
  `create function transfer_text(id bigint, idempotency_key text, debit_account_id bigint, credit_account_id bigint,
     currency text, amount numeric, kind text, reference text, created_at bigint)
   returns bytea language sql stable as $$
     select convert_to(id::text || '|' || idempotency_key || '|' || debit_account_id::text || '|'
       || credit_account_id::text || '|' || currency || '|' || amount::text || '|' || kind || '|' || reference || '|'
       || created_at::text, 'UTF8') $$`,

  `create function next_link(link bytea, item bytea, start bytea) returns bytea language sql immutable as $$
     select sha256(coalesce(link, start, ''::bytea) || item) $$`,
  // A running hash: each link covers the item and the link before it; the first continues 'start'.
  `create aggregate hash_chain(item bytea, start bytea) (sfunc = next_link, stype = bytea)`,

  `create function refuse_other_content(key text) returns void language plpgsql as $$
   begin
     raise exception 'idempotency key % was used for another transfer', key using errcode = 'PO001';
   end $$`,

  // One transfer between a partner's account and the company. Repeating a key posts nothing and answers the first id.
  // pg_current_xact_id comes before the id is drawn: sealing waits for transactions that may hold a lower id.
  `create function post_transfer(key text, partner bigint, account text, counter text, to_partner boolean,
     coin text, units numeric, what text, about text, at bigint)
   returns bigint language plpgsql as $$
   declare
     mine record;
     company bigint;
     earlier record;
     drawn bigint;
     link bytea;
   begin
     perform pg_current_xact_id();
     select a.id, a.last_hash into mine from accounts a
       where a.partner_id = partner and a.name = account and a.currency = coin for update;
     if not found then
       insert into accounts (partner_id, name, currency, balance) values (partner, account, coin, 0)
         on conflict do nothing;
       select a.id, a.last_hash into mine from accounts a
         where a.partner_id = partner and a.name = account and a.currency = coin for update;
     end if;
     select a.id into company from accounts a where a.partner_id is null and a.name = counter and a.currency = coin;
     if not found then
       insert into accounts (name, currency) values (counter, coin) on conflict do nothing;
       select a.id into company from accounts a where a.partner_id is null and a.name = counter and a.currency = coin;
     end if;

     select * into earlier from transfers t where t.idempotency_key = key;
     if found then
       if (earlier.amount, earlier.kind, earlier.reference,
           case when to_partner then earlier.credit_account_id else earlier.debit_account_id end,
           case when to_partner then earlier.debit_account_id else earlier.credit_account_id end)
          is distinct from (units, what, about, mine.id, company) then
         perform refuse_other_content(key);
       end if;
       return earlier.id;
     end if;

     drawn := nextval('transfer_ids');
     link := next_link(mine.last_hash, transfer_text(drawn, key,
       case when to_partner then company else mine.id end, case when to_partner then mine.id else company end,
       coin, units, what, about, at), null);
     insert into transfers values (drawn, key,
       case when to_partner then company else mine.id end, case when to_partner then mine.id else company end,
       mine.id, coin, units, what, about, at, link);
     update accounts a set balance = a.balance + case when to_partner then units else -units end, last_hash = link
       where a.id = mine.id;
     return drawn;
   end $$`,

  // Many transfers at once, in the order given; the same rules. Answers the id of each key and whether it is new.
  `create function post_transfers(items jsonb)
   returns table (idempotency_key text, transfer_id bigint, posted boolean) language plpgsql as $$
   declare
     clash text;
   begin
     perform pg_current_xact_id();
     create temporary table if not exists posting (
       position bigint, key text, partner_id bigint, account text, counter text, to_partner boolean, currency text,
       amount numeric, kind text, reference text, created_at bigint, account_id bigint, last_hash bytea,
       counter_id bigint, transfer_id bigint) on commit delete rows;
     truncate posting;
     insert into posting
       select row_number() over (), i.* from jsonb_to_recordset(items) as i(key text, "partnerId" bigint, account text,
         counter text, "toPartner" boolean, currency text, amount numeric, kind text, reference text, "createdAt" bigint);
     analyze posting;

     insert into accounts (partner_id, name, currency, balance)
       select distinct p.partner_id, p.account, p.currency, 0 from posting p
       where not exists (select from accounts a
         where a.partner_id = p.partner_id and a.name = p.account and a.currency = p.currency)
       on conflict do nothing;
     insert into accounts (name, currency)
       select distinct p.counter, p.currency from posting p
       where not exists (select from accounts a
         where a.partner_id is null and a.name = p.counter and a.currency = p.currency)
       on conflict do nothing;

     -- The whole locking rule: partners' accounts, always in the order of their ids.
     update posting p set account_id = mine.id, last_hash = mine.last_hash, counter_id = company.id
       from (
         select a.id, a.partner_id, a.name, a.currency, a.last_hash from accounts a
         where exists (select from posting q
           where q.partner_id = a.partner_id and q.account = a.name and q.currency = a.currency)
         order by a.id for update) mine, accounts company
       where mine.partner_id = p.partner_id and mine.name = p.account and mine.currency = p.currency
         and company.partner_id is null and company.name = p.counter and company.currency = p.currency;

     -- Looked up one by one: a join would read the whole ledger for the keys of one call.
     update posting p set transfer_id = earlier.id
       from posting q cross join lateral (
         select t.id from transfers t where t.idempotency_key = q.key offset 0) earlier
       where p.position = q.position;
     select p.key into clash from posting p join transfers t on t.id = p.transfer_id
       where (t.amount, t.kind, t.reference, t.partner_account_id, t.credit_account_id = t.partner_account_id)
         is distinct from (p.amount, p.kind, p.reference, p.account_id, p.to_partner) limit 1;
     if found then
       perform refuse_other_content(clash);
     end if;

     return query
     with numbered as (
       select nextval('transfer_ids') as id, fresh.*,
         case when fresh.to_partner then fresh.counter_id else fresh.account_id end as debit_id,
         case when fresh.to_partner then fresh.account_id else fresh.counter_id end as credit_id
       from (select * from posting p where p.transfer_id is null order by p.position) fresh
     ), chained as (
       select n.*, hash_chain(transfer_text(n.id, n.key, n.debit_id, n.credit_id, n.currency, n.amount, n.kind,
         n.reference, n.created_at), n.last_hash) over (partition by n.account_id order by n.id) as link
       from numbered n
     ), inserted as (
       insert into transfers
         select c.id, c.key, c.debit_id, c.credit_id, c.account_id, c.currency, c.amount, c.kind, c.reference,
           c.created_at, c.link from chained c order by c.id
     ), summed as (
       select c.account_id, sum(case when c.to_partner then c.amount else -c.amount end) as change, max(c.id) as last_id
       from chained c group by c.account_id
     ), updated as (
       update accounts a set balance = a.balance + s.change, last_hash = c.link
       from summed s join chained c on c.id = s.last_id where a.id = s.account_id
     )
     select c.key, c.id, true from chained c
     union all select p.key, p.transfer_id, false from posting p where p.transfer_id is not null;
   end $$`,

  // Seal all transfers up to 'last' in one block, chained to the block before.
  `create function seal_transfers(last bigint, at bigint) returns void language plpgsql as $$
   declare
     before ledger_seals;
   begin
     -- Several servers seal: each block must begin where the one before it ends.
     perform pg_advisory_xact_lock(hashtext('partner-office: seal'));
     select * into before from ledger_seals order by last_transfer_id desc limit 1;
     insert into ledger_seals
       select max(t.id), min(t.id), count(*), sha256(coalesce(before.hash, ''::bytea)
         || string_agg(transfer_text(t.id, t.idempotency_key, t.debit_account_id, t.credit_account_id, t.currency,
              t.amount, t.kind, t.reference, t.created_at), '\n'::bytea order by t.id)), at
       from transfers t where t.id > coalesce(before.last_transfer_id, 0) and t.id <= last
       having count(*) > 0;
   end $$`,

  ...appendOnly('transfers', 'ledger_seals'),
  `grant select, insert on accounts to partner_office_app`,
  `grant update (balance, last_hash) on accounts to partner_office_app`,
  `grant usage, select, update on sequence transfer_ids to partner_office_app`,
)
