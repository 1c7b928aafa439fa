import { sql } from 'kysely'

import type { Family } from './check.ts'

const DAY_MS = 86_400_000

/** Differences that the servers have found in the figures in their own memory. */
export const audits: Family = {
  name: 'audits',
  prepare: [
    async (tx, { clock }) => {
      await sql`
        create temp table v_drifts as
        select id, at, arguments from audit_log
        where command = 'figures drift' and at > ${sql.lit(clock() - DAY_MS)}`.execute(tx)
    },
  ],
  checks: [
    {
      name: 'no server has found figures in its memory that the facts do not say, for a day',
      differences: `
        select format('a server has found at %s: %s', at, d.difference) as difference
        from v_drifts, jsonb_array_elements_text(arguments -> 'differences') d(difference) order by id`,
    },
  ],
}
