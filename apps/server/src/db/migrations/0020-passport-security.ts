import { statements } from './statements.ts'

/** Where sessions are, recovery codes, notices to partners, changes of e-mail addresses, requests for personal data. */
export const passportSecurity = statements(
  `alter table passport.hand_offs
     add column device text not null default '',
     add column place text not null default ''`,
  `alter table passport.sessions
     add column id bigint generated always as identity,
     add column device text not null default '',
     add column place text not null default ''`,
  `create unique index sessions_id on passport.sessions (id)`,
  `comment on column passport.sessions.place is 'the first part of the network address that signed in'`,

  `create table passport.recovery_codes (
     user_id bigint not null,
     code_hash bytea not null check (length(code_hash) = 32),
     primary key (user_id, code_hash))`,

  `create table passport.notices (
     id bigint generated always as identity primary key,
     user_id bigint not null,
     address text not null,
     kind text not null,
     facts jsonb not null,
     created_at bigint not null,
     tries integer not null default 0,
     next_at bigint not null)`,
  `comment on table passport.notices is 'mails about an account that a commit owes; a row goes when its mail is handed over'`,
  `create index notices_next on passport.notices (next_at)`,
  `create index notices_user on passport.notices (user_id)`,

  `alter table passport.mailed_tokens drop constraint mailed_tokens_purpose_check`,
  `alter table passport.mailed_tokens add constraint mailed_tokens_purpose_check
     check (purpose in ('confirm', 'reset', 'email', 'emailBack'))`,
  `create table passport.email_changes (
     user_id bigint primary key,
     old_email text not null,
     new_email text not null,
     changed_at bigint)`,
  `comment on column passport.email_changes.changed_at is 'null until the new address is confirmed'`,

  `create table passport.data_requests (
     user_id bigint not null,
     kind text not null check (kind in ('EXPORT', 'ERASURE')),
     requested_at bigint not null,
     primary key (user_id, kind))`,

  `grant select, insert, update, delete on passport.recovery_codes, passport.notices, passport.email_changes,
     passport.data_requests to partner_office_app`,
  `grant usage, select on all sequences in schema passport to partner_office_app`,
)
