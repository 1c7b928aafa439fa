import { audited } from '../audit/audit-log.ts'
import type { Core } from '../../core/core.ts'
import { closePeriod } from './close-period.ts'
import { dueMonths, noteFirstService } from './due-months.ts'

/** Close what is to be closed by itself, oldest month first; answers the months. Refuses: as `closePeriod`. */
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
