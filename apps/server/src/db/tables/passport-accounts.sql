create table passport.accounts (
  user_id bigint primary key,
  email text not null,
  password_hash text,
  sealed_password bytea,
  email_confirmed boolean not null,
  wrong_passwords integer not null default 0 check (wrong_passwords >= 0),
  locked_until bigint,
  created_at bigint not null,
  closed_at bigint,
  password_changed_at bigint,
  last_attempt_at bigint,
  salt uuid not null default gen_random_uuid());
comment on column passport.accounts.sealed_password is
  'encrypted, only until it has been hashed in the background';
comment on column passport.accounts.password_changed_at is
  'null: still the first password';
comment on column passport.accounts.last_attempt_at is
  'of a counted attempt from an unknown browser; after two days without one the count starts again, as for an address
      without an account';
comment on column passport.accounts.salt is
  'of the digests in the journal; an erasure replaces it';
create unique index accounts_email on passport.accounts (lower(email));
create index accounts_to_hash on passport.accounts (user_id) where sealed_password is not null;
grant select, insert, update on passport.accounts to partner_office_app;

create table passport.email_changes (
  user_id bigint primary key,
  old_email text not null,
  new_email text not null,
  changed_at bigint,
  asked_at bigint not null);
comment on column passport.email_changes.changed_at is
  'null until the new address is confirmed';
grant select, insert, delete, update on passport.email_changes to partner_office_app;

create table passport.data_requests (
  user_id bigint not null,
  kind text not null check (kind in ('EXPORT', 'ERASURE')),
  requested_at bigint not null,
  primary key (user_id, kind));
grant select, insert, delete, update on passport.data_requests to partner_office_app;
