create table first_service (
  only_row boolean default true primary key check (only_row),
  at bigint not null);
comment on table first_service is 'months that end after this instant are closed by themselves';
grant select, insert on first_service to partner_office_app;

create table closings (
  id bigint primary key check (id > 0),
  period text not null unique check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  up_to_fact bigint not null,
  plan_version integer not null references plans(version),
  rate_ids bigint[] not null,
  late_periods text[] not null,
  begun_at bigint not null);
comment on column closings.plan_version is
  'the newest plan known; each order follows the one in force when it was paid';
comment on column closings.rate_ids is
  'the quotes in force when the closing was begun';
comment on column closings.late_periods is
  'earlier closed months computed again for the orders that came since';
grant select, insert on closings to partner_office_app;

create table period_seals (
  closing_id bigint primary key references closings(id),
  records bigint not null,
  records_hash bytea not null,
  late_records bigint not null,
  late_hash bytea not null,
  hash bytea not null unique,
  sealed_at bigint not null,
  records_root bytea,
  late_root bytea,
  check ((records_root is null) = (late_root is null)));
comment on column period_seals.records_hash is
  'SHA-256 over the lines of the month''s own records, as exported';
comment on column period_seals.late_hash is
  'the same over the corrections of earlier months, month by month';
comment on column period_seals.hash is
  'SHA-256 over the seal before, what the closing says, and both hashes';
comment on column period_seals.records_root is
  'root of the Merkle tree (RFC 6962) over the lines of records_hash; part of hash; null in older seals';
comment on column period_seals.late_root is
  'the same over the lines of late_hash';
grant select, insert on period_seals to partner_office_app;
