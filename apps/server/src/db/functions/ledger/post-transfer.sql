create or replace function post_transfer(key text, partner bigint, account text, counter text, to_partner boolean, coin text, units numeric, what text, about text, at bigint) returns bigint
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
   declare
     mine bigint;
     company bigint;
     debit bigint;
     credit bigint;
     earlier record;
     drawn bigint;
     link bytea;
   begin
     perform pg_current_xact_id();
     loop
       select a.id, a.last_hash, c.id into mine, link, company
         from accounts a left join accounts c on c.partner_id is null and c.name = counter and c.currency = coin
         where a.partner_id = partner and a.name = account and a.currency = coin for update of a;
       exit when company is not null;
       insert into accounts (partner_id, name, currency, balance) values (partner, account, coin, 0)
         on conflict do nothing;
       insert into accounts (name, currency) values (counter, coin) on conflict do nothing;
     end loop;
     debit := case when to_partner then company else mine end;
     credit := case when to_partner then mine else company end;

     -- A statement of its own after the lock: only then does it see what the lock was waiting for.
     select * into earlier from transfers t where t.idempotency_key = key;
     if found then
       if (earlier.amount, earlier.kind, earlier.reference, earlier.debit_account_id, earlier.credit_account_id)
           is distinct from (units, what, about, debit, credit) then
         perform refuse_other_content(key);
       end if;
       return earlier.id;
     end if;

     drawn := nextval('transfer_ids');
     link := next_link(link, transfer_text(drawn, key, debit, credit, coin, units, what, about, at), null);
     insert into transfers values (drawn, key, debit, credit, mine, coin, units, what, about, at, link);
     update accounts a set balance = a.balance + case when to_partner then units else -units end, last_hash = link
       where a.id = mine;
     return drawn;
   end $$;
