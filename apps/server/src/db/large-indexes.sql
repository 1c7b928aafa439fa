-- Indexes of tables that were there before the steps that needed them, and may be large. They are built after the steps, on PostgreSQL
-- one by one and without a lock that a call waits for (`make-large-indexes.ts`), so none of them may be unique: no rule may rest on one.
create index audit_log_at on audit_log (at, id);
create index audit_log_actor on audit_log (actor, at, id);
create index audit_log_command on audit_log (command, at, id);
create index audit_log_object on audit_log ((coalesce(arguments ->> 'object', arguments ->> 'operator', arguments -> 'words' ->> 0, arguments ->> 'orderId', arguments ->> 'id', arguments ->> 'month')), at, id);
create index audit_log_from on audit_log ((arguments ->> 'callerAddress'), at, id) where arguments ? 'callerAddress';
create index audit_log_proposal on audit_log ((arguments ->> 'proposal'), at, id) where arguments ? 'proposal';
create index audit_log_request on audit_log using hash ((arguments ->> 'requestId'));
create index partners_country on partners (country_id, id) where erased_at is null;
create index audit_log_outside_four_eyes on audit_log (id) where arguments ? 'outsideFourEyes';
create index audit_log_backups on audit_log (id) where command in ('backup', 'backups report');
create index payouts_created on payouts (created_at);
create index payouts_queue on payouts (created_at, id) include (currency, amount, payout_from, partner_id, taken_at, taken_by) where status = 'PENDING';
create index payouts_taken_by on payouts (taken_by) where taken_by is not null and status = 'PENDING';
create index payouts_address on payouts (address);
create index payouts_ended on payouts (status, created_at, id) where status <> 'PENDING';
create index orders_recorded on orders (recorded_at, id);
create index orders_amount on orders (amount_cents, recorded_at, id);
create index orders_file on orders (intake, recorded_at, id) where intake <> fact;
create index partners_email_start on partners (lower(email) collate "C", id);
create index wallets_lower_address on wallets (lower(address), partner_id);
create index payouts_lower_address on payouts (lower(address), partner_id);
create index payouts_tx on payouts (tx_id, partner_id) where tx_id is not null;
create index verifications_decided on passport.verifications (status, updated_at, id);
create index documents_sha256 on passport.documents (sha256) where sha256 is not null;
create index documents_undigested on passport.documents (id) where sha256 is null and verification_id is not null;
create index partners_birthdate on partners (birthdate) where birthdate <> '';
create index external_ids_external on external_ids (external, kind, number);
