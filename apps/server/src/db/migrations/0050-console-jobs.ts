import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const PROCESSES = sql`
  create table console.processes (
    id uuid primary key,
    name text not null,
    version text not null,
    started_at bigint not null,
    seen_at bigint not null,
    fact bigint not null,
    figures_age bigint not null,
    drift bigint not null,
    memory bigint not null,
    connections integer,
    clock_difference bigint not null,
    clock_problem text,
    is_leader boolean not null,
    free_disk bigint,
    failures jsonb not null default '{}');
  comment on table console.processes is 'what each process says of itself every few seconds, by the clock of the database';
  comment on column console.processes.drift is 'figures that were not what the facts say, since the start';
  comment on column console.processes.failures is 'the last failure of each background job, without addresses';
  grant select, insert, update, delete on console.processes to partner_office_app`

const JOBS = sql`
  create table console.jobs (
    id bigint generated always as identity primary key,
    kind text not null,
    object text not null default '',
    state text not null default 'WAITING'
      check (state in ('WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED', 'INTERRUPTED')),
    done bigint not null default 0 check (done >= 0),
    "of" bigint not null default 0 check ("of" >= 0),
    part text not null default '',
    started_at bigint not null,
    ended_at bigint,
    by_id bigint not null references console.operators(id),
    process_id uuid not null,
    process_name text not null,
    is_cancelled boolean not null default false,
    error text,
    result jsonb,
    event bigint not null default 0,
    check ((ended_at is null) = (state in ('WAITING', 'RUNNING'))));
  comment on column console.jobs.is_cancelled is 'an operator wants it to end; its process notices';
  comment on column console.jobs.event is 'the number of its newest event';
  create unique index jobs_one_at_once on console.jobs (kind, object) where ended_at is null;
  create index jobs_kind on console.jobs (kind, id);
  grant select, insert, update on console.jobs to partner_office_app;
  grant usage, select on sequence console.jobs_id_seq to partner_office_app;

  create table console.job_events (
    job_id bigint not null references console.jobs(id),
    number bigint not null,
    at bigint not null,
    state text not null,
    done bigint not null,
    "of" bigint not null,
    part text not null,
    primary key (job_id, number));
  comment on table console.job_events is 'each event of a job with its number, so that a lost connection continues without a gap';
  create index job_events_at on console.job_events (at);
  grant select, insert, delete on console.job_events to partner_office_app`

const ALERTS = sql`
  create table console.alerts (
    name text not null,
    object text not null,
    sentence text not null,
    parameters jsonb not null,
    since bigint not null,
    primary key (name, object));
  comment on table console.alerts is 'the conditions that hold, as the leader sees them every few seconds';
  grant select, insert, update, delete on console.alerts to partner_office_app;

  create table console.alert_silences (
    name text not null,
    object text not null,
    until bigint not null,
    reason text not null check (char_length(reason) >= 10),
    operator_id bigint not null references console.operators(id),
    primary key (name, object));
  grant select, insert, update, delete on console.alert_silences to partner_office_app;

  create table console.acknowledgements (
    entry bigint primary key,
    operator_id bigint not null references console.operators(id),
    at bigint not null);
  comment on table console.acknowledgements is 'entries of the audit log, outside four eyes, that an admin has confirmed to have seen';
  grant select, insert on console.acknowledgements to partner_office_app`

const SUMS = sql`
  create table console.sums (
    series text not null check (series in ('orders', 'partners', 'credited', 'balances')),
    at bigint not null,
    key text not null,
    amount numeric not null,
    entries bigint not null,
    primary key (series, at, key));
  comment on table console.sums is
    'orders and partners by day, credits by month with programme and currency, balances by currency';
  comment on column console.sums.amount is 'cents of orders, smallest units of credits and balances';
  grant select, insert, update on console.sums to partner_office_app;

  create table console.sum_cursors (
    only_row boolean default true primary key check (only_row),
    fact bigint not null,
    transfer_id bigint not null);
  comment on table console.sum_cursors is 'the last fact and transfer in the sums';
  insert into console.sum_cursors (fact, transfer_id) values (0, 0);
  grant select, update on console.sum_cursors to partner_office_app`

/** Processes, jobs and alerts of the console, and the sums of its figures. */
export const consoleJobs: Migration = {
  async up(db) {
    for (const tables of [PROCESSES, JOBS, ALERTS, SUMS]) await tables.execute(db)
  },
}
