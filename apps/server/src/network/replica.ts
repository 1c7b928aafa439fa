import { setImmediate as yieldToOthers } from 'node:timers/promises'

import type { PlanVersion } from '@partner-office/domain'

import type { Fact } from './facts.ts'
import type { FiguresEngine } from './figures-engine.ts'
import { atOnce, inSlices } from './in-slices.ts'
import type { ChangedPartner } from './read-changes.ts'
import { IndexedCopy } from './reindex.ts'
import { RankLadder } from './search/rank-ladder.ts'
import { TeamIndex } from './search/team-index.ts'

const FACTS_A_SLICE = 2_000
/** A copy that lacks more facts than this is abandoned. */
const MOST_FACTS_MISSED = 200_000
/** Up to this size the index is built at once, without slices. */
const FEW_ROWS = 20_000

/** What has changed in the engine since copying began. */
type Missed = { facts: Fact[]; readonly renamed: Set<number> }

/**
 * The engine that answers requests. Applies facts to it, and replaces it by a re-indexed copy.
 *
 * A caller that needs stable row numbers for longer than one synchronous step calls `hold`, or keeps using the engine it
 * started with.
 */
export class Replica {
  #engine: FiguresEngine
  /** The team index, built for the ladder of one plan; null until the first search. */
  #teams: Teams | null = null
  #missed: Missed | null = null
  #indexing: Promise<boolean> | null = null
  #holders = 0
  #notifyReleased: () => void = () => {}

  constructor(engine: FiguresEngine) {
    this.#engine = engine
  }

  get engine(): FiguresEngine {
    return this.#engine
  }

  /** Replaces the engine by one loaded from the facts. A running re-index of the old engine is discarded. */
  replace(engine: FiguresEngine, teams: Teams | null): void {
    this.#engine = engine
    this.#teams = teams
    this.#missed = null
  }

  /** Whether a team was searched, so that an index exists. */
  get isSearched(): boolean {
    return this.#teams !== null
  }

  /** Builds the team index at once. */
  indexTeams(plan: PlanVersion): void {
    this.#teams = atOnce(teamsOf(this.#engine, plan))
  }

  /** Returns the team index for the ladder of `plan`; builds it in slices if the network is large. */
  async teams(plan: PlanVersion): Promise<TeamIndex> {
    while (this.#teams?.plan !== plan.version) {
      if (this.#engine.size <= FEW_ROWS) this.indexTeams(plan)
      else await this.reindex(plan)
    }
    return this.#teams.index
  }

  /** Returns the team index if it exists already. */
  readyTeams(plan: PlanVersion): TeamIndex | null {
    return this.#teams?.plan === plan.version ? this.#teams.index : null
  }

  /** Prevents a new index until the returned function is called. */
  hold(): () => void {
    this.#holders += 1
    return () => {
      this.#holders -= 1
      if (this.#holders === 0) this.#notifyReleased()
    }
  }

  /** Applies the facts that were not applied yet, in the order of their numbers, in one synchronous step. */
  apply(facts: readonly Fact[]): void {
    const { asOf } = this.#engine
    const news = facts.filter(({ fact }) => fact > asOf)
    this.#engine.applyAll(news)
    if (this.#missed !== null) for (const fact of news) this.#missed.facts.push(fact)
  }

  /** Changes a partner's names. A partner who is not in the engine yet arrives with the new names. */
  rename({ id, firstName, lastName }: ChangedPartner): void {
    const row = this.#engine.rowOf(id)
    if (row < 0) return
    this.#engine.rename(row, firstName, lastName)
    this.#missed?.renamed.add(id)
  }

  /**
   * Indexes all rows anew in the background and replaces the engine by the result. Returns false if the engine was replaced
   * or too many facts arrived meanwhile.
   *
   * Facts keep arriving while slices run:
   *
   *     missed = []                        apply() also adds each new fact here
   *     copy all rows, in slices           rows copied early may be out of date
   *     for each missed fact:              until none is left, without a pause after the last
   *       row copied  -> copy it again     the copy is now exactly the state of this moment ...
   *       row is newer -> late fact        ... but for rows that did not exist when copying began
   *     missed = late facts
   *     roll up, build the index, in slices; meanwhile missed grows
   *     apply missed to the copy           until none is left; then, in the same step:
   *     engine = copy
   */
  reindex(plan: PlanVersion): Promise<boolean> {
    this.#indexing ??= this.#reindex(plan).finally(() => (this.#indexing = null))
    return this.#indexing
  }

  async #reindex(plan: PlanVersion): Promise<boolean> {
    const engine = this.#engine
    const missed: Missed = { facts: [], renamed: new Set() }
    this.#missed = missed
    const isOfUse = () => this.#missed === missed && missed.facts.length <= MOST_FACTS_MISSED
    try {
      const copy = new IndexedCopy(engine)
      await inSlices(copy.copying())
      if (!isOfUse()) return false
      const late: Fact[] = []
      for (;;) {
        late.push(...copyMissed(engine, copy, missed.facts.splice(0, FACTS_A_SLICE)))
        if (missed.facts.length === 0) break
        await yieldToOthers()
      }
      missed.facts = late
      await inSlices(copy.rollingUp())
      const teams = await inSlices(teamsOf(copy.next, plan))
      for (;;) {
        await this.#released()
        if (!isOfUse()) return false
        const facts = missed.facts.splice(0, FACTS_A_SLICE)
        copy.next.applyAll(facts)
        if (missed.facts.length === 0) break
        await yieldToOthers()
      }
      takeNames(engine, copy.next, missed.renamed)
      copy.next.asOf = engine.asOf
      this.#engine = copy.next
      this.#teams = teams
      return true
    } finally {
      if (this.#missed === missed) this.#missed = null
    }
  }

  async #released(): Promise<void> {
    while (this.#holders > 0) {
      await new Promise<void>((resolve) => (this.#notifyReleased = resolve))
    }
  }
}

/** An index of teams, and the plan whose ladder it knows. */
type Teams = { readonly plan: number; readonly index: TeamIndex }

/** An index of all teams of an engine that nothing moves on meanwhile. */
export function* teamsOf(
  engine: FiguresEngine,
  { version, plan }: PlanVersion,
): Generator<void, Teams> {
  const ladder = new RankLadder(plan, engine.legsKept)
  return { plan: version, index: yield* TeamIndex.building(engine, ladder) }
}

/** Bring the copied rows to this moment; the answer is what happened to rows that came after the copy began. */
function copyMissed(engine: FiguresEngine, copy: IndexedCopy, facts: readonly Fact[]): Fact[] {
  const late: Fact[] = []
  for (const fact of facts) {
    const row = engine.rowOf(fact.kind === 'partner' ? fact.id : fact.partnerId)
    if (row >= copy.size) late.push(fact)
    else copy.copyAgain(row)
  }
  return late
}

function takeNames(from: FiguresEngine, to: FiguresEngine, ids: Iterable<number>): void {
  for (const id of ids) {
    const [source, target] = [from.rowOf(id), to.rowOf(id)]
    to.firstName[target] = from.firstName[source]!
    to.lastName[target] = from.lastName[source]!
    to.watcher?.renamed(target)
  }
}
