create or replace function entry_texts(after bigint, upto bigint) returns bytea
language sql stable as $$
     select coalesce(string_agg(convert_to(json_build_array(id, place, key, content)::text, 'UTF8'), '\x0a'::bytea
       order by id), ''::bytea) from journal where id > after and id <= upto $$;
