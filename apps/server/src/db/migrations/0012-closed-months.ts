import { appendOnly, statements } from './statements.ts'

/**
 * Closed months: what each closing is computed from, why each record of a month is what it is, and the seals.
 *
 * A closing is begun in one transaction that settles all it depends on; from there on it is a pure function, posted in
 * batches and sealed at the end. Only one closing is open at a time, so seals form a chain.
 */
export const closedMonths = statements(
  `create table closings (
     id bigint primary key check (id > 0),
     period text not null unique check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
     up_to_fact bigint not null,
     plan_version integer not null references plans,
     rate_ids bigint[] not null,
     late_periods text[] not null,
     begun_at bigint not null)`,
  `comment on column closings.plan_version is 'the newest plan known; each order follows the one in force when it was paid'`,
  `comment on column closings.rate_ids is 'the quotes in force when the closing was begun'`,
  `comment on column closings.late_periods is 'earlier closed months computed again for the orders that came since'`,

  `create table bonus_derivations (
     closing_id bigint not null references closings,
     period text not null,
     number integer not null,
     document jsonb not null,
     primary key (closing_id, period, number))`,
  `comment on table bonus_derivations is 'why records of a closing are what they are, apart from the order: many records share one'`,

  `create table period_seals (
     closing_id bigint primary key references closings,
     records bigint not null,
     records_hash bytea not null,
     late_records bigint not null,
     late_hash bytea not null,
     hash bytea not null unique,
     sealed_at bigint not null)`,
  `comment on column period_seals.records_hash is 'SHA-256 over the lines of the month''s own records, as exported'`,
  `comment on column period_seals.late_hash is 'the same over the corrections of earlier months, month by month'`,
  `comment on column period_seals.hash is 'SHA-256 over the seal before, what the closing says, and both hashes'`,

  `create table first_service (
     only_row boolean primary key default true check (only_row),
     at bigint not null)`,
  `comment on table first_service is 'months that end after this instant are closed by themselves'`,

  // An accrual's level is the buyer's depth, and there may be many in one month: an order's own records stay unique.
  `alter table bonus_records
     alter column level type integer,
     alter column rate_id drop not null,
     alter column rate drop not null,
     alter column before_cut drop not null,
     add column closing_id bigint,
     add column derivation integer,
     add column pool smallint,
     add column turbo_window integer,
     add column credited_before coin_units,
     add foreign key (closing_id, period, derivation) references bonus_derivations match full,
     add check (closing_id is not null or (rate_id is not null and rate is not null and before_cut is not null))`,
  `comment on column bonus_records.before_cut is
     'the exact amount in whole coins, before it was cut to units; null where it has no finite decimal'`,
  `comment on column bonus_records.credited_before is
     'of a correction for late orders: what had been credited before, so that amount is the difference'`,
  `drop index bonus_records_once`,
  `create unique index bonus_records_once on bonus_records (order_id, partner_id, type, level, currency)
     where order_id is not null and reverses_id is null and period is null`,
  `create index bonus_records_period on bonus_records (period, partner_id) where period is not null`,

  ...appendOnly('closings', 'bonus_derivations', 'period_seals', 'first_service'),
)
