import type { CallReply, getBonusMonths } from '@partner-office/contracts'
import { add, type BonusType, formatUnits, fraction, truncateToUnits } from '@partner-office/domain'

import { decimalsShown } from '../../lib/formats/formats.ts'

const DECIMALS = decimalsShown('UPT')

/** Unilevel bonuses of the newest month. Units: UPT. */
export function unilevelNow(months: CallReply<typeof getBonusMonths>) {
  const kinds = months.at(-1)?.kinds ?? []
  const paid = (type: BonusType): string =>
    kinds.find(({ bonusType }) => bonusType === type)?.amounts['UPT'] ?? '0'
  const direct = paid('DIRECT')
  const team = paid('TEAM')
  const total = add(fraction(direct), fraction(team))
  return { direct, team, total: formatUnits(truncateToUnits(total, DECIMALS), DECIMALS) }
}
