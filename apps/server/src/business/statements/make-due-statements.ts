import { type Core, NO_PROGRESS, type Progress } from '../../core/core.ts'
import { audited } from '../audit/audit-log.ts'
import { makeStatements } from './make-statements.ts'
import { unfinishedRuns } from './statement-runs.ts'

/**
 * Makes the statements of the months that were closed, or continues where a process was killed; returns the months.
 *
 * Source: decisions D-062.
 */
export async function makeDueStatements(
  core: Core,
  progress: Progress = NO_PROGRESS,
): Promise<string[]> {
  const due = await unfinishedRuns(core.database.read)
  for (const month of due) {
    const entry = { actor: 'calendar', command: 'reports make', details: () => ({ month }) }
    await audited(core, entry, (on) => makeStatements(on, month, progress))
  }
  return due
}
