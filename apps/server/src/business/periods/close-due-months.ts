import { audited } from '../audit/audit-log.ts'
import type { Core } from '../../core/core.ts'
import { closePeriod } from './close-period.ts'
import { dueMonths, noteFirstService } from './due-months.ts'

/** Closes all due months, oldest first, and returns them. Refuses: as `closePeriod`. */
export async function closeDueMonths(core: Core): Promise<string[]> {
  const now = core.clock()
  await noteFirstService(core.database.read, now)
  const due = await dueMonths(core.database.read, now)
  for (const month of due) {
    const entry = { actor: 'calendar', command: 'close', details: () => ({ month }) }
    await audited(core, entry, (on) => closePeriod(on, month))
  }
  return due
}
