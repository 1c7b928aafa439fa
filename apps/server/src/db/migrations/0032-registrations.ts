import { statements } from './statements.ts'

/** Registrations whose e-mail address is not confirmed yet. Confirming makes each a partner, which is a fact. */
export const registrations = statements(
  `create table registrations (
     user_id bigint primary key references passport.accounts,
     sponsor_id bigint references partners,
     first_name text not null,
     last_name text not null,
     country_id text not null,
     ui_language text not null)`,
  `grant select, insert, delete on registrations to partner_office_app`,
)
