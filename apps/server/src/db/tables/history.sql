create table audit_log (
  id bigint primary key,
  at bigint not null,
  actor text not null,
  command text not null,
  arguments jsonb not null,
  hash bytea not null);
grant select, insert on audit_log to partner_office_app;
grant update (arguments) on audit_log to partner_office_app;

create table journal (
  id bigint generated always as identity primary key,
  place text not null,
  key text not null,
  content jsonb);
comment on column journal.content is
  'the row as it was written; null when it was deleted';
create index journal_row on journal (place, key, id);
grant select, insert on journal to partner_office_app;
grant usage, select on sequence journal_id_seq to partner_office_app;

create table chain_heads (
  chain text primary key check (chain in ('audit', 'history')),
  last bigint not null,
  hash bytea not null);
grant select, update on chain_heads to partner_office_app;

create table history_seals (
  number bigint primary key check (number > 0),
  last_fact bigint not null,
  last_entry bigint not null,
  last_audit bigint not null,
  last_transfer_id bigint not null,
  hash bytea not null,
  sealed_at bigint not null);
comment on column history_seals.last_entry is
  'of the journal';
comment on column history_seals.last_transfer_id is
  'the newest seal of the ledger; 0: none yet';
comment on column history_seals.hash is
  'SHA-256 over the block before, the facts and entries of this block, the heads of audit log and ledger, and the numbers';
grant select, insert on history_seals to partner_office_app;
