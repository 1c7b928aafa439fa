create table mail_cursors (
  source text primary key,
  "position" bigint not null,
  partner_id bigint not null default 0);
comment on table mail_cursors is 'how far a source of mails is read; one process at a time holds the row';
comment on column mail_cursors.partner_id is
  'of a source that is read partner by partner: the last one of the position in work';
grant select, insert, delete, update on mail_cursors to partner_office_app;

create table mail_notes (
  id bigint generated always as identity primary key,
  partner_id bigint not null references partners(id),
  key text not null,
  day integer not null,
  due_at bigint not null,
  entries integer not null check (entries > 0),
  sums jsonb not null,
  items jsonb not null,
  after_fact bigint,
  up_to_fact bigint);
comment on column mail_notes.day is
  'the UTC day of a daily summary, counted from 1970; 0 otherwise';
comment on column mail_notes.sums is
  'smallest units by currency';
comment on column mail_notes.items is
  'the first entries; names are read when the mail is written';
comment on column mail_notes.after_fact is
  'the facts that the note tells begin after it; null: it tells no orders';
create index mail_notes_due on mail_notes (due_at);
create index mail_notes_partner on mail_notes (partner_id, key, day);
grant select, insert, delete, update on mail_notes to partner_office_app;
grant usage, select on sequence mail_notes_id_seq to partner_office_app;

create table mail_pace (
  partner_id bigint not null references partners(id),
  key text not null,
  window_start bigint not null,
  mails integer not null,
  primary key (partner_id, key));
comment on table mail_pace is 'mails of a setting within 24 hours: what comes after a few is summed up';
grant select, insert, delete, update on mail_pace to partner_office_app;
