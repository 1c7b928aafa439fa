import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const DRAFTS = sql`
  create table console.plan_drafts (
    id bigint generated always as identity primary key,
    name text not null check (name <> ''),
    author_id bigint not null references console.operators(id),
    document text not null,
    from_version integer references plans(version),
    version integer not null default 1 check (version > 0),
    created_at bigint not null,
    updated_at bigint not null,
    updated_by bigint not null references console.operators(id));
  comment on table console.plan_drafts is 'plans that operators write; only the console reads them';
  comment on column console.plan_drafts.document is 'the JSON as it was saved, byte for byte; it may be no plan yet';
  comment on column console.plan_drafts.from_version is 'the plan version it began as; null: a file, or empty';
  grant select, insert, update, delete on console.plan_drafts to partner_office_app;
  grant usage, select on sequence console.plan_drafts_id_seq to partner_office_app`

const LOADS = sql`
  create table console.plan_loads (
    version integer primary key references plans(version),
    loaded_by text not null check (loaded_by <> ''),
    proposal_id bigint references console.proposals(id),
    withdraws integer references plans(version),
    check (withdraws is null or withdraws < version));
  comment on table console.plan_loads is 'who has loaded a plan version; versions before this table have no row';
  comment on column console.plan_loads.withdraws is 'the version that this one was loaded to withdraw';
  create unique index plan_loads_withdraws on console.plan_loads (withdraws) where withdraws is not null;
  grant select, insert on console.plan_loads to partner_office_app`

/** Drafts of plans, and who has loaded which version. Source: requirements PLN-001, PLN-004, PLN-020. */
export const plansOfTheConsole: Migration = {
  async up(db) {
    for (const tables of [DRAFTS, LOADS]) await tables.execute(db)
  },
}
