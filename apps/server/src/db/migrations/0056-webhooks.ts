import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const ENDPOINTS = sql`
  create table console.endpoints (
    id bigint generated always as identity primary key,
    address text not null,
    note text not null,
    types text[] not null check (cardinality(types) > 0),
    sealed_secret bytea not null,
    sealed_former_secret bytea,
    former_until bigint,
    is_on boolean not null default true,
    off_because text check (off_because in ('operator', 'noSuccess')),
    is_told boolean not null default true,
    last_success_at bigint,
    failing_since bigint,
    added_at bigint not null,
    version integer not null default 1 check (version > 0),
    check (is_on = (off_because is null)),
    check ((sealed_former_secret is null) = (former_until is null)));
  comment on table console.endpoints is 'addresses outside the product that receive webhooks';
  comment on column console.endpoints.former_until is 'both secrets sign until then';
  comment on column console.endpoints.is_told is 'false: admins must be told that it was switched off';
  comment on column console.endpoints.failing_since is 'the first failed attempt since the last success';
  grant select, insert, update, delete on console.endpoints to partner_office_app;
  grant usage, select on sequence console.endpoints_id_seq to partner_office_app`

const EVENTS = sql`
  create table console.webhook_events (
    number bigint generated always as identity primary key,
    id text not null unique,
    type text not null,
    partner_id bigint,
    at bigint not null,
    body text not null,
    noted_at bigint not null);
  comment on column console.webhook_events.id is 'type and cause: the same cause makes the same id, also after a restore';
  comment on column console.webhook_events.body is 'what is sent, to the byte';
  create index webhook_events_at on console.webhook_events (at);
  create index webhook_events_noted on console.webhook_events (noted_at);
  grant select, insert, delete on console.webhook_events to partner_office_app;
  grant usage, select on sequence console.webhook_events_number_seq to partner_office_app;

  create table console.event_cursors (
    source text primary key,
    position bigint not null,
    partner_id bigint not null default 0);
  comment on table console.event_cursors is 'how far facts, closings and journal have become events';
  grant select, insert, update on console.event_cursors to partner_office_app`

const DELIVERIES = sql`
  create table console.deliveries (
    endpoint_id bigint not null references console.endpoints(id) on delete cascade,
    event_number bigint not null references console.webhook_events(number) on delete cascade,
    partner_id bigint not null,
    state text not null default 'PENDING' check (state in ('PENDING', 'DELIVERED', 'GIVEN_UP')),
    due_at bigint not null,
    tries integer not null default 0 check (tries >= 0),
    first_at bigint,
    ended_at bigint,
    primary key (endpoint_id, event_number),
    check ((state = 'PENDING') = (ended_at is null)));
  comment on column console.deliveries.partner_id is '0 where the event is of no partner';
  comment on column console.deliveries.due_at is 'of what waits for an earlier event of its partner: when that is due';
  create index deliveries_due on console.deliveries (endpoint_id, due_at, event_number) where state = 'PENDING';
  create index deliveries_of_partner on console.deliveries (endpoint_id, partner_id, event_number) where state = 'PENDING';
  create index deliveries_given_up on console.deliveries (endpoint_id, ended_at) where state = 'GIVEN_UP';
  create index deliveries_of_event on console.deliveries (event_number);
  grant select, insert, update, delete on console.deliveries to partner_office_app;

  create table console.delivery_attempts (
    id bigint generated always as identity primary key,
    endpoint_id bigint not null references console.endpoints(id) on delete cascade,
    event_id text not null,
    type text not null,
    partner_id bigint,
    at bigint not null,
    duration bigint not null check (duration >= 0),
    status integer,
    answer text not null,
    problem text,
    is_delivered boolean not null);
  comment on column console.delivery_attempts.answer is 'the first 1,024 bytes, as text';
  comment on column console.delivery_attempts.problem is 'why there is no status';
  create index delivery_attempts_endpoint on console.delivery_attempts (endpoint_id, id);
  create index delivery_attempts_partner on console.delivery_attempts (endpoint_id, partner_id, id);
  create index delivery_attempts_event on console.delivery_attempts (event_id, id);
  create index delivery_attempts_at on console.delivery_attempts (at);
  grant select, insert, delete on console.delivery_attempts to partner_office_app;
  grant usage, select on sequence console.delivery_attempts_id_seq to partner_office_app`

/** Webhooks: endpoints, events, what is owed to each endpoint, and the log of attempts. */
export const webhooks: Migration = {
  async up(db) {
    for (const tables of [ENDPOINTS, EVENTS, DELIVERIES]) await tables.execute(db)
  },
}
