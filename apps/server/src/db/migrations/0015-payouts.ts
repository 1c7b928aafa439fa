import { statements } from './statements.ts'

/**
 * Payouts: where money may go and on which terms, the open sessions that a code confirms, the payouts themselves, and
 * what has to be sent after a commit.
 *
 * Units: amounts in smallest units of the source's currency; percents in percent.
 */
export const payouts = statements(
  `create table payout_routes (
     payout_from text not null,
     payout_to text not null,
     currency text not null,
     enabled boolean not null,
     min_amount coin_units not null check (min_amount > 0),
     request_limit coin_units check (request_limit >= 0),
     daily_limit coin_units check (daily_limit >= 0),
     daily_limit_percent numeric check (daily_limit_percent between 0 and 100),
     fee_percent numeric not null check (fee_percent >= 0 and fee_percent < 100),
     min_fee coin_units check (min_fee >= 0 and min_fee < min_amount),
     max_fee coin_units check (max_fee >= coalesce(min_fee, 0)),
     verification_required boolean not null,
     address_pattern text not null,
     badge text,
     primary key (payout_from, payout_to))`,
  `insert into payout_routes
     select 'UCHAIN_' || coin || '_BONUS', coin || '_XRC10_WHITE', coin, true, 10e8, 5000e8, 10000e8, null, 2, 1e8, 50e8,
       true, '^[A-Za-z0-9]{26,64}$', null
     from unnest(array['UCN', 'UPT']) as c(coin)`,
  `grant select, update on payout_routes to partner_office_app`,

  `create table payout_guards (
     partner_id bigint primary key references partners,
     wrong_at bigint[] not null default '{}',
     wrong_streak integer not null default 0 check (wrong_streak >= 0),
     locked_at bigint,
     minute_start bigint not null default 0,
     inits integer not null default 0)`,
  `comment on table payout_guards is 'wrong codes and requests of a partner; its row lock puts the payouts of a partner in order'`,
  `comment on column payout_guards.wrong_at is 'the instants of the last wrong codes; an hour has a budget of them'`,
  `grant select, insert, update on payout_guards to partner_office_app`,

  `create table payout_sessions (
     partner_id bigint not null references partners,
     payout_from text not null,
     payout_to text not null,
     address text not null,
     amount coin_units not null check (amount > 0),
     opened_at bigint not null,
     expires_at bigint not null,
     attempts_left smallint not null check (attempts_left between 0 and 3),
     primary key (partner_id, payout_from))`,
  `comment on table payout_sessions is 'one open session for each partner and source; a new one takes the place of the old'`,
  `grant select, insert, update, delete on payout_sessions to partner_office_app`,

  `create table payouts (
     id bigint generated always as identity primary key,
     partner_id bigint not null references partners,
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
     check (amount = fee + receive),
     check ((status = 'PENDING') = (ended_at is null)),
     check ((status = 'SUCCESS') = (tx_id is not null)),
     check ((status = 'REJECTED') = (reason is not null)),
     check (status <> 'SUCCESS' or taken_at is not null))`,
  `comment on column payouts.created_at is 'when it was confirmed and debited; the day that it counts for'`,
  `comment on column payouts.taken_at is 'when an operator took it up: its owner cannot cancel it any more'`,
  `create index payouts_partner on payouts (partner_id, created_at, id)`,
  `create index payouts_pending on payouts (id) where status = 'PENDING'`,

  // A pending payout is taken up once and ends once; nothing else about it ever changes.
  `create function guard_payout() returns trigger language plpgsql as $$
   begin
     if tg_op <> 'UPDATE' or old.status <> 'PENDING'
       or (old.taken_at is not null and new.taken_at is distinct from old.taken_at)
       or (to_jsonb(old) - array['status', 'tx_id', 'reason', 'taken_at', 'ended_at'])
         is distinct from (to_jsonb(new) - array['status', 'tx_id', 'reason', 'taken_at', 'ended_at']) then
       raise exception 'payout %: only a pending payout changes, and only to be taken up or to end', old.id;
     end if;
     return new;
   end $$`,
  `create trigger guard_payout before update or delete on payouts for each row execute function guard_payout()`,
  `create trigger keep_payouts before truncate on payouts for each statement execute function refuse_change()`,
  `grant select, insert on payouts to partner_office_app`,
  `grant update (status, tx_id, reason, taken_at, ended_at) on payouts to partner_office_app`,

  `create table payout_hand_overs (
     payout_id bigint primary key references payouts,
     handed_at bigint not null)`,
  `comment on table payout_hand_overs is 'payouts given to the sender on the chain; none is given twice'`,
  `grant select, insert on payout_hand_overs to partner_office_app`,

  `create table payout_mails (
     payout_id bigint not null references payouts,
     status text not null check (status in ('PENDING', 'SUCCESS', 'REJECTED')),
     due_at bigint not null,
     tries integer not null default 0,
     primary key (payout_id, status))`,
  `comment on table payout_mails is 'mails that a commit owes; a row goes when its mail is handed over'`,
  `create index payout_mails_due on payout_mails (due_at)`,
  `grant select, insert, update, delete on payout_mails to partner_office_app`,

  `create table wallets (
     partner_id bigint not null references partners,
     wallet_type text not null check (wallet_type in ('MAIN', 'FARM')),
     address text not null,
     assigned_at bigint not null,
     moderator_approved boolean not null,
     primary key (partner_id, wallet_type))`,
  `grant select, insert, update, delete on wallets to partner_office_app`,

  `alter table passport.accounts add column password_changed_at bigint`,
  `comment on column passport.accounts.password_changed_at is 'null: still the first password'`,
  `grant usage, select on all sequences in schema public to partner_office_app`,
)
