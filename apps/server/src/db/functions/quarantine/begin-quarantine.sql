-- Begins a quarantine unless one is open. Programs that restore a database call it before a process starts on it.
create or replace function begin_quarantine(reason text) returns void
language sql as $$
  insert into quarantines (began_at, reason, last_fact)
    select extract(epoch from clock_timestamp()) * 1000, begin_quarantine.reason, f.last_fact from fact_log f
    on conflict do nothing $$;
