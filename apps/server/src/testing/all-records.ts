import { sql } from 'kysely'

import { readStored, type StoredRecord } from '../business/bonuses/explain/stored-record.ts'
import type { Db } from '../db/database.ts'

/** Every bonus record, by id. */
export const readAllRecords = (db: Db): Promise<StoredRecord[]> =>
  readStored(db, sql`order by b.id`)
