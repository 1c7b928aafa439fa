import type { UnilevelPercent } from '@partner-office/contracts'
import { toDecimalText } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'

/**
 * Reads the unilevel tables of the plan in force, oldest first, nearest depths first.
 *
 * Source: api.md, "Ranks and bonuses"; decisions B2.
 */
export async function readUnilevel(core: Core): Promise<UnilevelPercent[]> {
  const { plan } = await core.plans.at(core.database.read, core.clock())
  return plan.unilevel
    .map((row) => ({ ...row, percent: toDecimalText(row.percent) }))
    .sort((a, b) => a.validFrom - b.validFrom || a.depthFrom - b.depthFrom)
}
