import { statements } from './statements.ts'

/** Passkeys of accounts, and the challenges that wait for a signature. */
export const passkeys = statements(
  `create table passport.passkeys (
     id bigint generated always as identity primary key,
     user_id bigint not null,
     credential_id bytea not null unique,
     public_key bytea not null,
     counter bigint not null check (counter >= 0),
     transports text[] not null,
     name text not null,
     added_at bigint not null,
     used_at bigint)`,
  `create index passkeys_user on passport.passkeys (user_id)`,
  `comment on column passport.passkeys.public_key is 'as a COSE key'`,
  `comment on column passport.passkeys.counter is
     'of the last signature; 0: the device does not count. A lower one later on shows a copy of the passkey'`,

  `create table passport.passkey_challenges (
     challenge_hash bytea primary key check (length(challenge_hash) = 32),
     holder_hash bytea not null check (length(holder_hash) = 32),
     purpose text not null check (purpose in ('add', 'signIn', 'secondFactor')),
     user_id bigint,
     expires_at bigint not null,
     check ((user_id is null) = (purpose = 'signIn')))`,
  `comment on column passport.passkey_challenges.holder_hash is
     'of the token of the session, or of the browser''s cookie, that alone may answer'`,

  `grant select, insert, update, delete on passport.passkeys, passport.passkey_challenges to partner_office_app`,
  `grant usage, select on all sequences in schema passport to partner_office_app`,
)
