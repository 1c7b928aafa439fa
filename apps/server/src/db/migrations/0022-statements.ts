import { statements } from './statements.ts'

/**
 * Monthly statements, the keys that sign them, and trees over the records of closed months.
 *
 * A statement is stored as its signed JSON text; the PDF file is drawn from it when it is downloaded.
 */
export const monthlyStatements = statements(
  `alter table period_seals add column records_root bytea, add column late_root bytea,
     add check ((records_root is null) = (late_root is null))`,
  `comment on column period_seals.records_root is
     'root of the Merkle tree (RFC 6962) over the lines of records_hash; part of hash; null in older seals'`,
  `comment on column period_seals.late_root is 'the same over the lines of late_hash'`,

  `create table statement_keys (
     generation integer primary key check (generation > 0),
     id text not null unique,
     public_key bytea not null,
     made_at bigint not null)`,
  `comment on table statement_keys is
     'public keys of statements; the private ones are secrets of the installation. The last generation signs'`,
  `grant select, insert on statement_keys to partner_office_app`,

  `create table statements (
     partner_id bigint not null references partners,
     period text not null check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
     currency text not null,
     content text,
     code text unique,
     key_id text references statement_keys (id),
     primary key (partner_id, period, currency),
     check ((content is null) = (code is null) and (content is null) = (key_id is null)))`,
  `comment on column statements.content is 'the signed statement as JSON; null while it is being made'`,
  `comment on column statements.code is 'printed on the statement: finds it without a sign-in'`,
  `create index statements_period on statements (period, partner_id)`,
  `grant select, insert, update, delete on statements to partner_office_app`,

  `create table statement_runs (
     period text primary key,
     started_at bigint not null,
     finished_at bigint)`,
  `comment on table statement_runs is 'months whose statements are made, or are being made and are continued after a kill'`,
  `grant select, insert, update on statement_runs to partner_office_app`,
)
