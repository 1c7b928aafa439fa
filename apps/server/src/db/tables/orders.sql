create table orders (
  id bigint primary key check (id > 0),
  partner_id bigint not null,
  paid_at bigint not null,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null default 'EUR',
  recorded_at bigint not null,
  intake bigint not null,
  fact bigint not null unique);
comment on column orders.intake is
  'the first fact of the import or call that brought the order';
create index orders_paid_at on orders (paid_at);
create index orders_partner on orders (partner_id, paid_at);
grant select, insert on orders to partner_office_app;

create table cancellations (
  order_id bigint primary key references orders(id),
  reason text not null,
  cancelled_at bigint not null,
  fact bigint not null unique);
grant select, insert on cancellations to partner_office_app;

create table order_decisions (
  order_id bigint primary key,
  plan_version integer not null,
  rate_id bigint not null,
  unpaid_partner_ids bigint[] not null,
  unpaid_levels smallint[] not null,
  unpaid_reasons unpaid_reason[] not null,
  check ((cardinality(unpaid_partner_ids) = cardinality(unpaid_levels)) and (cardinality(unpaid_partner_ids) = cardinality(unpaid_reasons))));
grant select, insert on order_decisions to partner_office_app;

create table staged_orders (
  order_id bigint not null unique,
  partner_id bigint not null,
  paid_at bigint not null,
  amount_cents bigint not null,
  primary key (paid_at, order_id));
grant select, insert, truncate on staged_orders to partner_office_app;

create table accepted_import (
  only_row boolean default true primary key check (only_row),
  accepted_at bigint not null,
  orders bigint not null,
  recorded bigint not null,
  recorded_until bigint not null,
  open_cents bigint not null);
grant select, insert, truncate, update on accepted_import to partner_office_app;
