import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const DISPUTES = sql`
  create table console.disputes (
    id bigint generated always as identity primary key,
    partner_id bigint not null references partners(id),
    kind text not null check (kind in ('record', 'order', 'programme', 'rank', 'adjustment')),
    thing text not null,
    record_id bigint references bonus_records(id),
    order_id bigint references orders(id),
    month text check (month ~ '^[0-9]{4}-[0-9]{2}$'),
    bonus_type text,
    rank_id smallint,
    rang text,
    adjustment_id bigint references adjustments(id) deferrable,
    account text,
    fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
    state text not null default 'OPEN' check (state in ('OPEN', 'QUESTION', 'ANSWERED', 'CORRECTED', 'WITHDRAWN')),
    opened_at bigint not null,
    due_at bigint not null,
    asked_at bigint,
    ended_at bigint,
    reopened_at bigint,
    earlier_state text check (earlier_state in ('ANSWERED', 'CORRECTED')),
    earlier_ended_at bigint,
    taken_by bigint references console.operators(id),
    version integer not null default 1 check (version > 0),
    check ((asked_at is null) = (state <> 'QUESTION')),
    check ((ended_at is null) = (state in ('OPEN', 'QUESTION'))),
    check (num_nulls(reopened_at, earlier_state, earlier_ended_at) in (0, 3)));
  comment on table console.disputes is 'questions of partners about one credited line, zero, programme, rank or adjustment';
  comment on column console.disputes.thing is 'names the thing among those of the partner: only one open dispute is about it';
  comment on column console.disputes.account is 'the account that a correction is for; null where there may be several';
  comment on column console.disputes.fingerprint is 'SHA-256 of the explanation that the partner saw, without names of persons';
  comment on column console.disputes.due_at is 'until when operators answer; moved by the time in which the partner was asked';
  comment on column console.disputes.earlier_state is 'how it ended before it was opened again';
  create unique index disputes_open on console.disputes (partner_id, thing) where state in ('OPEN', 'QUESTION');
  create index disputes_partner on console.disputes (partner_id, id);
  create index disputes_due on console.disputes (due_at) where state in ('OPEN', 'QUESTION');
  create index disputes_opened on console.disputes (opened_at);
  grant select, insert on console.disputes to partner_office_app;
  grant update (state, due_at, asked_at, ended_at, reopened_at, earlier_state, earlier_ended_at, taken_by, version)
    on console.disputes to partner_office_app;
  grant usage, select on sequence console.disputes_id_seq to partner_office_app`

const TEXTS = sql`
  create table console.dispute_entries (
    id bigint generated always as identity primary key,
    dispute_id bigint not null references console.disputes(id),
    at bigint not null,
    kind text not null check (kind in ('opened', 'question', 'reply', 'answer', 'corrected', 'withdrawn', 'reopened', 'taken', 'note')),
    operator_id bigint references console.operators(id),
    text text not null,
    check ((operator_id is null) = (kind in ('opened', 'reply', 'withdrawn', 'reopened'))));
  comment on column console.dispute_entries.operator_id is 'null for what the partner wrote; partners never read it';
  create index dispute_entries_dispute on console.dispute_entries (dispute_id, id);
  grant select, insert on console.dispute_entries to partner_office_app;
  grant update (text) on console.dispute_entries to partner_office_app;
  grant usage, select on sequence console.dispute_entries_id_seq to partner_office_app;
  create table console.dispute_explanations (
    dispute_id bigint primary key references console.disputes(id),
    content jsonb not null);
  comment on table console.dispute_explanations is 'what the partner saw; names of persons go when they are erased';
  grant select, insert on console.dispute_explanations to partner_office_app;
  grant update (content) on console.dispute_explanations to partner_office_app`

const CORRECTIONS = sql`
  alter table adjustments add column dispute_id bigint references console.disputes(id);
  comment on column adjustments.dispute_id is 'the dispute that it corrects';
  create index adjustments_dispute on adjustments (dispute_id) where dispute_id is not null;
  insert into journal (place, key, content) select 'adjustments', id::text, to_jsonb(a) from adjustments a;
  create index proposals_of_disputes on console.proposals using gin ((after -> 'lines') jsonb_path_ops)
    where kind = 'adjustment'`

/** Disputes of partners, with what both sides write and what the partner saw. */
export const disputes: Migration = {
  async up(db) {
    for (const tables of [DISPUTES, TEXTS, CORRECTIONS]) await tables.execute(db)
  },
}
