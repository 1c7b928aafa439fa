import {
  type BonusValue,
  type Derivation,
  eurOf,
  type EurCents,
  eurCents,
  orderPercent,
  poolVolume,
  toDecimalText,
  valueOf,
} from '@partner-office/domain'

import { exactText } from '../../bonuses/bonus-texts.ts'

/** What the records of a part have in common. `base` is null where each record has its own order. */
export type PartRule = {
  readonly key: string
  readonly rank: string | null
  readonly percent: string | null
  readonly sharers: number | null
  readonly share: string
  readonly rate: string | null
  readonly base: string | null
}

/** Records that are computed alike. Units: `cents` of their orders, `units` the currency's smallest. */
export type Part = { readonly rule: PartRule; records: number; cents: bigint; units: bigint }

/** The code of a rank of a plan version. */
export type RankCodes = (planVersion: number, rankId: number) => string

/** The rule behind a record at an order or of a rank. */
export const ruleAtOrder = (
  key: string,
  { rank, percent, rate, base }: Pick<PartRule, 'rank' | 'percent' | 'rate' | 'base'>,
): PartRule => ({ key, rank, percent, sharers: null, share: '1', rate, base })

type OfRecord = { readonly pool: number | null; readonly window: number | null }

/** The rule behind a record of a closed month. */
export function ruleOfMonth(
  { value, share, rate, planVersion }: Derivation,
  { pool, window }: OfRecord,
  codes: RankCodes,
): PartRule {
  return {
    ...basisOf(value, (rankId) => codes(planVersion, rankId)),
    ...(pool !== null && { key: String(pool) }),
    ...(window !== null && { key: String(window) }),
    share: toDecimalText(share.share),
    rate: rate && exactText(rate.rate),
  }
}

type Basis = Pick<PartRule, 'key' | 'rank' | 'percent' | 'sharers' | 'base'>

function basisOf(value: BonusValue, codeOf: (rankId: number) => string): Basis {
  const plain = { key: '', rank: null, percent: null, sharers: null, base: null }
  switch (value.kind) {
    case 'order': {
      const { effective, paidBefore } = value
      const rank = effective.minimumRank?.code ?? null
      const percent = exactText(orderPercent(value))
      return { ...plain, key: exactText(paidBefore), rank, percent }
    }
    case 'target': {
      const { minimumRank, percent, target } = value.row
      const rank = minimumRank?.code ?? null
      return { ...plain, rank, percent: exactText(percent), base: euros(target) }
    }
    case 'amounts': {
      const rank = value.rows.at(-1)?.minimumRank?.code ?? null
      return { ...plain, rank, base: exactText(valueOf(value, null)) }
    }
    case 'coins':
      return { ...plain, base: exactText(value.coins) }
    case 'pool': {
      const { parts, rankId, achievers } = value
      const base = exactText(poolVolume(parts))
      return { ...plain, rank: codeOf(rankId), sharers: achievers, base }
    }
  }
}

const euros = (cents: EurCents): string => exactText(eurOf(cents))

/** A part as it is shown before its amount. Units: `base` in EUR, the orders' together where each record has its own. */
export const shownPart = ({ rule, records, cents }: Part) => ({
  ...rule,
  base: rule.base ?? euros(eurCents(cents)),
  records,
})

/** Parts with the same text have the same rule. */
export const ruleText = ({ key, rank, percent, sharers, share, rate, base }: PartRule): string =>
  JSON.stringify([key, rank, percent, sharers, share, rate, base])

type RuleFields = [
  PartRule['key'],
  PartRule['rank'],
  PartRule['percent'],
  PartRule['sharers'],
  PartRule['share'],
  PartRule['rate'],
  PartRule['base'],
]

/** The rule of a text. */
export function ruleOfText(text: string): PartRule {
  const [key, rank, percent, sharers, share, rate, base] = JSON.parse(text) as RuleFields
  return { key, rank, percent, sharers, share, rate, base }
}
