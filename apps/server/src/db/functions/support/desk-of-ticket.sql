-- The row of operators' work on a new ticket, also on one that the version before takes during an upgrade.
create or replace function desk_of_ticket() returns trigger
language plpgsql as $$
begin
  insert into console.ticket_desks (ticket_id, since) values (new.id, new.created_at);
  return null;
end $$;

create or replace trigger desk_of_ticket after insert on tickets
  for each row execute function desk_of_ticket();
