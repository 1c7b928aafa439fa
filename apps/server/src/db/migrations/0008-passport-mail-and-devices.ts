import { statements } from './statements.ts'

/** Mails that wait for the mail server, browsers that have signed in before, and what was verified of a partner. */
export const passportMailAndDevices = statements(
  `create table passport.mails (
     id uuid primary key,
     user_id bigint not null,
     sealed_letter bytea not null,
     created_at bigint not null,
     tries integer not null default 0,
     next_at bigint not null)`,
  `comment on column passport.mails.sealed_letter is 'encrypted: a letter holds a token'`,
  `create index mails_next on passport.mails (next_at)`,
  `create index mails_user on passport.mails (user_id)`,

  `create table passport.devices (
     token_hash bytea not null check (length(token_hash) = 32),
     user_id bigint not null,
     known_at bigint not null,
     last_used_at bigint not null,
     wrong_passwords integer not null default 0 check (wrong_passwords >= 0),
     locked_until bigint,
     primary key (token_hash, user_id))`,
  `comment on table passport.devices is 'browsers an account has signed in from: each has a count of wrong passwords of its own'`,
  `create index devices_user on passport.devices (user_id)`,
  `create index devices_used on passport.devices (last_used_at)`,
  `alter table passport.hand_offs add column from_known_device boolean not null default false`,

  `create table passport.verifications (
     user_id bigint not null,
     document_type text not null check (document_type in ('PASSPORT', 'ADDRESS', 'PHONE', 'COMPANY')),
     status text not null check (status in ('PENDING', 'APPROVED', 'REJECTED')),
     fields jsonb not null,
     updated_at bigint not null,
     primary key (user_id, document_type))`,
  `comment on table passport.verifications is 'a document that was never sent in has no row'`,

  `grant select, insert, update, delete on passport.mails, passport.devices, passport.verifications
     to partner_office_app`,
)
