import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Times in which a restored database sends nothing out; at most one is open. */
export const quarantines: Migration = {
  async up(db) {
    await sql`
      create table quarantines (
        number integer generated always as identity primary key,
        began_at bigint not null,
        reason text not null,
        last_fact bigint not null,
        ended_at bigint,
        end_reason text,
        check ((ended_at is null) = (end_reason is null)));
      create unique index only_open_quarantine on quarantines ((true)) where ended_at is null;
      grant select, insert on quarantines to partner_office_app;
      grant usage, select on sequence quarantines_number_seq to partner_office_app;
      grant update (ended_at, end_reason) on quarantines to partner_office_app`.execute(db)
  },
}
