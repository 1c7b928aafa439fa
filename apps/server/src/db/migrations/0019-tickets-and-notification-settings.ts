import { statements } from './statements.ts'

/** What partners ask the support, and which mails they want. */
export const ticketsAndNotificationSettings = statements(
  `create table tickets (
     id bigint generated always as identity primary key,
     partner_id bigint not null references partners,
     type smallint not null,
     bonus_type text,
     email text not null default '',
     comment text not null,
     state text not null check (state in ('waiting', 'received', 'refused')),
     folder text not null unique,
     created_at bigint not null,
     tries integer not null default 0,
     next_at bigint not null)`,
  `create index tickets_partner on tickets (partner_id, created_at)`,
  `create index tickets_waiting on tickets (next_at) where state = 'waiting'`,

  `create table ticket_files (
     ticket_id bigint not null references tickets on delete cascade,
     place smallint not null,
     name text not null,
     kind text not null,
     size bigint not null,
     primary key (ticket_id, place))`,

  `create table notification_settings (
     partner_id bigint not null references partners,
     key text not null,
     value boolean not null,
     changed_at bigint not null,
     primary key (partner_id, key))`,
  `comment on table notification_settings is 'a kind of mail without a row is as at first'`,

  `grant select, insert, update, delete on tickets, ticket_files, notification_settings to partner_office_app`,
  `grant usage, select on all sequences in schema public to partner_office_app`,
)
