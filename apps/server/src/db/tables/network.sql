create table partners (
  id bigint primary key check (id > 0),
  sponsor_id bigint,
  depth integer not null check (depth >= 0),
  sponsor_depth integer generated always as (case when sponsor_id is null then null else depth - 1 end) stored,
  email text not null,
  first_name text not null,
  last_name text not null,
  country_id text not null,
  registered_at bigint not null,
  invite_code text not null unique,
  phone text not null default '',
  telegram text not null default '',
  whatsapp text not null default '',
  skype text not null default '',
  viber text not null default '',
  wechat text not null default '',
  facebook text not null default '',
  instagram text not null default '',
  site text not null default '',
  ui_language text not null default 'en',
  erased_at bigint,
  fact bigint not null unique,
  avatar text not null default '',
  sex text not null default '' check (sex in ('male', 'female', '')),
  birthdate text not null default '' check (birthdate = '' or (birthdate ~ '^\d{4}-\d{2}-\d{2}$')),
  city text not null default '',
  address1 text not null default '',
  address2 text not null default '',
  zip text not null default '',
  mobile text not null default '',
  "position" text not null default '',
  comment text not null default '',
  hide_contacts boolean not null default false,
  show_ref_link boolean not null default true,
  allow_public_profile smallint not null default 1 check (allow_public_profile >= 0 and allow_public_profile <= 3),
  unique (id, depth),
  check ((sponsor_id is null) = (depth = 0)),
  foreign key (sponsor_id, sponsor_depth) references partners(id, depth));
create unique index partners_email on partners (lower(email));
create index partners_invite_code_any_case on partners (lower(invite_code));
create index partners_sponsor on partners (sponsor_id);
grant select, insert, update on partners to partner_office_app;

create table partner_changes (
  change bigint primary key,
  partner_id bigint not null);
grant select, insert on partner_changes to partner_office_app;

create table partner_blocks (
  fact bigint primary key,
  partner_id bigint not null references partners(id),
  blocked boolean not null,
  reason text not null,
  changed_at bigint not null);
create index partner_blocks_partner on partner_blocks (partner_id, fact);
grant select, insert on partner_blocks to partner_office_app;

create table registrations (
  user_id bigint primary key references passport.accounts(user_id),
  sponsor_id bigint references partners(id),
  first_name text not null,
  last_name text not null,
  country_id text not null,
  ui_language text not null);
grant select, insert, delete on registrations to partner_office_app;

create table fact_log (
  only_row boolean default true primary key check (only_row),
  last_fact bigint not null check (last_fact >= 0),
  log_id uuid not null default gen_random_uuid(),
  last_turn bigint);
comment on column fact_log.log_id is
  'tells one history of facts from another';
comment on column fact_log.last_turn is
  'the turn that write_orders has written last';
grant select, update on fact_log to partner_office_app;

create table change_log (
  only_row boolean default true primary key check (only_row),
  last_change bigint not null check (last_change >= 0));
grant select, update on change_log to partner_office_app;
