import { statements } from './statements.ts'

/**
 * Mails of the notification settings. Sources (facts, closings, months, activity, posts) are read up to a cursor; an
 * event becomes a note in the transaction that moves the cursor, and a note becomes a mail in the transaction that
 * deletes it. So each event is told once, also after a kill.
 */
export const notificationMails = statements(
  `create table mail_cursors (
     source text primary key,
     position bigint not null,
     partner_id bigint not null default 0)`,
  `comment on table mail_cursors is 'how far a source of mails is read; one process at a time holds the row'`,
  `comment on column mail_cursors.partner_id is 'of a source that is read partner by partner: the last one of the position in work'`,

  `create table mail_notes (
     id bigint generated always as identity primary key,
     partner_id bigint not null references partners,
     key text not null,
     day integer not null,
     due_at bigint not null,
     entries integer not null check (entries > 0),
     sums jsonb not null,
     items jsonb not null)`,
  `comment on column mail_notes.day is 'the UTC day of a daily summary, counted from 1970; 0 otherwise'`,
  `comment on column mail_notes.sums is 'smallest units by currency'`,
  `comment on column mail_notes.items is 'the first entries; names are read when the mail is written'`,
  `create index mail_notes_due on mail_notes (due_at)`,
  `create index mail_notes_partner on mail_notes (partner_id, key, day)`,

  `create table mail_pace (
     partner_id bigint not null references partners,
     key text not null,
     window_start bigint not null,
     mails integer not null,
     primary key (partner_id, key))`,
  `comment on table mail_pace is 'mails of a setting within 24 hours: what comes after a few is summed up'`,

  `create table mailed_posts (
     language text not null,
     title text not null,
     published_at bigint not null,
     primary key (language, title, published_at))`,
  `comment on table mailed_posts is 'by content: replacing the list of posts gives them new ids'`,

  `create index notification_settings_on on notification_settings (key, partner_id) where value`,
  `create index rank_reaches_order on rank_reaches (order_id)`,
  `grant select, insert, update, delete on mail_cursors, mail_notes, mail_pace, mailed_posts to partner_office_app`,
  `grant usage, select on all sequences in schema public to partner_office_app`,
)
