import type { Rank } from '@partner-office/contracts'
import type { rankRowStatus } from '@partner-office/domain'

import type { ShownAmount } from '../../lib/formats/formats.ts'
import { isNonZero } from '../../parts/figures/eur.ts'

/** A rank of a ladder, as tables and lists show it. */
export type RankRow = {
  readonly rank: Rank
  readonly name: string
  /** Null for a rank without a bonus, undefined on the ladder without bonuses. */
  readonly bonus: ShownAmount | null | undefined
  readonly state: ReturnType<typeof rankRowStatus>
}

/** Value of `aria-current`. */
export const isCurrent = ({ state }: RankRow): true | undefined => state === 'current' || undefined

/** Whether a rank requires turnover; the first rank does not. */
export const hasTurnover = ({ turnover }: Rank): boolean => isNonZero(turnover)

/** Whether a rank limits the counting turnover of one leg; other ranks show a dash. Source: requirements RNK-031; D-042. */
export const hasLegLimit = ({ topPartnerPercents }: Rank): boolean =>
  topPartnerPercents.some((share) => share < 1)
