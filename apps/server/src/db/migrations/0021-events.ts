import { statements } from './statements.ts'

/** Events of the company, as the operators list them. */
export const events = statements(
  `create table events (
     id bigint primary key check (id > 0),
     title text not null,
     event_end_date bigint not null,
     registration_start_date bigint not null,
     registration_end_date bigint not null,
     check (registration_start_date <= registration_end_date))`,
  `grant select, insert, delete on events to partner_office_app`,
)
