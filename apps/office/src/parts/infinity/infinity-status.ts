import type { BonusRecord } from '@partner-office/contracts'
import { compare, fraction } from '@partner-office/domain'

/** Status of infinity; a month that can earn nothing more is `disabled`. */
export type InfinityStatus = 'disabled' | 'reached' | 'inProgress'

/** Whether the target of the month is met. */
export const meetsTarget = ({ countingTurnover, targetTurnover }: BonusRecord): boolean =>
  compare(fraction(countingTurnover), fraction(targetTurnover)) >= 0

/** The status of a month's record. Source: requirements INF-014 to INF-016; decisions D-055. */
export function infinityStatus(record: BonusRecord, isCurrent: boolean): InfinityStatus {
  if (!isCurrent || !record.enabled) return 'disabled'
  return meetsTarget(record) ? 'reached' : 'inProgress'
}
