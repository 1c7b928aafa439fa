import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const DIFFERENCES = sql`
  create table console.plan_differences (
    id bigint generated always as identity primary key,
    draft_id bigint not null,
    name text not null check (name <> ''),
    document text not null,
    sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
    months text[] not null check (cardinality(months) between 1 and 24),
    up_to_fact bigint not null,
    plan_version integer not null,
    by_id bigint not null references console.operators(id),
    at bigint not null);
  comment on table console.plan_differences is 'drafts of plans that were run over closed months';
  comment on column console.plan_differences.document is 'the draft as it was then, byte for byte: later saves change nothing';
  comment on column console.plan_differences.up_to_fact is 'the last fact that the difference reads';
  create index plan_differences_draft on console.plan_differences (draft_id, id);
  create index plan_differences_sha256 on console.plan_differences (sha256);
  grant select, insert on console.plan_differences to partner_office_app;
  grant usage, select on sequence console.plan_differences_id_seq to partner_office_app`

const RESULTS = sql`
  create table console.plan_difference_results (
    difference_id bigint primary key references console.plan_differences(id),
    at bigint not null,
    document jsonb not null);
  comment on table console.plan_difference_results is 'differences that have run to their end';

  create table console.plan_difference_amounts (
    difference_id bigint not null references console.plan_differences(id),
    partner_id bigint not null,
    month text not null,
    type text not null,
    currency text not null,
    rank text not null,
    country text not null,
    "real" numeric not null,
    draft numeric not null,
    real_eur numeric,
    draft_eur numeric,
    records integer not null,
    is_changed boolean not null,
    steps jsonb,
    primary key (difference_id, partner_id, type, month, currency));
  comment on table console.plan_difference_amounts is
    'what a partner was credited and would have been credited; amounts in the smallest unit, EUR in 1e-8';
  comment on column console.plan_difference_amounts.rank is 'the code of the rank held at the end of the month';
  comment on column console.plan_difference_amounts.records is 'records of the side that has more';
  comment on column console.plan_difference_amounts.steps is 'how the draft computes a changed amount'`

/** A difference runs with a role that reads facts and writes nothing but results. Source: requirements PLN-015. */
const ROLE = sql`
  grant usage on schema public, console to partner_office_difference;
  grant select on partners, orders, order_decisions, cancellations, partner_blocks, rank_reaches, bonus_records,
    bonus_derivations, closings, period_seals, plans, rates, console.plan_differences to partner_office_difference;
  grant select, insert on console.plan_difference_results to partner_office_difference;
  grant select, insert, delete on console.plan_difference_amounts to partner_office_difference;
  grant select on console.plan_difference_results, console.plan_difference_amounts to partner_office_app`

const ONE_AT_A_TIME = sql`
  create unique index jobs_one_difference on console.jobs (kind)
    where kind = 'planDifference' and ended_at is null`

/** Drafts of plans over closed months, and the role that they are computed with. Source: requirements PLN-010 to PLN-017. */
export const planDifferences: Migration = {
  async up(db) {
    for (const each of [DIFFERENCES, RESULTS, ROLE, ONE_AT_A_TIME]) await each.execute(db)
  },
}
