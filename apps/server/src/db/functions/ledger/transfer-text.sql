create or replace function transfer_text(id bigint, idempotency_key text, debit_account_id bigint, credit_account_id bigint, currency text, amount numeric, kind text, reference text, created_at bigint) returns bytea
language sql stable as $$
     select convert_to(concat_ws('|', id, idempotency_key, debit_account_id, credit_account_id, currency, amount, kind,
       reference, created_at), 'UTF8') $$;
