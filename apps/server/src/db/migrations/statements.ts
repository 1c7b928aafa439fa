import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A migration that runs these statements, one after the other. */
export const statements = (...texts: readonly string[]): Migration => ({
  async up(db) {
    for (const text of texts) await sql.raw(text).execute(db)
  },
})

/** Rows of these tables are written once: the application's role may not change them, and a trigger refuses anybody. */
export const appendOnly = (...tables: readonly string[]): string[] =>
  tables.flatMap((table) => [
    `create trigger append_only before update or delete or truncate on ${table}
       for each statement execute function refuse_change()`,
    `grant select, insert on ${table} to partner_office_app`,
  ])
