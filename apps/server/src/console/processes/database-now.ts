import { sql } from 'kysely'

/** The clock of the database, which all processes share. Units: epoch milliseconds. */
export const DATABASE_NOW = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
