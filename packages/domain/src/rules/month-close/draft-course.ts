import type { Plan, PlanVersion, Rank } from '../../plan/plan.ts'
import { planSegments } from './plan-segments.ts'
import type { RankSuccession } from './ranks-at.ts'

/** A rank that partners held when the compared months began, and the rank of the draft that they hold instead. */
export type ReplacedRank = { readonly code: string; readonly by: string }

/**
 * A draft in place of the plan versions that were in force in the compared months.
 *
 *     versions   V1 |  V2        | V3          the compared months lie within V2
 *     course     V1 |  draft     (nothing)
 *
 * A version that had ended before the first compared month stays, as orders of its time counted by its rules: without it a
 * draft equal to V2 would not give the records of V2.
 *
 * Units: `[start, until)` is when the draft decides about orders, in epoch milliseconds; `until` may be Infinity.
 * Source: decisions D-161.
 */
export type DraftCourse = {
  readonly draft: PlanVersion
  readonly versions: readonly PlanVersion[]
  /** The versions whose ladders partners climbed one after the other: the stored ones before `start`, then the draft. */
  readonly ladders: readonly PlanVersion[]
  readonly start: number
  readonly until: number
  readonly succession: RankSuccession
  /** The ranks of the version in force at `start` whose codes the draft lacks. */
  readonly replaced: readonly ReplacedRank[]
}

/** Puts a draft in place of stored versions. Units: `start` and `end` of the compared months. */
export function draftCourse(
  stored: readonly PlanVersion[],
  draft: Plan,
  { start, end }: { readonly start: number; readonly end: number },
): DraftCourse {
  const history = planSegments(stored, 0, Number.MAX_SAFE_INTEGER)
  const within = history.filter((each) => each.start < end && each.end > start)
  const first = within[0]!
  const version = 1 + Math.max(...stored.map((each) => each.version))
  const before = history.filter((each) => each.start < start)
  const old = first.version.plan.ranks
  return {
    draft: { version, plan: { ...draft, validFrom: first.start } },
    versions: [
      ...before.filter((each) => each.start < first.start).map(asVersion),
      { version, plan: { ...draft, validFrom: first.start } },
    ],
    ladders: [...before.map(asVersion), { version, plan: { ...draft, validFrom: start } }],
    start,
    until: within.at(-1)!.end,
    succession: successionOf(old, draft.ranks),
    replaced: old
      .filter(({ code }) => draft.ranks.every((rank) => rank.code !== code))
      .map((rank) => ({ code: rank.code, by: successorOf(rank, draft.ranks).code })),
  }
}

const asVersion = ({ start, version }: ReturnType<typeof planSegments>[number]): PlanVersion => ({
  version: version.version,
  plan: { ...version.plan, validFrom: start },
})

/** A rank is kept by its code; an id that the version in force has dropped means the next rank below it. */
function successionOf(old: readonly Rank[], ranks: readonly Rank[]): RankSuccession {
  const known = new Map<number, number>()
  return (heldId) => {
    const found = known.get(heldId)
    if (found !== undefined) return found
    const held = old.findLast(({ id }) => id <= heldId)
    const id = held === undefined ? 0 : successorOf(held, ranks).id
    known.set(heldId, id)
    return id
  }
}

/** The rank with the same code, else the highest one whose turnover is not above the old one. */
function successorOf(old: Rank, ranks: readonly Rank[]): Rank {
  return (
    ranks.find(({ code }) => code === old.code) ??
    ranks.findLast(({ turnover }) => turnover <= old.turnover) ??
    ranks[0]!
  )
}
