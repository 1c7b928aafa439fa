import { audited } from '../audit/audit-log.ts'
import { type Core, NO_PROGRESS } from '../../core/core.ts'
import { readSetting } from '../settings/read-settings.ts'
import { closePeriod } from './close-period.ts'
import { readClosings } from './closing.ts'
import type { OnBegin } from './prepare-closing.ts'
import { dueMonths, noteFirstService } from './due-months.ts'

/** The months that were closed; or the reason why the due ones are left to an operator. */
type Closed = { readonly closed: string[]; readonly heldBy: string | null }

/**
 * Closes all due months, oldest first. A clock that is not to be relied on closes none: a closing cannot be undone. With the
 * setting `closeByItself` off, it only finishes closings that have begun.
 *
 * Refuses: as `closePeriod`.
 * Source: decisions C11.11, D-159.
 */
export async function closeDueMonths(core: Core, onBegin?: OnBegin): Promise<Closed> {
  const now = core.clock()
  await noteFirstService(core.database.read, now)
  const problem = await core.trustedClock.problem(core.database.read)
  const due = await dueMonths(core.database.read, now)
  if (due.length > 0 && problem !== null) return { closed: [], heldBy: problem }
  const isByItself = (await readSetting(core.database.read, 'closeByItself')) !== 'FALSE'
  const open = (await readClosings(core.database.read)).filter(({ isSealed }) => !isSealed)
  // What an operator has begun is finished in any case.
  const months = isByItself ? due : open.map(({ period }) => period)
  for (const month of months) {
    const entry = { actor: 'calendar', command: 'close', details: () => ({ month }) }
    await audited(core, entry, (on) => closePeriod(on, month, NO_PROGRESS, onBegin))
  }
  const waits = due.some((month) => !months.includes(month))
  return { closed: months, heldBy: waits ? 'closeByItself is FALSE' : null }
}
