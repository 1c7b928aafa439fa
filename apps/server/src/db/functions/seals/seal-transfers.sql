create or replace function seal_transfers(last bigint, at bigint) returns void
language plpgsql as $$
   declare
     before ledger_seals;
   begin
     -- Several servers seal: each block must begin where the one before it ends.
     perform pg_advisory_xact_lock(hashtext('partner-office: seal'));
     select * into before from ledger_seals order by last_transfer_id desc limit 1;
     insert into ledger_seals
       select max(t.id), min(t.id), count(*), sha256(coalesce(before.hash, ''::bytea)
         || string_agg(transfer_text(t.id, t.idempotency_key, t.debit_account_id, t.credit_account_id, t.currency,
              t.amount, t.kind, t.reference, t.created_at), '
'::bytea order by t.id)), at
       from transfers t where t.id > coalesce(before.last_transfer_id, 0) and t.id <= last
       having count(*) > 0;
   end $$;
