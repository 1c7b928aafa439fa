create or replace function audit_text(id bigint, at bigint, actor text, command text, arguments jsonb) returns bytea
language sql stable as $$
     select convert_to(json_build_array(id, at, actor, command, arguments)::text, 'UTF8') $$;
