import type { Rank as RankReply, RulePartner } from '@partner-office/contracts'
import {
  creditedAmount,
  decimalsOf,
  eurCents,
  eurOf,
  fiftyPercentRule,
  formatUnits,
  type Fraction,
  type Leg,
  type LegRule,
  multiply,
  type Rank,
  rankDisplayName,
  type RuledLeg,
  targetsOf,
  toDecimalText,
} from '@partner-office/domain'

/** What ranks are shown with: the rule, the largest legs of who asks, and who leads them. */
export type RankSurroundings = {
  readonly legRule: LegRule
  /** Largest first, at least as many as any rank has percents, or all. */
  readonly topLegs: readonly Leg[]
  readonly people: ReadonlyMap<number, Person>
  /** EUR to UPT; null where there is none, undefined where bonuses are not shown. */
  readonly uptRate: Fraction | null | undefined
}

export type Person = {
  readonly avatar: string
  readonly firstName: string
  readonly lastName: string
}

/** A rank as it is answered. Source: ENT-002; decisions D-042, D-047. */
export function rankView(rank: Rank, around: RankSurroundings): RankReply {
  const { id, code, turnover, legPercents } = rank
  const [leg1, leg2, rest] = targetsOf(rank)
  const isShown = around.uptRate !== undefined
  return {
    id,
    code,
    name: rankDisplayName(code),
    bonus: formatUnits(isShown ? rank.bonus : 0n, 2),
    bonuses: isShown ? bonusesOf(rank, around.uptRate) : {},
    turnover: formatUnits(turnover, 2),
    targets: [centsText(leg1), centsText(leg2), centsText(rest)],
    topPartnerPercents: legPercents.map(numberOf),
    percents: legPercents.map((share) => ({
      value: numberOf(share),
      max: centsText(multiply({ num: turnover, den: 1n }, share)),
    })),
    topPartners: rulePartners(rank, around).filter(({ leg }) => leg !== null),
  }
}

/**
 * A rank's bonus in the currencies it is shown in; UPT is left out without a rate.
 *
 * Rounding: cut at the currency's decimals.
 * Source: decisions B1, C10; RNK-034.
 */
export function bonusesOf({ bonus }: Rank, uptRate: Fraction | null): RankReply['bonuses'] {
  return {
    EUR: formatUnits(bonus, 2),
    ...(uptRate !== null && {
      UPT: formatUnits(creditedAmount(eurOf(bonus), uptRate, 'UPT').units, decimalsOf('UPT')),
    }),
    WIN: formatUnits(0n, decimalsOf('WIN')),
  }
}

/** The largest legs under the 50 % rule of a rank. Source: decisions D-041 to D-044; ENT-004. */
export function rulePartners(
  { turnover: target, legPercents: percents }: Rank,
  { topLegs: legs, legRule: rule, people }: RankSurroundings,
): RulePartner[] {
  return fiftyPercentRule({ legs, target, percents, rule }).legs.map((leg) => ({
    ...people.get(leg.userId)!,
    ...ruled(leg),
  }))
}

const ruled = ({ leg, percent, turnover, turnoverQualified, qualified }: RuledLeg) => ({
  leg,
  percent: percent === null ? null : numberOf(percent),
  turnover: formatUnits(turnover, 2),
  turnoverQualified: centsText(turnoverQualified),
  qualified,
})

const numberOf = (share: Fraction): number => Number(toDecimalText(share))

/** Cents as EUR: two decimals, more only where a cap falls below a cent. */
export function centsText(cents: Fraction): string {
  const text = toDecimalText(multiply(cents, eurOf(eurCents(1))))
  const decimals = text.split('.')[1]?.length ?? 0
  if (decimals === 0) return `${text}.00`
  return decimals === 1 ? `${text}0` : text
}
