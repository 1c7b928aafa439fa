import { statements } from './statements.ts'

/** Documents that partners send in to be verified, encrypted; they go with their verification. */
export const verificationDocuments = statements(
  `alter table passport.verifications
     add column id bigint not null generated always as identity,
     add column reason text not null default ''`,
  `create unique index verifications_id on passport.verifications (id)`,
  `create index verifications_pending on passport.verifications (id) where status = 'PENDING'`,
  `comment on column passport.verifications.id is 'a new one each time a document is sent in: an operator decides what was looked at'`,

  `create table passport.documents (
     id bigint generated always as identity primary key,
     user_id bigint not null,
     verification_id bigint references passport.verifications (id) on delete cascade,
     name text not null,
     media_type text not null check (media_type in ('application/pdf', 'image/png', 'image/jpeg')),
     bytes integer not null check (bytes > 0),
     sent_at bigint not null)`,
  `comment on column passport.documents.verification_id is 'null while the files of a document are being stored'`,
  `create index documents_verification on passport.documents (verification_id)`,
  `create index documents_user on passport.documents (user_id)`,
  `create index documents_unfinished on passport.documents (sent_at) where verification_id is null`,
  `create table passport.document_parts (
     document_id bigint not null references passport.documents on delete cascade,
     place smallint not null,
     sealed_part bytea not null,
     primary key (document_id, place))`,
  `comment on column passport.document_parts.sealed_part is 'encrypted, bound to the document and the place'`,

  `grant select, insert, update, delete on passport.documents, passport.document_parts to partner_office_app`,
  `grant usage, select on all sequences in schema passport to partner_office_app`,
)
