import {
  checkedByStatement,
  REFERENCES_BY_STATEMENT as BEFORE,
} from './0029-references-by-statement.ts'
import { statements } from './statements.ts'

/** What the trigger `check_references` of each table checks, from here on: references by column, as `table.column`. */
export const REFERENCES_BY_STATEMENT = {
  ...BEFORE,
  bonus_records: {
    ...BEFORE.bonus_records,
    partner_id: 'partners.id',
    reverses_id: 'bonus_records.id',
  },
  transfers: { partner_account_id: 'accounts.id' },
} as const

/**
 * A credit has one transfer and one record, and the foreign keys to its partner and account were checked row by row: a
 * tenth of what the database does for an order. They are checked by statement, as the others, since the rows they name stay: partners
 * did before, accounts do from here on. Records that reverse nothing leave the index of reversals.
 */
export const fewerRowChecks = statements(
  `drop trigger check_references on bonus_records`,
  `drop function check_references_of_bonus_records`,
  ...Object.entries({
    partner_id: 'bonus_records',
    reverses_id: 'bonus_records',
    partner_account_id: 'transfers',
  }).map(([column, table]) => `alter table ${table} drop constraint ${table}_${column}_fkey`),
  ...checkedByStatement('bonus_records', REFERENCES_BY_STATEMENT.bonus_records),
  ...checkedByStatement('transfers', REFERENCES_BY_STATEMENT.transfers),

  `alter table bonus_records drop constraint bonus_records_reverses_id_key`,
  `create unique index bonus_records_reversed on bonus_records (reverses_id) where reverses_id is not null`,

  `create trigger accounts_stay before delete or truncate on accounts
     for each statement execute function refuse_change()`,
  `create trigger accounts_keep_their_owner before update of id, partner_id, name, currency on accounts
     for each row execute function refuse_change()`,
)
