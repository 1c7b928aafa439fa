import type { Rank } from '@partner-office/contracts'
import { useQuery } from '@tanstack/react-query'

import { decimalsShown, shownAmount, type ShownAmount } from '../../lib/formats/formats.ts'
import { useOffice } from '../../lib/session/office.ts'
import { converted, rateQuery } from '../../lib/queries/rates.ts'
import { useFormat } from '../../lib/formats/use-format.ts'
import { isNonZero } from '../figures/eur.ts'

const FEWEST_DECIMALS = 2

type Bonuses = {
  readonly currency: 'UPT' | 'EUR'
  /** Bonuses by rank id; ranks without a bonus are missing. */
  readonly amounts: ReadonlyMap<number, string>
  /** Decimals of the longest amount, so that all have the same number. */
  readonly decimals: number
}

/**
 * Bonuses of ranks in UPT at a rate; in EUR without a rate.
 *
 * Rounding: towards zero, at the decimals of a coin.
 * Source: requirements RNK-033, RNK-034; decisions D-049.
 */
export function rankBonuses(ranks: readonly Rank[], rate: string | undefined): Bonuses {
  const given = ranks.filter(({ bonus }) => isNonZero(bonus))
  const inUpt = (eur: string): string =>
    rate === undefined ? eur : converted(eur, rate, decimalsShown('UPT'))
  const amounts = new Map(given.map(({ id, bonus }) => [id, inUpt(bonus)]))
  return {
    currency: rate === undefined ? 'EUR' : 'UPT',
    amounts,
    decimals: Math.max(FEWEST_DECIMALS, ...[...amounts.values()].map(decimalsNeeded)),
  }
}

const decimalsNeeded = (amount: string): number =>
  (amount.split('.')[1] ?? '').replace(/0+$/, '').length

/** Placeholder of an amount while its rate loads. */
const BLANK: ShownAmount = { whole: '\u00a0', fraction: '', unit: '' }

/** Bonuses of some ranks, as screens show them. */
export type RankBonuses = {
  readonly currency: 'UPT' | 'EUR'
  /** Null for a rank without a bonus. */
  readonly of: (rank: Rank) => ShownAmount | null
}

/** Bonuses of ranks at the current rate. Source: requirements RNK-034, RNK-035; decisions D-050. */
export function useRankBonuses(ranks: readonly Rank[]): RankBonuses {
  const { api, config } = useOffice()
  const { style } = useFormat()
  const { data, isPending } = useQuery(rateQuery(api, config, 'EUR', 'UPT'))
  const { currency, amounts, decimals } = rankBonuses(ranks, data?.rate)
  const of = ({ id }: Rank): ShownAmount | null => {
    const amount = amounts.get(id)
    if (amount === undefined) return null
    return isPending ? BLANK : shownAmount(amount, currency, style, decimals)
  }
  return { currency: isPending ? 'UPT' : currency, of }
}
