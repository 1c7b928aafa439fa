import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const PAYOUTS = sql`
  alter table payouts add column taken_by bigint, add column ended_by bigint, add column version integer not null default 1;
  comment on column payouts.taken_by is 'the operator of the console who took it up or over; null: the command line, or nobody';
  comment on column payouts.ended_by is 'the operator of the console who approved or rejected it; null: its owner or the command line';
  comment on column payouts.version is 'counts the changes; an operator says which version was seen';
  grant update (taken_by, ended_by) on payouts to partner_office_app`

const TAKINGS = sql`
  create table payout_takings (
    id bigint generated always as identity primary key,
    payout_id bigint not null references payouts(id),
    operator_id bigint not null references console.operators(id),
    at bigint not null,
    reason text check (char_length(reason) >= 10),
    proposal_id bigint references console.proposals(id));
  comment on table payout_takings is 'which operator of the console took which payout up, or over from another one';
  comment on column payout_takings.reason is 'why it was taken over; null: it was taken up';
  comment on column payout_takings.proposal_id is 'null: no second operator has agreed, and it counts for the day of the operator';
  create index payout_takings_operator on payout_takings (operator_id, at);
  create index payout_takings_payout on payout_takings (payout_id, id);
  grant select, insert on payout_takings to partner_office_app;
  grant usage, select on sequence payout_takings_id_seq to partner_office_app`

const BATCHES = sql`
  create table payout_batches (
    id bigint generated always as identity primary key,
    handed_at bigint not null,
    operator_id bigint references console.operators(id),
    payouts integer not null check (payouts > 0),
    sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'));
  comment on table payout_batches is 'the payouts of one hand-over file; the file is made of them again, and has this hash';
  comment on column payout_batches.operator_id is 'null: the command line';
  grant select, insert on payout_batches to partner_office_app;
  grant usage, select on sequence payout_batches_id_seq to partner_office_app;

  alter table payout_hand_overs add column batch_id bigint;
  alter table payout_hand_overs add constraint payout_hand_overs_batch_id_fkey
    foreign key (batch_id) references payout_batches(id) not valid;
  comment on column payout_hand_overs.batch_id is 'null: handed over by a version without batches';
  create index payout_hand_overs_batch on payout_hand_overs (batch_id) where batch_id is not null`

const STOPS = sql`
  alter table payout_guards add column stop_reason text, add column stop_until bigint, add column stopped_by bigint;
  comment on column payout_guards.stop_until is 'the lock ends then; null, or before locked_at: it has no end';
  comment on column payout_guards.stopped_by is 'the operator of the console; null: the command line, or wrong codes'`

const SUMS = sql`
  alter table console.sums drop constraint sums_series_check;
  alter table console.sums add constraint sums_series_check
    check (series in ('orders', 'partners', 'credited', 'balances', 'clearing')) not valid;
  comment on table console.sums is
    'orders and partners by day, credits by month with programme and currency, balances by currency, payout_clearing by currency';
  alter table console.sum_cursors add column clearing_transfer_id bigint not null default 0`

/** The payout desk of the console: who took a payout up, batches, stops with a reason, and the balance of payout_clearing. */
export const payoutDesk: Migration = {
  async up(db) {
    for (const tables of [PAYOUTS, TAKINGS, BATCHES, STOPS, SUMS]) await tables.execute(db)
  },
}
