import { sql } from 'kysely'

import type { Tx } from '../db/database.ts'
import type { FiguresEngine } from '../network/figures-engine.ts'
import type { Family } from './check.ts'

/** The figures are newer than the database snapshot, because another caller has applied further facts. */
export class FiguresMoved extends Error {
  override readonly name = 'FiguresMoved'
}

const ROWS_A_WRITE = 20_000

/**
 * Writes the figures of all partners, as the product answers them, to the table `v_engine`. Units: cents, milliseconds.
 *
 * Refuses: `FiguresMoved`, unless it `mayBeAhead`.
 */
export const answers = ({ mayBeAhead }: { readonly mayBeAhead: boolean }): Family => ({
  name: 'answers',
  prepare: [
    `create temp table v_engine (id numeric, sponsor_id numeric, registered_at numeric, own numeric, fl_size numeric,
       fl_turnover numeric, team_size numeric, team_turnover numeric, active_until numeric, blocked numeric,
       held numeric, held_bonus numeric)`,
    async (tx, { network }) => {
      await network.catchUp(tx)
      const { lastFact } = await tx
        .selectFrom('factLog')
        .select('lastFact')
        .executeTakeFirstOrThrow()
      const { engine } = network
      const { asOf } = engine
      await writeFigures(tx, engine)
      const isAhead = asOf > lastFact || engine.asOf > asOf
      if (isAhead && !mayBeAhead) throw new FiguresMoved()
      await sql`create temp table v_engine_at as select ${asOf}::bigint as as_of`.execute(tx)
    },
    `analyze v_engine`,
  ],
  checks: [
    {
      name: 'the figures stand at the last fact',
      differences: `
        select format('the figures stand at fact %s, the facts end at %s', e.as_of, l.last_fact) as difference
        from v_engine_at e, fact_log l where e.as_of <> l.last_fact`,
    },
  ],
})

async function writeFigures(tx: Tx, engine: FiguresEngine): Promise<void> {
  for (let start = 0; start < engine.size; start += ROWS_A_WRITE) {
    const rows = engineRows(engine, start, Math.min(engine.size, start + ROWS_A_WRITE))
    await sql`
      insert into v_engine
      select * from jsonb_populate_recordset(null::v_engine, ${JSON.stringify(rows)}::jsonb)`.execute(
      tx,
    )
  }
}

function engineRows(engine: FiguresEngine, from: number, to: number): object[] {
  return Array.from({ length: to - from }, (_, at) => {
    const row = from + at
    const figures = engine.figuresAt(row)
    const parent = engine.parent[row]!
    return {
      id: engine.ids[row],
      sponsor_id: parent < 0 ? null : engine.ids[parent],
      registered_at: engine.registeredAt[row],
      own: figures.ownTurnover,
      fl_size: figures.flSize,
      fl_turnover: figures.flTurnover,
      team_size: figures.teamSize,
      team_turnover: figures.teamTurnover,
      active_until: figures.activeUntil,
      blocked: engine.blocked[row],
      held: engine.heldOrdinary[row],
      held_bonus: engine.heldBonus[row],
    }
  })
}
