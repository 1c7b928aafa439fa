import { sql } from 'kysely'

import { ofRecords, type StoredRecord } from '../business/bonuses/explain/stored-record.ts'
import type { Db } from '../db/database.ts'

/** Every bonus record, by id. */
export async function readAllRecords(db: Db): Promise<StoredRecord[]> {
  const { rows } = await sql<StoredRecord>`${ofRecords} order by b.id`.execute(db)
  return rows
}
