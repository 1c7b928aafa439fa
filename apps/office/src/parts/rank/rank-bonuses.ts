import type { Rank } from '@partner-office/contracts'
import { useQuery } from '@tanstack/react-query'

import { decimalsShown, shownAmount, type ShownAmount } from '../../lib/formats.ts'
import { useOffice } from '../../lib/office.ts'
import { converted, rateQuery } from '../../lib/rates.ts'
import { useFormat } from '../../lib/use-format.ts'
import { isNonZero } from '../figures/eur.ts'

const FEWEST_DECIMALS = 2

type Bonuses = {
  readonly currency: 'UPT' | 'EUR'
  /** By the id of the rank; a rank without a bonus has none. */
  readonly amounts: ReadonlyMap<number, string>
  /** As many as the longest needs, so that all have the same. */
  readonly decimals: number
}

/**
 * The bonuses of ranks in UPT at a rate; in EUR where there is no rate.
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

/** Where an amount will stand whose rate is on its way. */
const BLANK: ShownAmount = { whole: '\u00a0', fraction: '', unit: '' }

/** How the bonuses of some ranks are shown. */
export type RankBonuses = {
  readonly currency: 'UPT' | 'EUR'
  /** Null for a rank without a bonus. */
  readonly of: (rank: Rank) => ShownAmount | null
}

/** The bonuses of ranks as they are shown, at the rate of now. Source: requirements RNK-034, RNK-035; decisions D-050. */
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
