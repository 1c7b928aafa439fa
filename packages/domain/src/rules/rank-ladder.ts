import type { Fraction } from '../fraction.ts'
import { eurCents, type EurCents } from '../money.ts'
import type { Plan, Rank } from '../plan/plan.ts'
import { countingTurnover, reachesTarget } from './fifty-percent-rule.ts'
import { progressPercent } from './progress-percent.ts'

/**
 * Where a partner stands on the ladder.
 *
 * Units: turnovers and bonus in EUR cents, `progress` in whole percent; `targetRank` is the next
 * rank, or the top rank if it is held, and the three figures after it are against that rank.
 */
export type RankStanding = {
  readonly currentRank: Rank
  readonly nextRank: Rank | null
  readonly targetRank: Rank
  readonly countingTurnover: Fraction
  readonly targetTurnover: EurCents
  readonly progress: number
  readonly nextBonus: EurCents
}

/**
 * The current and the next rank of a partner, and how far the next one is.
 *
 * Units: `total` and `topLegs` in EUR cents as for `countingTurnover`, `total` by `rankTurnover`.
 * Source: decisions C1 "For ranks", D-045, D-046.
 */
export function rankStanding({
  plan,
  heldRankId,
  total,
  topLegs,
}: {
  plan: Plan
  heldRankId: number | null
  total: bigint
  topLegs: readonly bigint[]
}): RankStanding {
  const currentRank = currentRankOf(plan, heldRankId, highestReachedRank(plan, total, topLegs))
  const nextRank = plan.ranks.find((rank) => rank.id > currentRank.id) ?? null
  const targetRank = nextRank ?? currentRank
  const target = targetRank.turnover
  const { legPercents: percents } = targetRank
  const counting = countingTurnover({ total, topLegs, target, percents, rule: plan.legRule })
  return {
    currentRank,
    nextRank,
    targetRank,
    countingTurnover: counting,
    targetTurnover: target,
    progress: progressPercent(counting, target),
    nextBonus: nextRank?.bonus ?? eurCents(0n),
  }
}

/** A rank once held is kept, unless the plan says otherwise (D-046). */
function currentRankOf(plan: Plan, heldRankId: number | null, reached: Rank): Rank {
  if (!plan.ranksAreKept || heldRankId === null || heldRankId <= reached.id) return reached
  // A later plan may have dropped the very rank that is held: the next one below it stands in.
  return plan.ranks.findLast((rank) => rank.id <= heldRankId) ?? reached
}

/**
 * The turnover that counts for ranks: the team's, and the own turnover if the plan counts it.
 *
 * Source: decisions D-045, C11.19.
 */
export function rankTurnover(
  plan: Plan,
  { ownTurnover, teamTurnover }: { ownTurnover: EurCents; teamTurnover: EurCents },
): EurCents {
  return plan.countOwnTurnover ? eurCents(ownTurnover + teamTurnover) : teamTurnover
}

/**
 * The highest rank whose own turnover is reached under the 50 % rule.
 *
 * Units: as for `rankStanding`.
 * Source: decisions C1 "For ranks".
 */
export function highestReachedRank(
  plan: Pick<Plan, 'ranks' | 'legRule'>,
  total: bigint,
  topLegs: readonly bigint[],
): Rank {
  // From the top: ranks may differ in their legs, so a rank that fails does not decide the ranks above.
  for (let i = plan.ranks.length - 1; i > 0; i -= 1) {
    const { turnover: target, legPercents: percents } = plan.ranks[i]!
    if (reachesTarget({ total, topLegs, target, percents, rule: plan.legRule })) {
      return plan.ranks[i]!
    }
  }
  return entryRank(plan)
}

/**
 * The ranks to credit when a rank is reached: every one above the highest credited so far, in id
 * order. Ranks without a bonus are among them; they count as credited and write no record.
 *
 * Source: decisions C2, D-048, C11.6.
 */
export function ranksToCredit(
  plan: Plan,
  heldRankId: number | null,
  reachedRankId: number,
): Rank[] {
  return plan.ranks.filter((rank) => rank.id > (heldRankId ?? 0) && rank.id <= reachedRankId)
}

/** The rank of a new partner. */
export function entryRank(plan: Pick<Plan, 'ranks'>): Rank {
  const [first] = plan.ranks
  if (!first) throw new RangeError('The plan has no ranks')
  return first
}

/**
 * The status of a row of the ranks table. Ranks are compared by id.
 *
 * Source: RNK-020 to RNK-024.
 */
export function rankRowStatus(
  rankId: number,
  currentId: number,
  nextId: number | null,
): 'reached' | 'current' | 'next' | '' {
  if (rankId === currentId) return 'current'
  if (rankId === nextId) return 'next'
  return rankId < currentId ? 'reached' : ''
}

const RENAMED: Readonly<Record<string, string>> = {
  ULTIMA_DIAMOND: 'Elite Diamond',
  DOUBLE_ULTIMA_DIAMOND: 'Royal Diamond',
  TRIPLE_ULTIMA_DIAMOND: 'Crown Diamond',
}

/**
 * The English name of a rank: three have their own, the others are their code in words.
 *
 * Source: RNK-036 to RNK-038, decisions D-127.
 */
export function rankDisplayName(code: string): string {
  return RENAMED[code] ?? code.split('_').map(capitalised).join(' ')
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase()
}
