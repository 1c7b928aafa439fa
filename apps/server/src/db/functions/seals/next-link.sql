-- The next link of a hash chain: SHA-256 over the link before and the item. `start` comes before the first item.
create or replace function next_link(link bytea, item bytea, start bytea) returns bytea
language plpgsql immutable as $$
begin
  return sha256(coalesce(link, start, ''::bytea) || item);
end $$;

-- The links of a chain over rows, as a window function: hash_chain(item, start) over (order by ...).
create or replace aggregate hash_chain(item bytea, start bytea) (sfunc = next_link, stype = bytea);
