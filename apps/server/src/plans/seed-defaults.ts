import { DEFAULT_PLAN_DOCUMENT, STARTING_RATES } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Database } from '../db/database.ts'

/**
 * Inserts the default plan and the starting rates into an empty database.
 *
 * Servers that start at the same moment queue at an advisory lock; only the first finds the tables empty.
 *
 * Source: decisions B, B4.
 */
export async function seedDefaults(database: Database, now: number): Promise<void> {
  if (await isSeeded(database)) return
  await database.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('partner-office: seed'))`.execute(tx)
    await sql`
      insert into plans (version, valid_from, document, loaded_at)
      select 1, ${DEFAULT_PLAN_DOCUMENT.validFrom}, ${JSON.stringify(DEFAULT_PLAN_DOCUMENT)}::jsonb, ${now}
      where not exists (select from plans)`.execute(tx)
    await sql`
      insert into rates (from_currency, to_currency, rate_type, rate, set_at)
      select "from", "to", "rateType", rate, ${now}
      from jsonb_to_recordset(${JSON.stringify(STARTING_RATES)}::jsonb)
        as r("from" text, "to" text, "rateType" text, rate numeric)
      where not exists (select from rates)`.execute(tx)
  })
}

/** Checked first, so that a start on a full disk writes nothing. */
async function isSeeded({ read }: Database): Promise<boolean> {
  const { rows } = await sql<{ seeded: boolean }>`
    select exists (select from plans) and exists (select from rates) as seeded`.execute(read)
  return rows[0]!.seeded
}
