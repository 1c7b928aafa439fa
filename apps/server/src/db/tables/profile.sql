create table avatars (
  partner_id bigint primary key references partners(id),
  name text not null unique,
  picture bytea not null,
  stored_at bigint not null);
comment on column avatars.name is
  'unguessable, and another one for each picture';
grant select, insert, delete, update on avatars to partner_office_app;

create table legal_acceptances (
  partner_id bigint not null references partners(id),
  product text not null,
  version text not null,
  accepted_at bigint not null,
  primary key (partner_id, product, version));
comment on column legal_acceptances.version is
  'of the documents: their hash';
grant select, insert on legal_acceptances to partner_office_app;

create table notification_settings (
  partner_id bigint not null references partners(id),
  key text not null,
  value boolean not null,
  changed_at bigint not null,
  primary key (partner_id, key));
comment on table notification_settings is 'a kind of mail without a row is as at first';
create index notification_settings_on on notification_settings (key, partner_id) where value;
grant select, insert, delete, update on notification_settings to partner_office_app;

create table events (
  id bigint primary key check (id > 0),
  title text not null,
  event_end_date bigint not null,
  registration_start_date bigint not null,
  registration_end_date bigint not null,
  check (registration_start_date <= registration_end_date));
grant select, insert, delete on events to partner_office_app;
