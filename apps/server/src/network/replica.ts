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
/** A copy that has fallen so far behind is not worth finishing. */
const MOST_FACTS_MISSED = 200_000
/** So few are indexed faster than others notice. */
const FEW_ROWS = 20_000

/** What has happened to the engine since a copy of it began. */
type Missed = { facts: Fact[]; readonly renamed: Set<number> }

/**
 * The engine that answers, which facts move on and a fresh index takes the place of.
 *
 * Whoever needs rows to stay what they are for longer than one synchronous step holds the replica, or keeps the engine
 * it has begun with.
 */
export class Replica {
  #engine: FiguresEngine
  /** What searches the engine, by the ladder of a plan; null until somebody searches. */
  #teams: Teams | null = null
  #missed: Missed | null = null
  #indexing: Promise<boolean> | null = null
  #holders = 0
  #tellReleased: () => void = () => {}

  constructor(engine: FiguresEngine) {
    this.#engine = engine
  }

  get engine(): FiguresEngine {
    return this.#engine
  }

  /** Another engine, made from the facts; a copy that is being made of this one is of no use any more. */
  replace(engine: FiguresEngine, teams: Teams | null): void {
    this.#engine = engine
    this.#teams = teams
    this.#missed = null
  }

  /** Whether somebody has been searching. */
  get isSearched(): boolean {
    return this.#teams !== null
  }

  /** Index the teams before anybody else works with the replica. */
  indexTeams(plan: PlanVersion): void {
    this.#teams = atOnce(teamsOf(this.#engine, plan))
  }

  /** The index of the teams by the ladder of `plan`; made beside the requests where that takes long. */
  async teams(plan: PlanVersion): Promise<TeamIndex> {
    while (this.#teams?.plan !== plan.version) {
      if (this.#engine.size <= FEW_ROWS) this.indexTeams(plan)
      else await this.reindex(plan)
    }
    return this.#teams.index
  }

  /** The same where it is there already. */
  readyTeams(plan: PlanVersion): TeamIndex | null {
    return this.#teams?.plan === plan.version ? this.#teams.index : null
  }

  /** No other index until the answer is called. */
  hold(): () => void {
    this.#holders += 1
    return () => {
      this.#holders -= 1
      if (this.#holders === 0) this.#tellReleased()
    }
  }

  /** Apply what has not been applied yet, in the order of numbers: whoever asks waits for all of it. */
  apply(facts: readonly Fact[]): void {
    const { asOf } = this.#engine
    const news = facts.filter(({ fact }) => fact > asOf)
    this.#engine.applyAll(news)
    if (this.#missed !== null) for (const fact of news) this.#missed.facts.push(fact)
  }

  /** What somebody is called now; whoever has not come yet comes with the name. */
  rename({ id, firstName, lastName }: ChangedPartner): void {
    const row = this.#engine.rowOf(id)
    if (row < 0) return
    this.#engine.rename(row, firstName, lastName)
    this.#missed?.renamed.add(id)
  }

  /**
   * Index everybody anew beside the requests, and let the fresh index answer from then on.
   *
   * The answer says whether it does: it does not when everything was replaced meanwhile, or too much has happened.
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
      await new Promise<void>((resolve) => (this.#tellReleased = resolve))
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
