import { appendOnly, statements } from './statements.ts'

/**
 * What happened, in the order in which it was committed.
 *
 * Whoever writes a fact first locks the one row of `fact_log` and keeps it until the transaction ends, so fact numbers
 * follow the order of commits, on any number of processes.
 */
export const factsOfPartnersAndOrders = statements(
  `create domain exact_amount as numeric
     constraint exact_amount_is_finite check (value > -1e40 and value < 1e40)`,

  `create function refuse_change() returns trigger language plpgsql as $$
   begin
     raise exception '% is append-only: % is refused', tg_table_name, lower(tg_op) using errcode = '42501';
   end $$`,

  `create table fact_log (
     only_row boolean primary key default true check (only_row),
     last_fact bigint not null check (last_fact >= 0))`,
  `insert into fact_log (last_fact) values (0)`,

  // A sponsor's depth is one less than the partner's: that is what makes a cycle impossible to store.
  `create table partners (
     id bigint primary key check (id > 0),
     sponsor_id bigint,
     depth integer not null check (depth >= 0),
     sponsor_depth integer generated always as (case when sponsor_id is null then null else depth - 1 end) stored,
     email text not null,
     first_name text not null,
     last_name text not null,
     country_id text not null,
     registered_at bigint not null,
     invite_code text not null unique,
     phone text not null default '',
     telegram text not null default '',
     whatsapp text not null default '',
     skype text not null default '',
     viber text not null default '',
     wechat text not null default '',
     facebook text not null default '',
     instagram text not null default '',
     site text not null default '',
     ui_language text not null default 'en',
     erased_at bigint,
     fact bigint not null unique,
     unique (id, depth),
     foreign key (sponsor_id, sponsor_depth) references partners (id, depth),
     check ((sponsor_id is null) = (depth = 0)))`,
  `create unique index partners_email on partners (lower(email))`,
  `create index partners_sponsor on partners (sponsor_id)`,
  `create function refuse_moved_partner() returns trigger language plpgsql as $$
   begin
     raise exception 'a partner keeps id, sponsor and registration (partner %)', old.id using errcode = '42501';
   end $$`,
  `create trigger sponsor_never_changes before update on partners for each row
     when (old.id <> new.id or old.sponsor_id is distinct from new.sponsor_id
           or old.registered_at <> new.registered_at or old.fact <> new.fact)
     execute function refuse_moved_partner()`,
  `create trigger partners_stay before delete or truncate on partners
     for each statement execute function refuse_change()`,

  `create table orders (
     id bigint primary key check (id > 0),
     partner_id bigint not null references partners,
     paid_at bigint not null,
     amount_cents bigint not null check (amount_cents > 0),
     currency text not null default 'EUR',
     recorded_at bigint not null,
     intake bigint not null,
     fact bigint not null unique)`,
  `comment on column orders.intake is 'the first fact of the import or call that brought the order'`,
  `create index orders_partner on orders (partner_id, paid_at)`,
  `create index orders_paid_at on orders (paid_at)`,

  `create table cancellations (
     order_id bigint primary key references orders,
     reason text not null,
     cancelled_at bigint not null,
     fact bigint not null unique)`,

  `create table partner_blocks (
     fact bigint primary key,
     partner_id bigint not null references partners,
     blocked boolean not null,
     reason text not null,
     changed_at bigint not null)`,
  `create index partner_blocks_partner on partner_blocks (partner_id, fact)`,

  `grant select, update on fact_log to partner_office_app`,
  `grant select, insert, update on partners to partner_office_app`,
  ...appendOnly('orders', 'cancellations', 'partner_blocks'),
)
