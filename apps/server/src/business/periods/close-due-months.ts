import { audited } from '../audit/audit-log.ts'
import { type Core, NO_PROGRESS } from '../../core/core.ts'
import { closePeriod } from './close-period.ts'
import type { OnBegin } from './prepare-closing.ts'
import { dueMonths, noteFirstService } from './due-months.ts'

/** Closes all due months, oldest first, and returns them. Refuses: as `closePeriod`. */
export async function closeDueMonths(core: Core, onBegin?: OnBegin): Promise<string[]> {
  const now = core.clock()
  await noteFirstService(core.database.read, now)
  const due = await dueMonths(core.database.read, now)
  for (const month of due) {
    const entry = { actor: 'calendar', command: 'close', details: () => ({ month }) }
    await audited(core, entry, (on) => closePeriod(on, month, NO_PROGRESS, onBegin))
  }
  return due
}
