create table payout_routes (
  payout_from text not null,
  payout_to text not null,
  currency text not null,
  enabled boolean not null,
  min_amount coin_units not null check (min_amount > 0),
  request_limit coin_units check (request_limit >= 0),
  daily_limit coin_units check (daily_limit >= 0),
  daily_limit_percent numeric check (daily_limit_percent >= 0 and daily_limit_percent <= 100),
  fee_percent numeric not null check (fee_percent >= 0 and fee_percent < 100),
  min_fee coin_units,
  max_fee coin_units,
  verification_required boolean not null,
  address_pattern text not null,
  badge text,
  tx_pattern text not null default '^(0x)?[0-9a-fA-F]{64}$',
  primary key (payout_from, payout_to),
  check (min_fee >= 0 and min_fee < min_amount),
  check (max_fee >= COALESCE(min_fee, 0)));
grant select, update on payout_routes to partner_office_app;

create table payout_guards (
  partner_id bigint primary key references partners(id),
  wrong_at bigint[] not null default '{}',
  wrong_streak integer not null default 0 check (wrong_streak >= 0),
  locked_at bigint,
  minute_start bigint not null default 0,
  inits integer not null default 0,
  sessions jsonb not null default '{}');
comment on table payout_guards is 'wrong codes and requests of a partner; its row lock puts the payouts of a partner in order';
comment on column payout_guards.wrong_at is
  'the instants of the last wrong codes; an hour has a budget of them';
comment on column payout_guards.sessions is
  'the open request of each source, sealed by the application; a new one takes the place of the old';
grant select, insert, update on payout_guards to partner_office_app;

create table payouts (
  id bigint generated always as identity primary key,
  partner_id bigint not null references partners(id),
  payout_from text not null,
  payout_to text not null,
  currency text not null,
  address text not null,
  amount coin_units not null,
  fee coin_units not null check (fee >= 0),
  receive coin_units not null check (receive > 0),
  risks text[] not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'SUCCESS', 'REJECTED')),
  tx_id text,
  reason text,
  requested_at bigint not null,
  created_at bigint not null,
  taken_at bigint,
  ended_at bigint,
  check (amount = (fee + receive)),
  check ((status = 'PENDING') = (ended_at is null)),
  check ((status = 'SUCCESS') = (tx_id is not null)),
  check ((status = 'REJECTED') = (reason is not null)),
  check (status <> 'SUCCESS' or taken_at is not null));
comment on column payouts.created_at is
  'when it was confirmed and debited; the day that it counts for';
comment on column payouts.taken_at is
  'when an operator took it up: its owner cannot cancel it any more';
create index payouts_partner on payouts (partner_id, created_at, id);
create index payouts_pending on payouts (id) where status = 'PENDING';
grant select, insert on payouts to partner_office_app;
grant usage, select on sequence payouts_id_seq to partner_office_app;
grant update (status, tx_id, reason, taken_at, ended_at) on payouts to partner_office_app;

create table payout_hand_overs (
  payout_id bigint primary key references payouts(id),
  handed_at bigint not null);
comment on table payout_hand_overs is 'payouts given to the sender on the chain; none is given twice';
grant select, insert on payout_hand_overs to partner_office_app;

create table payout_transactions (
  key text primary key,
  used_at bigint not null);
comment on table payout_transactions is 'ids of transactions that payouts were approved with: none approves once more';
grant select, insert on payout_transactions to partner_office_app;

create table payout_mails (
  payout_id bigint not null references payouts(id),
  status text not null check (status in ('PENDING', 'SUCCESS', 'REJECTED')),
  due_at bigint not null,
  tries integer not null default 0,
  primary key (payout_id, status));
comment on table payout_mails is 'mails that a commit owes; a row goes when its mail is handed over';
create index payout_mails_due on payout_mails (due_at);
grant select, insert, delete, update on payout_mails to partner_office_app;

create table wallets (
  partner_id bigint not null references partners(id),
  wallet_type text not null check (wallet_type in ('MAIN', 'FARM')),
  address text not null,
  assigned_at bigint not null,
  moderator_approved boolean not null,
  primary key (partner_id, wallet_type));
grant select, insert, delete, update on wallets to partner_office_app;

-- A request or confirmation as `write_payout_calls` takes it: what it was decided on, and the new values of the guard.
create type payout_call as (
  id bigint,
  partner_id bigint,
  payout_from text,
  is_request boolean,
  guard_version text,
  account_version text,
  authenticator_version text,
  terms_version text,
  wrong_at bigint[],
  wrong_streak integer,
  locked_at bigint,
  minute_start bigint,
  inits integer,
  sessions jsonb,
  used_step bigint,
  payout_to text,
  currency text,
  address text,
  amount coin_units,
  fee coin_units,
  receive coin_units,
  risks text[],
  requested_at bigint,
  created_at bigint);
