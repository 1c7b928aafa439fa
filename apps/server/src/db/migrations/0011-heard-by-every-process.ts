import { appendOnly, statements } from './statements.ts'

/**
 * What lets every process follow the others: where the logs stand is announced with each commit, and changes of partners
 * have numbers, as facts have.
 *
 * The row of `change_log` is locked until the commit, so the numbers of changes follow the order of commits. It comes
 * after the row of the partner, and nothing is locked after it but rows of the same partner.
 */
export const heardByEveryProcess = statements(
  `alter table fact_log add column log_id uuid not null default gen_random_uuid()`,
  `comment on column fact_log.log_id is 'tells one history of facts from another'`,

  `create table change_log (
     only_row boolean primary key default true check (only_row),
     last_change bigint not null check (last_change >= 0))`,
  `insert into change_log (last_change) values (0)`,
  `create table partner_changes (
     change bigint primary key,
     partner_id bigint not null)`,
  `create function record_partner_change() returns trigger language plpgsql as $$
   declare
     mine bigint;
   begin
     update change_log set last_change = last_change + 1 returning last_change into mine;
     insert into partner_changes (change, partner_id) values (mine, new.id);
     return null;
   end $$`,
  `create trigger changes_are_recorded after update on partners for each row
     when (old.* is distinct from new.*) execute function record_partner_change()`,

  `create function announce() returns trigger language plpgsql as $$
   begin
     perform pg_notify('partner_office', '');
     return null;
   end $$`,
  ...['fact_log', 'change_log', 'plans'].map(
    (table) =>
      `create trigger changes_are_announced after insert or update on ${table}
         for each statement execute function announce()`,
  ),

  `grant select, update on change_log to partner_office_app`,
  ...appendOnly('partner_changes'),
)
