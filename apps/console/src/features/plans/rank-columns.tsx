import { getPlanHolders } from '@partner-office/contracts'
import {
  compare,
  formatUnits,
  type Fraction,
  multiply,
  ONE,
  parseDecimal,
  ratio,
  truncateToUnits,
  valueAt,
} from '@partner-office/domain'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { countText } from '../../lib/figures.ts'
import { queryOf } from '../../lib/query-of.ts'
import { Amount } from '../../parts/amount.tsx'
import { typedLeaf } from './plan-texts.ts'

/** A column beside the values of a plan: what follows from a row, or what is so today. */
export type ExtraColumn = {
  readonly text: string
  readonly cell: (row: unknown) => ReactNode
}

/** The caps of a rank's legs, and how many partners hold it now. */
export function useRankColumns(ranks: readonly unknown[]): readonly ExtraColumn[] {
  const { t } = useTranslation()
  const { api } = useConsole()
  const { data, isError } = useQuery(queryOf(api, getPlanHolders))
  const most = Math.max(0, ...ranks.map((rank) => legsOf(rank).length))
  const caps = Array.from({ length: most }, (_, leg) => ({
    text: t('plan.capOfLeg', { leg: leg + 1 }),
    cell: (rank: unknown) => <Amount amount={capOf(rank, leg)} />,
  }))
  const held = (rank: unknown) => {
    const code = typedLeaf(valueAt(rank, ['code']))
    const found = data?.content.find((each) => each.code === code)
    if (found !== undefined) return countText(found.partners)
    return data === undefined && !isError ? '…' : '–'
  }
  return [...caps, { text: t('plan.heldNow'), cell: held }]
}

function legsOf(rank: unknown): readonly unknown[] {
  const legs = valueAt(rank, ['legs'])
  return Array.isArray(legs) ? legs : []
}

/** What a leg counts at most; null without a cap, and while a value is no number. Units: EUR. Rounding: down, to cents. */
function capOf(rank: unknown, leg: number): string | null {
  const turnover = decimalIn(valueAt(rank, ['turnover']))
  const share = decimalIn(legsOf(rank)[leg])
  if (turnover === null || share === null || compare(share, ONE) >= 0) return null
  return formatUnits(truncateToUnits(multiply(turnover, share), 2), 2)
}

function decimalIn(value: unknown): Fraction | null {
  const parsed = parseDecimal(typedLeaf(value), { maxIntegerDigits: 15, maxDecimals: 15 })
  return parsed && ratio(parsed.units, 10n ** BigInt(parsed.decimals))
}
