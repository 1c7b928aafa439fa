import { Refusal } from '@partner-office/domain'

import type { Db } from '../db/database.ts'
import type { Ladder } from './facts.ts'
import {
  type FiguresEngine,
  type FiguresRules,
  NO_ROW,
  type PartnerFigures,
} from './figures-engine.ts'
import { loadEngine } from './load-engine.ts'
import { FACTS_A_PAGE, lastFact, readFacts } from './read-facts.ts'

/** An answer and the number of the last fact it counts. */
export type AsOf<T> = T & { readonly asOf: number }

/** What decides about somebody's rank. Units: cents; legs largest first, ties by id; a held rank of 0 is none. */
export type LadderFigures = {
  readonly ownTurnover: number
  readonly teamTurnover: number
  readonly heldRank: Readonly<Record<Ladder, number>>
  readonly legs: readonly { readonly partnerId: number; readonly turnover: number }[]
}

/** Where the rules come from; another version of them means other figures. */
export type RulesSource = {
  version(db: Db): Promise<number>
  read(db: Db): Promise<FiguresRules>
}

/**
 * The figures of the whole network: this process's replica of what the facts say.
 *
 * Every answer is asynchronous and carries `asOf`, so the columns can move to other threads without callers noticing.
 */
export class Network {
  readonly #rules: RulesSource
  #rulesVersion: number
  #engine: FiguresEngine

  private constructor(rules: RulesSource, rulesVersion: number, engine: FiguresEngine) {
    this.#rules = rules
    this.#rulesVersion = rulesVersion
    this.#engine = engine
  }

  static async load(db: Db, rules: RulesSource): Promise<Network> {
    const version = await rules.version(db)
    return new Network(rules, version, await loadEngine(db, await rules.read(db)))
  }

  /** The columns themselves, for whoever holds the fact log and decides about orders. */
  get engine(): FiguresEngine {
    return this.#engine
  }

  get asOf(): number {
    return this.#engine.asOf
  }

  /**
   * Apply what has been committed since.
   *
   * Several callers may read at once: applying is one synchronous step that skips what another one has applied.
   */
  async catchUp(db: Db): Promise<void> {
    await this.#followRules(db)
    const upTo = await lastFact(db)
    while (this.#engine.asOf < upTo) {
      const after = this.#engine.asOf
      const end = Math.min(upTo, after + FACTS_A_PAGE)
      const facts = await readFacts(db, after, end)
      const { asOf } = this.#engine
      for (const fact of facts) if (fact.fact > asOf) this.#engine.apply(fact)
      // The last number of a page may be one that no figure counts.
      this.#engine.asOf = Math.max(this.#engine.asOf, end)
    }
  }

  /** Refuses: `not_found`. */
  async figures(partnerId: number): Promise<AsOf<PartnerFigures>> {
    const row = this.#find(partnerId)
    return { ...this.#engine.figuresAt(row), asOf: this.asOf }
  }

  /** The partners one line below, by id. Refuses: `not_found`. */
  async firstLine(partnerId: number): Promise<AsOf<{ partnerIds: number[] }>> {
    const rows = [...this.#engine.children(this.#find(partnerId))]
    return { partnerIds: this.#idsOf(rows).sort((a, b) => a - b), asOf: this.asOf }
  }

  /** Everybody below, each after their sponsor. Refuses: `not_found`. */
  async downline(partnerId: number): Promise<AsOf<{ partnerIds: number[] }>> {
    this.#index()
    const top = this.#find(partnerId)
    const { ids, teamSize } = this.#engine
    const partnerIds = [...ids.subarray(top + 1, top + 1 + teamSize[top]!)]
    return { partnerIds, asOf: this.asOf }
  }

  /** The figures of a ladder that counts orders from `start` on. Refuses: `not_found`. */
  async ladder(partnerId: number, start: number): Promise<AsOf<LadderFigures>> {
    const row = this.#find(partnerId)
    const measure = this.#engine.measures.find((each) => each.start === start)
    if (measure === undefined) throw new Error(`The engine keeps no turnover from ${start} on`)
    const legs = [...this.#engine.children(row)].map((child) => ({
      partnerId: this.#engine.ids[child]!,
      turnover: this.#engine.legTurnover(measure, child),
    }))
    legs.sort((a, b) => b.turnover - a.turnover || a.partnerId - b.partnerId)
    return {
      ownTurnover: measure.own[row]!,
      teamTurnover: measure.team[row]!,
      heldRank: this.#engine.heldRankAt(row),
      legs,
      asOf: this.asOf,
    }
  }

  /** The partners between `topId` and `partnerId`, top first; null when `partnerId` is not below it. */
  async path(topId: number, partnerId: number): Promise<AsOf<{ partnerIds: number[] | null }>> {
    const top = this.#find(topId)
    const between: number[] = []
    for (const row of this.#engine.ancestors(this.#find(partnerId))) {
      if (row === top) return { partnerIds: this.#idsOf(between.toReversed()), asOf: this.asOf }
      between.push(row)
    }
    return { partnerIds: null, asOf: this.asOf }
  }

  /** Another plan may count activity or ladders differently: then everything is made again from the facts. */
  async #followRules(db: Db): Promise<void> {
    const version = await this.#rules.version(db)
    if (version === this.#rulesVersion) return
    this.#engine = await loadEngine(db, await this.#rules.read(db))
    this.#rulesVersion = version
  }

  /** New partners stand behind the index until somebody asks for an interval. */
  #index(): void {
    if (this.#engine.indexed < this.#engine.size) this.#engine = this.#engine.reindexed()
  }

  #find(partnerId: number): number {
    const row = this.#engine.rowOf(partnerId)
    if (row === NO_ROW) throw new Refusal('not_found', { partnerId })
    return row
  }

  #idsOf(rows: readonly number[]): number[] {
    return rows.map((row) => this.#engine.ids[row]!)
  }
}
