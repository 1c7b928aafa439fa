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
 * Closes all due months, oldest first. A clock that is not to be relied on closes none, since a closing cannot be undone, and
 * neither does the setting `closeByItself` when it is off. Closings that have begun are finished in any case: their results are
 * fixed, and the process that leads next may have started just now, with a clock that is not known yet.
 *
 * Refuses: as `closePeriod`.
 * Source: decisions C11.11, D-159; cluster.md, CLU-009.
 */
export async function closeDueMonths(core: Core, onBegin?: OnBegin): Promise<Closed> {
  const now = core.clock()
  await noteFirstService(core.database.read, now)
  const reason = await reasonToWait(core)
  const due = await dueMonths(core.database.read, now)
  const open = (await readClosings(core.database.read)).filter(({ isSealed }) => !isSealed)
  const begun = open.map(({ period }) => period)
  const months = [...new Set([...begun, ...(reason === null ? due : [])])]
  for (const month of months) {
    const entry = { actor: 'calendar', command: 'close', details: () => ({ month }) }
    await audited(core, entry, (on) => closePeriod(on, month, NO_PROGRESS, onBegin))
  }
  const waits = due.some((month) => !months.includes(month))
  return { closed: months, heldBy: waits ? reason : null }
}

/** Why no closing begins by itself now; null: nothing keeps it from beginning. Each call is a look at the clock. */
async function reasonToWait({ database: { read }, trustedClock }: Core): Promise<string | null> {
  const problem = await trustedClock.problem(read)
  if (problem !== null) return problem
  return (await readSetting(read, 'closeByItself')) === 'FALSE' ? 'closeByItself is FALSE' : null
}
