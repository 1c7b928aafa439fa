import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Dry runs of closes, and who has accepted which check of one. */
export const closeCockpit: Migration = {
  async up(db) {
    await sql`
      create table console.dry_runs (
        job_id bigint primary key references console.jobs(id),
        period text not null check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
        at bigint not null,
        closing jsonb not null,
        document jsonb not null);
      comment on table console.dry_runs is 'what closing a month would have credited; nothing is posted from it';
      comment on column console.dry_runs.closing is 'what it was computed from: facts up to a number, plan, rates, earlier months to correct';
      create index dry_runs_period on console.dry_runs (period, job_id);
      grant select, insert on console.dry_runs to partner_office_app;

      create table console.close_checks (
        id bigint generated always as identity primary key,
        period text not null,
        name text not null,
        basis text not null,
        reason text not null check (char_length(reason) >= 10),
        by_id bigint not null references console.operators(id),
        at bigint not null,
        unique (period, name, basis));
      comment on table console.close_checks is 'checks of a close that an operator has accepted, each with a reason';
      comment on column console.close_checks.basis is 'the SHA-256 of the numbers that were accepted: other numbers are open again';
      grant select, insert on console.close_checks to partner_office_app;
      grant usage, select on sequence console.close_checks_id_seq to partner_office_app`.execute(db)
  },
}
