import { appendOnly, statements } from './statements.ts'

/** Who may sign in, kept apart from the business tables, and who did what. */
export const passportAccountsAndAudit = statements(
  `create schema passport`,
  `create table passport.accounts (
     user_id bigint primary key,
     email text not null,
     password_hash text,
     sealed_password bytea,
     email_confirmed boolean not null,
     wrong_passwords integer not null default 0 check (wrong_passwords >= 0),
     locked_until bigint,
     created_at bigint not null,
     closed_at bigint)`,
  `comment on column passport.accounts.sealed_password is 'encrypted, only until it has been hashed in the background'`,
  `create unique index accounts_email on passport.accounts (lower(email))`,
  `create index accounts_to_hash on passport.accounts (user_id) where sealed_password is not null`,

  `create table audit_log (
     id bigint generated always as identity primary key,
     at bigint not null,
     actor text not null,
     command text not null,
     arguments jsonb not null)`,

  `grant usage on schema passport to partner_office_app`,
  `grant select, insert, update on passport.accounts to partner_office_app`,
  ...appendOnly('audit_log'),
  // A backup says of which schema it is.
  `grant select on kysely_migration to partner_office_app`,
  `grant usage, select on all sequences in schema public to partner_office_app`,
)
