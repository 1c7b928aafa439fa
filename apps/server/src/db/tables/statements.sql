create table statement_keys (
  generation integer primary key check (generation > 0),
  id text not null unique,
  public_key bytea not null,
  made_at bigint not null);
comment on table statement_keys is 'public keys of statements; the private ones are secrets of the installation. The last generation signs';
grant select, insert on statement_keys to partner_office_app;

create table statement_runs (
  period text primary key,
  started_at bigint not null,
  finished_at bigint);
comment on table statement_runs is 'months whose statements are made, or are being made and are continued after a kill';
grant select, insert, update on statement_runs to partner_office_app;

create table statements (
  partner_id bigint not null references partners(id),
  period text not null check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  currency text not null,
  content text,
  code text unique,
  key_id text references statement_keys(id),
  primary key (partner_id, period, currency),
  check (((content is null) = (code is null)) and ((content is null) = (key_id is null))));
comment on column statements.content is
  'the signed statement as JSON; null while it is being made';
comment on column statements.code is
  'printed on the statement: finds it without a sign-in';
create index statements_period on statements (period, partner_id);
grant select, insert, delete, update on statements to partner_office_app;
