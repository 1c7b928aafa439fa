import type { TurboRecord } from '@partner-office/contracts'
import { type EurRow, formatUnits, planAt, turboWindowAt } from '@partner-office/domain'

import { askedInstant, wrongPeriod } from './asked-period.ts'
import { openCallerContext } from './bonus-context.ts'
import type { BonusSources } from './bonus-sources.ts'
import { checkpointRecord, type CheckpointProgramme } from './read-checkpoints.ts'

export const CYCLED_TURBO: CheckpointProgramme<EurRow> = {
  type: 'CYCLED_TURBO',
  of: ({ programmes }) => programmes.cycledTurbo,
  worth: (rows) => ({ kind: 'amounts', rows }),
  requirement: ({ amount }) => ({ amount: formatUnits(amount, 2), currency: 'EUR' }),
}

/**
 * Reads how cycled turbo stands in the window of an instant. The window is closed with the month that it ends in.
 *
 * Costs the window's orders of lines 1 to 3.
 *
 * Refuses: `validation_error`, also before the registration; `data_not_ready`.
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
  const context = await openCallerContext(core, partnerId, window)
  const record = await checkpointRecord(people, context, CYCLED_TURBO, window.index)
  return { ...record, windowStart: window.start, windowEnd: window.end }
}
