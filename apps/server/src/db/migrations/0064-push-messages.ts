import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Devices that get messages. */
const SUBSCRIPTIONS = sql`
  create table push_subscriptions (
    id bigint generated always as identity primary key,
    partner_id bigint not null references partners(id),
    session_hash bytea not null unique references passport.sessions(token_hash) on delete cascade,
    endpoint text not null unique,
    p256dh bytea not null check (length(p256dh) = 65),
    auth bytea not null check (length(auth) = 16),
    keys text[] not null check (cardinality(keys) > 0),
    details boolean not null,
    subscribed_at bigint not null);
  comment on table push_subscriptions is 'a device ends with the session that subscribed it';
  comment on column push_subscriptions.keys is 'the mail settings that the device gets messages of';
  comment on column push_subscriptions.details is 'whether messages hold amounts and names';
  create index push_subscriptions_partner on push_subscriptions (partner_id);
  grant select, insert, update, delete on push_subscriptions to partner_office_app;
  grant usage, select on sequence push_subscriptions_id_seq to partner_office_app`

/** What messages are made from. */
const NOTES = sql`
  create table push_notes (
    like mail_notes including comments,
    primary key (id));
  alter table push_notes alter column id add generated always as identity;
  alter table push_notes add foreign key (partner_id) references partners(id), add check (entries > 0);
  create index push_notes_due on push_notes (due_at);
  create index push_notes_partner on push_notes (partner_id, key, day);
  grant select, insert, delete, update on push_notes to partner_office_app;
  grant usage, select on sequence push_notes_id_seq to partner_office_app`

/** What left within 24 hours. */
const PACE = sql`
  create table push_pace (
    partner_id bigint not null references partners(id),
    key text not null,
    window_start bigint not null,
    mails integer not null,
    primary key (partner_id, key));
  comment on table push_pace is 'messages of a setting within 24 hours: what comes after a few is summed up';
  grant select, insert, delete, update on push_pace to partner_office_app`

/** Messages until they are delivered. */
const MESSAGES = sql`
  create table push_messages (
    id bigint generated always as identity primary key,
    subscription_id bigint not null references push_subscriptions(id) on delete cascade,
    body bytea not null,
    created_at bigint not null,
    next_at bigint not null,
    attempts integer not null default 0);
  comment on column push_messages.body is 'encrypted for the device: only its browser can read it';
  create index push_messages_due on push_messages (next_at);
  create index push_messages_subscription on push_messages (subscription_id);
  grant select, insert, update, delete on push_messages to partner_office_app;
  grant usage, select on sequence push_messages_id_seq to partner_office_app`

/** Devices that get push messages, the notes that messages are made from, and messages until they are delivered. */
export const pushMessages: Migration = {
  async up(db) {
    for (const statements of [SUBSCRIPTIONS, NOTES, PACE, MESSAGES]) await statements.execute(db)
  },
}
