-- The one lock that orders all facts: whoever writes facts takes it first and keeps it until the commit.
create or replace function lock_fact_log() returns fact_log
language sql as $$ select f.* from fact_log f where f.only_row for update $$;
