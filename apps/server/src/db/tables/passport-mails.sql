create table passport.mailed_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id bigint not null,
  purpose text not null check (purpose in ('confirm', 'reset', 'email', 'emailBack')),
  expires_at bigint not null,
  address text not null);
comment on column passport.mailed_tokens.address is
  'the address that the mail went to; the token is redeemed for no other one';
create unique index mailed_tokens_one_each on passport.mailed_tokens (user_id, purpose) where purpose <> 'reset';
create index mailed_tokens_resets on passport.mailed_tokens (user_id) where purpose = 'reset';
grant select, insert, delete, update on passport.mailed_tokens to partner_office_app;

create table passport.mails (
  id uuid primary key,
  user_id bigint not null,
  sealed_letter bytea not null,
  created_at bigint not null,
  tries integer not null default 0,
  next_at bigint not null);
comment on column passport.mails.sealed_letter is
  'encrypted: a letter holds a token';
create index mails_next on passport.mails (next_at);
create index mails_user on passport.mails (user_id);
grant select, insert, delete, update on passport.mails to partner_office_app;

create table passport.notices (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  address text not null,
  kind text not null,
  facts jsonb not null,
  created_at bigint not null,
  tries integer not null default 0,
  next_at bigint not null);
comment on table passport.notices is 'mails about an account that a commit owes; a row goes when its mail is handed over';
create index notices_next on passport.notices (next_at);
create index notices_user on passport.notices (user_id);
grant select, insert, delete, update on passport.notices to partner_office_app;
grant usage, select on sequence passport.notices_id_seq to partner_office_app;
