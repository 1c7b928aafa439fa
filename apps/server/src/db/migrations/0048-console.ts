import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const OPERATORS = sql`
  create schema console;
  grant usage on schema console to partner_office_app;

  create table console.operators (
    id bigint generated always as identity primary key,
    email text not null,
    password_hash text,
    locked_at bigint,
    removed_at bigint,
    added_at bigint not null,
    added_by bigint references console.operators(id),
    recovered_at bigint,
    recovered_by bigint references console.operators(id),
    last_sign_in_at bigint,
    version integer not null default 1 check (version > 0),
    wrong_passwords integer not null default 0 check (wrong_passwords >= 0),
    locked_until bigint,
    last_attempt_at bigint,
    salt uuid not null default gen_random_uuid());
  comment on table console.operators is 'a removed operator keeps the row: what the operator did keeps the name';
  comment on column console.operators.password_hash is 'null: the first sign-in is open';
  comment on column console.operators.locked_at is 'by an admin or the command line, until unlocked';
  comment on column console.operators.locked_until is 'after wrong passwords or codes in a row';
  comment on column console.operators.salt is 'of the digests in the journal';
  create unique index operators_email on console.operators (lower(email)) where removed_at is null;
  grant select, insert, update on console.operators to partner_office_app;
  grant usage, select on sequence console.operators_id_seq to partner_office_app;

  create table console.operator_roles (
    operator_id bigint not null references console.operators(id),
    role text not null check (role in ('viewer', 'support', 'finance', 'plan', 'admin')),
    primary key (operator_id, role));
  grant select, insert, delete on console.operator_roles to partner_office_app`

const SIGN_IN = sql`
  create table console.operator_factors (
    id bigint generated always as identity primary key,
    operator_id bigint not null references console.operators(id),
    kind text not null check (kind in ('authenticator', 'passkey')),
    sealed_secret bytea,
    credential_id bytea unique,
    public_key bytea,
    counter bigint not null default 0 check (counter >= 0),
    transports text[] not null default '{}',
    name text not null,
    added_at bigint not null,
    confirmed_at bigint,
    used_at bigint,
    last_step bigint not null default 0,
    check ((kind = 'authenticator') = (sealed_secret is not null)),
    check ((kind = 'passkey') = (credential_id is not null and public_key is not null)));
  comment on column console.operator_factors.confirmed_at is 'null: an authenticator whose first code is awaited';
  comment on column console.operator_factors.last_step is
    'the last time step a code was accepted for; none is accepted twice';
  create unique index operator_factors_one_authenticator on console.operator_factors (operator_id)
    where kind = 'authenticator';
  create index operator_factors_operator on console.operator_factors (operator_id);
  grant select, insert, update, delete on console.operator_factors to partner_office_app;
  grant usage, select on sequence console.operator_factors_id_seq to partner_office_app;

  create table console.links (
    operator_id bigint primary key references console.operators(id),
    token_hash bytea not null unique check (length(token_hash) = 32),
    expires_at bigint not null,
    password_hash text,
    sealed_secret bytea);
  comment on table console.links is 'the way to a first sign-in, good once; the password counts with the second factor';
  grant select, insert, update, delete on console.links to partner_office_app;

  create table console.sessions (
    token_hash bytea primary key check (length(token_hash) = 32),
    id bigint generated always as identity unique,
    operator_id bigint not null references console.operators(id),
    opened_at bigint not null,
    last_used_at bigint not null,
    fresh_at bigint,
    device text not null,
    place text not null);
  comment on column console.sessions.fresh_at is
    'when the second factor was last checked; null: only the password was, and the session can call the second step alone';
  create index sessions_operator on console.sessions (operator_id);
  create index sessions_used on console.sessions (last_used_at);
  grant select, insert, update, delete on console.sessions to partner_office_app;
  grant usage, select on sequence console.sessions_id_seq to partner_office_app;

  create table console.passkey_challenges (
    challenge_hash bytea primary key check (length(challenge_hash) = 32),
    holder_hash bytea not null check (length(holder_hash) = 32),
    purpose text not null check (purpose in ('add', 'signIn', 'secondFactor')),
    operator_id bigint,
    expires_at bigint not null);
  comment on column console.passkey_challenges.holder_hash is
    'of the token of the session, the link or the browser''s cookie, that alone may answer';
  grant select, insert, delete on console.passkey_challenges to partner_office_app;

  create table console.unknown_sign_ins (
    email_hash bytea primary key,
    wrong_passwords integer not null,
    locked_until bigint,
    last_at bigint not null);
  comment on table console.unknown_sign_ins is 'addresses without an operator lock like others: a lock must not tell';
  grant select, insert, update, delete on console.unknown_sign_ins to partner_office_app`

const PROPOSALS = sql`
  create table console.proposals (
    id bigint generated always as identity primary key,
    kind text not null,
    state text not null default 'OPEN'
      check (state in ('OPEN', 'APPROVED', 'REFUSED', 'WITHDRAWN', 'EXPIRED', 'OUTDATED', 'DONE', 'FAILED')),
    object text not null,
    object_name text not null,
    "before" jsonb not null,
    "after" jsonb not null,
    preview jsonb not null,
    basis jsonb not null,
    fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
    reason text not null check (char_length(reason) >= 10),
    proposer_id bigint not null references console.operators(id),
    at bigint not null,
    expires_at bigint not null,
    again_id bigint references console.proposals(id),
    decided_by bigint references console.operators(id),
    decided_at bigint,
    decision_reason text,
    changes jsonb not null default '[]',
    failure text,
    version integer not null default 1 check (version > 0));
  comment on column console.proposals.basis is 'all that decides the result, by its name; the fingerprint is its SHA-256';
  comment on column console.proposals.changes is 'what outdated it, in words';
  create index proposals_open on console.proposals (expires_at) where state = 'OPEN';
  create index proposals_kind on console.proposals (kind, id);
  grant select, insert on console.proposals to partner_office_app;
  grant update (state, decided_by, decided_at, decision_reason, changes, failure, version)
    on console.proposals to partner_office_app;
  grant usage, select on sequence console.proposals_id_seq to partner_office_app;

  create table console.mails (
    id bigint generated always as identity primary key,
    proposal_id bigint not null references console.proposals(id),
    operator_id bigint not null references console.operators(id),
    kind text not null check (kind in ('proposed', 'expiring')),
    due_at bigint not null,
    unique (proposal_id, operator_id, kind));
  comment on table console.mails is 'mails about proposals that a commit owes; a row goes when its mail is handed over';
  create index mails_due on console.mails (due_at);
  grant select, insert, update, delete on console.mails to partner_office_app;
  grant usage, select on sequence console.mails_id_seq to partner_office_app`

/** The operators of the console, their sessions, and what one asks for and another approves. */
export const consoleTables: Migration = {
  async up(db) {
    for (const tables of [OPERATORS, SIGN_IN, PROPOSALS]) await tables.execute(db)
  },
}
