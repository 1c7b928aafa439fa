import type { Migration } from 'kysely/migration'

/** Indexes for the filters of the list of orders stood here: they are in `large-indexes.sql` now. Source: requirements ORC-001. */
export const ordersOfTheConsole: Migration = { async up() {} }
