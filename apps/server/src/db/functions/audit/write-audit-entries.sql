create or replace function write_audit_entries(at bigint, actors text[], commands text[], details text[]) returns void
language plpgsql as $$
   declare
     head chain_heads;
   begin
     select * into head from chain_heads where chain = 'audit' for update;
     with numbered as (
       select head.last + e.place as id, e.actor, e.command, e.details::jsonb as arguments
       from unnest(actors, commands, details) with ordinality as e(actor, command, details, place)
     ), written as (
       insert into audit_log (id, at, actor, command, arguments, hash)
         select n.id, write_audit_entries.at, n.actor, n.command, n.arguments, hash_chain(audit_text(n.id,
           write_audit_entries.at, n.actor, n.command, n.arguments), head.hash) over (order by n.id)
         from numbered n
       returning id, hash
     )
     select w.id, w.hash into head.last, head.hash from written w order by w.id desc limit 1;
     update chain_heads set last = head.last, hash = head.hash where chain = 'audit';
   end $$;
