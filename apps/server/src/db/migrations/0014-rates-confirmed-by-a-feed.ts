import { statements } from './statements.ts'

/** When a feed last said that a quote still holds: rates themselves are never edited, and not stored anew each minute. */
export const ratesConfirmedByAFeed = statements(
  `create table rate_confirmations (
     rate_id bigint primary key references rates,
     confirmed_at bigint not null)`,
  `grant select, insert, update on rate_confirmations to partner_office_app`,
)
