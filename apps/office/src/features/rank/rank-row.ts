import type { Rank } from '@partner-office/contracts'
import type { rankRowStatus } from '@partner-office/domain'

import type { ShownAmount } from '../../lib/formats.ts'
import { isNonZero } from '../../parts/figures/eur.ts'

/** A rank of a ladder as it is drawn, in whichever arrangement. */
export type RankRow = {
  readonly rank: Rank
  readonly name: string
  /** Null for a rank without a bonus, undefined on the ladder without bonuses. */
  readonly bonus: ShownAmount | null | undefined
  readonly state: ReturnType<typeof rankRowStatus>
}

/** What `aria-current` is told. */
export const isCurrent = ({ state }: RankRow): true | undefined => state === 'current' || undefined

/** Whether a rank asks for any turnover; the first one does not. */
export const hasTurnover = ({ turnover }: Rank): boolean => isNonZero(turnover)

/** Whether a rank limits what one leg may bring; the others show a dash in its place. Source: requirements RNK-031; D-042. */
export const hasLegLimit = ({ topPartnerPercents }: Rank): boolean =>
  topPartnerPercents.some((share) => share < 1)
