import type { Rank } from '@partner-office/contracts'
import { Money } from '@partner-office/ui'

import { Dash } from '../../parts/figures/dash.tsx'
import { useRankBonuses } from '../../parts/rank/rank-bonuses.ts'

/** The bonus of one rank, or a dash. Source: requirements RNK-033. */
export function RankBonus({ rank }: { rank: Rank }) {
  const amount = useRankBonuses([rank]).of(rank)
  return amount === null ? <Dash /> : <Money {...amount} />
}
