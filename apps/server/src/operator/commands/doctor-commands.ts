import { examineData } from '../doctor/examine-data.ts'
import { findingsText } from '../doctor/finding.ts'
import { DONE, type Handler, REFUSED } from './handler.ts'

/** What the process that owns an embedded database adds to `examine`: faults that its data show. */
export const doctor: Handler = async ({ core, command: { options }, io }) => {
  const findings = await examineData(core.database.read, { now: core.clock() })
  await io.out(findingsText(findings, options['json'] !== undefined))
  return findings.length === 0 ? DONE : REFUSED
}
