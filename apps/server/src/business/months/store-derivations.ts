import type { MonthClose } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Closing } from './closing.ts'
import { derivationDocument } from './derivation-document.ts'

/**
 * Stores the derivations of a month's records, once and before the records.
 *
 * Fails if other derivations are stored already: another version of the rules has begun this closing.
 */
export async function storeDerivations(
  core: Core,
  { id }: Closing,
  { basis: { period }, derivations }: MonthClose,
): Promise<void> {
  const rows = derivations.map((derivation, number) => ({
    number,
    document: JSON.parse(derivationDocument(derivation)) as object,
  }))
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d(number integer, document jsonb)`
  await core.database.transaction(async (tx) => {
    await sql`
      insert into bonus_derivations select ${id}, ${period}, d.number, d.document from ${given}
      on conflict do nothing`.execute(tx)
    const stored = await sql`
      select from (
        select number, document from bonus_derivations where closing_id = ${id} and period = ${period}) b
      full join ${given} on d.number = b.number
      where d.document is distinct from b.document`.execute(tx)
    if (stored.rows.length > 0) {
      throw new Error(
        `Closing ${id} was begun by other rules: ${period} is computed differently now`,
      )
    }
  })
}
