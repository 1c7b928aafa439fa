import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The work of operators on disputes. Each dispute has a row of `dispute_desks`: of later ones, `functions/support` makes it. */
const DESKS = sql`
  create table console.dispute_desks (
    dispute_id bigint primary key references console.disputes(id),
    state text not null default 'WAITING' check (state in ('WAITING', 'ANSWERED', 'CLOSED')),
    since bigint not null,
    words text[] not null default '{}',
    words_made boolean not null default false);
  comment on column console.dispute_desks.state is 'as tickets have it: a question to the partner is an answer, an end is closed';
  comment on column console.dispute_desks.since is 'when the dispute came into its state';
  comment on column console.dispute_desks.words is 'folded words of what both sides have written';
  insert into console.dispute_desks (dispute_id, state, since)
    select id, case state when 'OPEN' then 'WAITING' when 'QUESTION' then 'ANSWERED' else 'CLOSED' end,
      coalesce(ended_at, asked_at, reopened_at, opened_at) from console.disputes;
  create index dispute_desks_state on console.dispute_desks (state, since, dispute_id);
  create index dispute_desks_open on console.dispute_desks (since, dispute_id) where state <> 'CLOSED';
  create index dispute_desks_since on console.dispute_desks (since, dispute_id);
  create index dispute_desks_words on console.dispute_desks using gin (words) with (fastupdate = off);
  create index dispute_desks_wordless on console.dispute_desks (dispute_id) where not words_made;
  grant select, insert, update, delete on console.dispute_desks to partner_office_app`

/** A ticket can become a dispute, and answers of disputes have templates of their own. */
const TICKETS = sql`
  alter table console.ticket_desks add column dispute_id bigint references console.disputes(id);
  comment on column console.ticket_desks.dispute_id is 'the dispute that an operator has started from this ticket';
  create index ticket_desks_dispute on console.ticket_desks (dispute_id) where dispute_id is not null;
  alter table console.templates drop constraint templates_use_check,
    add constraint templates_use_check check (use in ('TICKET', 'DISPUTE', 'DOCUMENT'))`

/** Disputes in the inbox. Source: requirements DSP-006, INB-001, INB-007. */
export const inboxOfDisputes: Migration = {
  async up(db) {
    for (const part of [DESKS, TICKETS]) await part.execute(db)
  },
}
