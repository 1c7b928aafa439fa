-- The row of operators' work on a new dispute.
create or replace function desk_of_dispute() returns trigger
language plpgsql as $$
begin
  insert into console.dispute_desks (dispute_id, since) values (new.id, new.opened_at);
  return null;
end $$;

create or replace trigger desk_of_dispute after insert on console.disputes
  for each row execute function desk_of_dispute();
