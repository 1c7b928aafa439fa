import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What one process has for all: feeds of other hosts, the operators' files, the built files of its version, and which versions
 * may start.
 */
export const sharedByProcesses: Migration = {
  async up(db) {
    await sql`
      create table news_feeds (
        address text primary key,
        wanted_at bigint not null,
        asked_at bigint,
        items jsonb,
        error text);
      comment on column news_feeds.items is 'the newest copy that could be read; null: none yet';
      grant select, insert, update, delete on news_feeds to partner_office_app;
      create sequence shared_file_changes as bigint;
      create table shared_files (
        path text primary key,
        change bigint not null default nextval('shared_file_changes'),
        sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
        content bytea);
      comment on table shared_files is 'files of the operators; content is null for one that was removed';
      create unique index shared_files_change on shared_files (change);
      grant select, insert, update on shared_files to partner_office_app;
      grant usage, select on sequence shared_file_changes to partner_office_app;
      create table built_files (
        app text not null,
        name text not null,
        content bytea not null,
        kept_until bigint not null,
        primary key (app, name));
      grant select, insert, update, delete on built_files to partner_office_app;
      create table upgrades (
        oldest text not null,
        contracted text[] not null default '{}');
      comment on column upgrades.oldest is 'a program that does not know this migration does not start';
      create unique index only_upgrade on upgrades ((true));
      insert into upgrades (oldest) values ('0043-transactions-and-notes');
      grant select on upgrades to partner_office_app`.execute(db)
  },
}
