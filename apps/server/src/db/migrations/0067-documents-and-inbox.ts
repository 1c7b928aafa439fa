import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What the review of documents needs: versions, the earlier try, digests of files, and who looks at a document. */
const DOCUMENTS = sql`
  alter table passport.verifications
    add column version integer not null default 1 check (version > 0),
    add column tries integer not null default 1 check (tries > 0),
    add column former jsonb;
  comment on column passport.verifications.tries is 'how often this document was sent in';
  comment on column passport.verifications.former is 'fields, reason and instant of the rejected document before; null: none';
  alter table passport.documents add column sha256 bytea check (octet_length(sha256) = 32);
  comment on column passport.documents.sha256 is 'of the content; null: not computed yet';
  create table console.document_looks (
    verification_id bigint not null references passport.verifications(id) on delete cascade,
    operator_id bigint not null references console.operators(id),
    looked_at bigint not null,
    primary key (verification_id, operator_id));
  comment on table console.document_looks is 'which operator has last opened the files of a document, and when';
  grant select, insert, update, delete on console.document_looks to partner_office_app`

const TEMPLATES = sql`
  create table console.templates (
    id bigint generated always as identity primary key,
    use text not null check (use in ('TICKET', 'DOCUMENT')),
    name text not null check (name <> ''),
    texts jsonb not null check (jsonb_typeof(texts) = 'object'),
    version integer not null default 1 check (version > 0),
    changed_at bigint not null,
    changed_by bigint not null references console.operators(id),
    unique (use, name));
  comment on column console.templates.texts is 'the text of each language, by its code';
  grant select, insert, update, delete on console.templates to partner_office_app;
  grant usage, select on sequence console.templates_id_seq to partner_office_app`

/** The work of operators on tickets. Each ticket has a row of `ticket_desks`: of later ones, `functions/support` makes it. */
const TICKETS = sql`
  create table console.ticket_desks (
    ticket_id bigint primary key references tickets(id) on delete cascade,
    state text not null default 'WAITING' check (state in ('WAITING', 'ANSWERED', 'CLOSED')),
    since bigint not null,
    assignee_id bigint references console.operators(id),
    close_reason text,
    joined_into bigint references tickets(id) on delete cascade,
    version integer not null default 1 check (version > 0),
    words text[] not null default '{}',
    words_made boolean not null default false,
    check (joined_into is null or state = 'CLOSED'));
  comment on column console.ticket_desks.since is 'when the ticket came into its state';
  comment on column console.ticket_desks.joined_into is 'the ticket that this one repeats';
  comment on column console.ticket_desks.words is 'folded words of the comment and of all answers';
  insert into console.ticket_desks (ticket_id, since) select id, created_at from tickets;
  create index ticket_desks_state on console.ticket_desks (state, since, ticket_id);
  create index ticket_desks_since on console.ticket_desks (since, ticket_id);
  create index ticket_desks_open on console.ticket_desks (since, ticket_id) where state <> 'CLOSED';
  create index ticket_desks_assignee on console.ticket_desks (assignee_id, state, since, ticket_id) where assignee_id is not null;
  create index ticket_desks_joined on console.ticket_desks (joined_into) where joined_into is not null;
  create index ticket_desks_words on console.ticket_desks using gin (words) with (fastupdate = off);
  create index ticket_desks_wordless on console.ticket_desks (ticket_id) where not words_made;
  grant select, insert, update, delete on console.ticket_desks to partner_office_app;

  create table console.ticket_answers (
    id bigint generated always as identity primary key,
    ticket_id bigint not null references tickets(id) on delete cascade,
    at bigint not null,
    operator_id bigint references console.operators(id),
    text text not null check (text <> ''),
    mail_at bigint);
  comment on column console.ticket_answers.operator_id is 'null: the partner';
  comment on column console.ticket_answers.mail_at is 'when the mail with the text is due; null: sent, or none is owed';
  create index ticket_answers_ticket on console.ticket_answers (ticket_id, id);
  create index ticket_answers_mail on console.ticket_answers (mail_at, id) where mail_at is not null;
  grant select, insert, update, delete on console.ticket_answers to partner_office_app;
  grant usage, select on sequence console.ticket_answers_id_seq to partner_office_app`

/** Documents in review, and the inbox of tickets. Source: requirements DOC-001 to DOC-005, INB-001 to INB-009. */
export const documentsAndInbox: Migration = {
  async up(db) {
    for (const part of [DOCUMENTS, TEMPLATES, TICKETS]) await part.execute(db)
  },
}
