create or replace function seal_history(upto_fact bigint, upto_entry bigint, most bigint, at bigint) returns boolean
language plpgsql as $$
   declare
     before history_seals;
     head chain_heads;
     audit chain_heads;
     ledger record;
     fact_end bigint;
     entry_end bigint;
     block bytea;
   begin
     perform pg_advisory_xact_lock(hashtext('partner-office: seal history'));
     select * into head from chain_heads where chain = 'history';
     select * into audit from chain_heads where chain = 'audit';
     select * into before from history_seals where number = head.last;
     before.last_fact := coalesce(before.last_fact, 0);
     before.last_entry := coalesce(before.last_entry, 0);
     select coalesce(max(last_transfer_id), 0) as last, coalesce((array_agg(hash order by last_transfer_id desc))[1],
       ''::bytea) as hash into ledger from ledger_seals
       where last_transfer_id = (select max(last_transfer_id) from ledger_seals);
     fact_end := greatest(before.last_fact, least(upto_fact, before.last_fact + most));
     select coalesce(max(id), before.last_entry) into entry_end from (
       select id from journal where id > before.last_entry and id <= upto_entry order by id limit most) j;
     if (fact_end, entry_end, audit.last, ledger.last) = (before.last_fact, before.last_entry,
         coalesce(before.last_audit, 0), coalesce(before.last_transfer_id, 0)) then
       return false;
     end if;
     block := sha256(head.hash || sha256(fact_texts(before.last_fact, fact_end))
       || sha256(entry_texts(before.last_entry, entry_end)) || audit.hash || ledger.hash
       || convert_to(json_build_array(head.last + 1, fact_end, entry_end, audit.last, ledger.last, at)::text, 'UTF8'));
     insert into history_seals
       values (head.last + 1, fact_end, entry_end, audit.last, ledger.last, block, at);
     update chain_heads set last = last + 1, hash = block where chain = 'history';
     return true;
   end $$;
