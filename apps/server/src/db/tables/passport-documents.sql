create table passport.verifications (
  user_id bigint not null,
  document_type text not null check (document_type in ('PASSPORT', 'ADDRESS', 'PHONE', 'COMPANY')),
  status text not null check (status in ('PENDING', 'APPROVED', 'REJECTED')),
  fields jsonb not null,
  updated_at bigint not null,
  id bigint generated always as identity,
  reason text not null default '',
  was_approved boolean not null default false,
  primary key (user_id, document_type));
comment on table passport.verifications is 'a document that was never sent in has no row';
comment on column passport.verifications.id is
  'a new one each time a document is sent in: an operator decides what was looked at';
comment on column passport.verifications.was_approved is
  'this document, or one that it replaces, was approved once';
create unique index verifications_id on passport.verifications (id);
create index verifications_pending on passport.verifications (id) where status = 'PENDING';
grant select, insert, delete, update on passport.verifications to partner_office_app;
grant usage, select on sequence passport.verifications_id_seq to partner_office_app;

create table passport.documents (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  verification_id bigint references passport.verifications(id) on delete cascade,
  name text not null,
  media_type text not null check (media_type in ('application/pdf', 'image/png', 'image/jpeg')),
  bytes integer not null check (bytes > 0),
  sent_at bigint not null);
comment on column passport.documents.verification_id is
  'null while the files of a document are being stored';
create index documents_unfinished on passport.documents (sent_at) where verification_id is null;
create index documents_user on passport.documents (user_id);
create index documents_verification on passport.documents (verification_id);
grant select, insert, delete, update on passport.documents to partner_office_app;
grant usage, select on sequence passport.documents_id_seq to partner_office_app;

create table passport.document_parts (
  document_id bigint not null references passport.documents(id) on delete cascade,
  place smallint not null,
  sealed_part bytea not null,
  primary key (document_id, place));
comment on column passport.document_parts.sealed_part is
  'encrypted, bound to the document and the place';
grant select, insert, delete, update on passport.document_parts to partner_office_app;
