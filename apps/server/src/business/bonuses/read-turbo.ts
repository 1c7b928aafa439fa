import type { TurboRecord } from '@partner-office/contracts'
import { type EurRow, planAt, turboWindowAt } from '@partner-office/domain'

import type { BonusSources } from './bonus-sources.ts'
import { askedInstant, wrongPeriod } from './asked-period.ts'
import { openOwnDesk } from './bonus-desk.ts'
import { checkpointRecord, type CheckpointProgramme } from './read-checkpoints.ts'

export const CYCLED_TURBO: CheckpointProgramme<EurRow> = {
  type: 'CYCLED_TURBO',
  of: ({ programmes }) => programmes.cycledTurbo,
  valueOfRow: (row) => ({ kind: 'amounts', rows: [row] }),
  valueOfAll: (rows) => ({ kind: 'amounts', rows }),
  percentOf: () => null,
}

/**
 * How cycled turbo stands in the window that holds an instant; it is closed once the month it ends in is.
 *
 * Costs the window's orders of lines 1 to 3.
 *
 * Refuses: `validation_error`, before the registration too; `data_not_ready`.
 * Source: decisions C5, C11.9.
 */
export async function readTurbo(
  { core, people }: BonusSources,
  partnerId: number,
  asked: number | undefined,
): Promise<TurboRecord> {
  const at = askedInstant(asked, core.clock(), 'bonusPeriod')
  const db = core.database.read
  const { plan } = planAt(await core.plans.versions(db), at)
  const { registeredAt } = await db
    .selectFrom('partners')
    .select('registeredAt')
    .where('id', '=', partnerId)
    .executeTakeFirstOrThrow()
  const window = turboWindowAt(registeredAt, at, plan.programmes.cycledTurbo.windowDays)
  if (window === null) throw wrongPeriod('bonusPeriod')
  const desk = await openOwnDesk(core, partnerId, window)
  const record = await checkpointRecord(people, desk, CYCLED_TURBO, window.index)
  return { ...record, windowStart: window.start, windowEnd: window.end }
}
