import type { FastifyBaseLogger } from 'fastify'

import { audited } from '../audit/audit-log.ts'
import type { Core } from '../../core/core.ts'
import { auditFigures } from './audit-figures.ts'

/** Audit log entry about figures that differ from the facts; verify/audits.ts reads it. */
const FIGURES_DRIFT = 'figures drift'

const MOST_REPORTED = 20

/**
 * Audits a random part of the figures. Differences go to the metrics, the log and the audit log, where `verify` reads them.
 *
 * A difference is a bug, so nothing is repaired here. Figures with differences are never saved in the snapshot file.
 */
export async function auditAndReport(
  core: Core,
  log: FastifyBaseLogger,
  random: () => number,
): Promise<void> {
  const found = await auditFigures(core, random)
  if (found === null) return
  const { partners } = found
  core.network.countAudit({ partners, differences: found.differences.length })
  if (found.differences.length === 0) return
  const differences = found.differences.slice(0, MOST_REPORTED)
  log.error({ differences }, 'figures in memory differ from the facts; restart the server')
  const entry = { actor: 'auditor', command: FIGURES_DRIFT, details: () => ({ differences }) }
  await audited(core, entry, async () => {})
}
