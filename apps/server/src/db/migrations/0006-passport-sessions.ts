import { statements } from './statements.ts'

/** Who is signed in and what was tried. Of tokens there are only hashes; of what grows with attempts, rows that go again. */
export const passportSessions = statements(
  `create table passport.sessions (
     token_hash bytea primary key check (length(token_hash) = 32),
     user_id bigint not null,
     application text not null,
     opened_at bigint not null,
     last_used_at bigint not null)`,
  `create index sessions_user on passport.sessions (user_id)`,
  `create index sessions_opened on passport.sessions (opened_at)`,

  `create table passport.hand_offs (
     token_hash bytea primary key check (length(token_hash) = 32),
     user_id bigint not null,
     application text not null,
     challenge text,
     expires_at bigint not null,
     session_hash bytea)`,
  `comment on column passport.hand_offs.session_hash is 'the session it was swapped for; a second use ends that one'`,
  `create index hand_offs_expires on passport.hand_offs (expires_at)`,
  `create index hand_offs_user on passport.hand_offs (user_id)`,

  `create table passport.mailed_tokens (
     token_hash bytea primary key check (length(token_hash) = 32),
     user_id bigint not null,
     purpose text not null check (purpose in ('confirm', 'reset')),
     expires_at bigint not null,
     unique (user_id, purpose))`,

  `create table passport.authenticators (
     user_id bigint primary key,
     sealed_secret bytea,
     confirmed_at bigint,
     last_step bigint not null default 0)`,
  `comment on column passport.authenticators.last_step is 'the last time step a code was accepted for; none is accepted twice'`,

  `create table passport.rate_limits (
     subject text primary key,
     window_start bigint not null,
     calls integer not null)`,
  `create index rate_limits_window on passport.rate_limits (window_start)`,

  `create table passport.unknown_sign_ins (
     email_hash bytea primary key,
     wrong_passwords integer not null,
     locked_until bigint,
     last_at bigint not null)`,
  `comment on table passport.unknown_sign_ins is 'addresses without an account lock like others: a lock must not tell'`,

  `grant select, insert, update, delete on passport.sessions, passport.hand_offs, passport.mailed_tokens,
     passport.authenticators, passport.rate_limits, passport.unknown_sign_ins to partner_office_app`,
)
