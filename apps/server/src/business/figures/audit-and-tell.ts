import type { FastifyBaseLogger } from 'fastify'

import { audited } from '../audit/audit-log.ts'
import type { Core } from '../../core/core.ts'
import { auditFigures } from './audit-figures.ts'

/** Audit log entry about figures that differ from the facts; verify/audits.ts reads it. */
const FIGURES_DRIFT = 'figures drift'

const MOST_TOLD = 20

/**
 * Audit a piece of the figures and tell what does not agree: the network's count, the log, the audit log, and there
 * `verify`. Drift is a bug, so nothing is mended here; figures that drift are never kept in a file.
 */
export async function auditAndTell(
  core: Core,
  log: FastifyBaseLogger,
  random: () => number,
): Promise<void> {
  const found = await auditFigures(core, random)
  if (found === null) return
  const { partners } = found
  core.network.countAudit({ partners, differences: found.differences.length })
  if (found.differences.length === 0) return
  const differences = found.differences.slice(0, MOST_TOLD)
  log.error({ differences }, 'figures in memory are not what the facts say; start the server again')
  const entry = { actor: 'auditor', command: FIGURES_DRIFT, details: () => ({ differences }) }
  await audited(core, entry, async () => {})
}
