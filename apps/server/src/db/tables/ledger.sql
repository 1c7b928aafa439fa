create table accounts (
  id bigint generated always as identity primary key,
  partner_id bigint references partners(id),
  name text not null,
  currency text not null,
  balance coin_units,
  last_hash bytea,
  unique nulls not distinct (partner_id, name, currency),
  check ((partner_id is null) = (balance is null))) with (fillfactor=70);
comment on column accounts.balance is
  'of a partner''s account: the sum of its transfers; null for the company''s';
grant select, insert on accounts to partner_office_app;
grant usage, select on sequence accounts_id_seq to partner_office_app;
grant update (balance, last_hash) on accounts to partner_office_app;

-- Numbers of transfers: those of a statement are drawn before its rows are written.
create sequence transfer_ids;
grant all on sequence transfer_ids to partner_office_app;

create table transfers (
  id bigint primary key,
  idempotency_key text not null unique,
  debit_account_id bigint not null,
  credit_account_id bigint not null,
  partner_account_id bigint not null,
  currency text not null,
  amount coin_units not null check (amount > 0),
  kind text not null,
  reference text not null,
  created_at bigint not null,
  hash bytea not null,
  check (credit_account_id <> debit_account_id),
  check (partner_account_id = debit_account_id or partner_account_id = credit_account_id));
create index transfers_partner_account on transfers (partner_account_id, id);
grant select, insert on transfers to partner_office_app;

create table ledger_seals (
  last_transfer_id bigint primary key,
  first_transfer_id bigint not null,
  transfers bigint not null,
  hash bytea not null,
  sealed_at bigint not null,
  check (first_transfer_id <= last_transfer_id));
grant select, insert on ledger_seals to partner_office_app;
