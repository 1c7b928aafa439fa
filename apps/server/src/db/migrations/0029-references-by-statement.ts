import { statements } from './statements.ts'

/** References by column, as `table.column`. */
export const REFERENCES_BY_STATEMENT = {
  bonus_records: {
    order_id: 'orders.id',
    transfer_id: 'transfers.id',
    plan_version: 'plans.version',
    rate_id: 'rates.id',
  },
  order_decisions: { order_id: 'orders.id', plan_version: 'plans.version', rate_id: 'rates.id' },
  rank_reaches: { order_id: 'orders.id', plan_version: 'plans.version' },
} as const

/**
 * Records refer to orders, transfers, plans and rates, whose rows are never changed or deleted. So a reference is checked
 * once, when it is inserted, and for all rows of a statement together: foreign keys check row by row, and they lock the
 * same few plans and rates again for each of thousands of rows.
 */
export const referencesByStatement = statements(
  ...Object.entries(REFERENCES_BY_STATEMENT).flatMap(([table, references]) => [
    ...Object.keys(references).map(
      (column) => `alter table ${table} drop constraint ${table}_${column}_fkey`,
    ),
    ...checkedByStatement(table, references),
  ]),
)

/** The trigger that checks the references of a table. Other plans than nested loops would read the whole ledger. */
export function checkedByStatement(
  table: string,
  references: Readonly<Record<string, string>>,
): string[] {
  const checks = Object.entries(references).map(([column, reference]) => {
    const [to, key] = reference.split('.')
    return `if exists (select from (select distinct i.${column} as id from inserted i where i.${column} is not null) named
         where not exists (select from ${to} r where r.${key} = named.id)) then
       raise exception '${table}.${column} names no row of ${to}' using errcode = '23503';
     end if;`
  })
  return [
    `create function check_references_of_${table}() returns trigger language plpgsql
     set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
     begin
       ${checks.join('\n       ')}
       return null;
     end $$`,
    `create trigger check_references after insert on ${table} referencing new table as inserted
       for each statement execute function check_references_of_${table}()`,
  ]
}
