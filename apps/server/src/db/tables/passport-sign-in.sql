create table passport.sessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id bigint not null,
  application text not null,
  opened_at bigint not null,
  last_used_at bigint not null,
  id bigint generated always as identity,
  device text not null default '',
  place text not null default '');
comment on column passport.sessions.place is
  'the first part of the network address that signed in';
create unique index sessions_id on passport.sessions (id);
create index sessions_opened on passport.sessions (opened_at);
create index sessions_user on passport.sessions (user_id);
grant select, insert, delete, update on passport.sessions to partner_office_app;
grant usage, select on sequence passport.sessions_id_seq to partner_office_app;

create table passport.hand_offs (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id bigint not null,
  application text not null,
  challenge text,
  expires_at bigint not null,
  session_hash bytea,
  from_known_device boolean not null default false,
  device text not null default '',
  place text not null default '');
comment on column passport.hand_offs.session_hash is
  'the session it was swapped for; a second use ends that one';
create index hand_offs_expires on passport.hand_offs (expires_at);
create index hand_offs_user on passport.hand_offs (user_id);
grant select, insert, delete, update on passport.hand_offs to partner_office_app;

create table passport.devices (
  token_hash bytea not null check (length(token_hash) = 32),
  user_id bigint not null,
  known_at bigint not null,
  last_used_at bigint not null,
  wrong_passwords integer not null default 0 check (wrong_passwords >= 0),
  locked_until bigint,
  primary key (token_hash, user_id));
comment on table passport.devices is 'browsers an account has signed in from: each has a count of wrong passwords of its own';
create index devices_used on passport.devices (last_used_at);
create index devices_user on passport.devices (user_id);
grant select, insert, delete, update on passport.devices to partner_office_app;

create table passport.unknown_sign_ins (
  email_hash bytea primary key,
  wrong_passwords integer not null,
  locked_until bigint,
  last_at bigint not null);
comment on table passport.unknown_sign_ins is 'addresses without an account lock like others: a lock must not tell';
grant select, insert, delete, update on passport.unknown_sign_ins to partner_office_app;

create table passport.authenticators (
  user_id bigint primary key,
  sealed_secret bytea,
  confirmed_at bigint,
  last_step bigint not null default 0);
comment on column passport.authenticators.last_step is
  'the last time step a code was accepted for; none is accepted twice';
grant select, insert, delete, update on passport.authenticators to partner_office_app;

create table passport.recovery_codes (
  user_id bigint not null,
  code_hash bytea not null check (length(code_hash) = 32),
  primary key (user_id, code_hash));
grant select, insert, delete, update on passport.recovery_codes to partner_office_app;

create table passport.passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null,
  added_at bigint not null,
  used_at bigint);
comment on column passport.passkeys.public_key is
  'as a COSE key';
comment on column passport.passkeys.counter is
  'of the last signature; 0: the device does not count. A lower one later on shows a copy of the passkey';
create index passkeys_user on passport.passkeys (user_id);
grant select, insert, delete, update on passport.passkeys to partner_office_app;
grant usage, select on sequence passport.passkeys_id_seq to partner_office_app;

create table passport.passkey_challenges (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  holder_hash bytea not null check (length(holder_hash) = 32),
  purpose text not null check (purpose in ('add', 'signIn', 'secondFactor')),
  user_id bigint,
  expires_at bigint not null,
  check ((user_id is null) = (purpose = 'signIn')));
comment on column passport.passkey_challenges.holder_hash is
  'of the token of the session, or of the browser''s cookie, that alone may answer';
grant select, insert, delete, update on passport.passkey_challenges to partner_office_app;

create table passport.rate_limits (
  subject text primary key,
  window_start bigint not null,
  calls integer not null);
create index rate_limits_window on passport.rate_limits (window_start);
grant select, insert, delete, update on passport.rate_limits to partner_office_app;
