import { setTimeout as wait } from 'node:timers/promises'

import { planAt, type PlanVersion, Refusal } from '@partner-office/domain'

import type { Database, Db } from '../db/database.ts'
import type { Listener } from '../db/listener.ts'
import { type Marks, readMarks } from '../db/marks.ts'
import type { Ladder } from './facts.ts'
import {
  type FiguresEngine,
  type FiguresRules,
  NO_ROW,
  type PartnerFigures,
} from './figures-engine.ts'
import { inSlices } from './in-slices.ts'
import { loadEngine } from './load-engine.ts'
import { readChangedPartners } from './read-changes.ts'
import { FACTS_A_PAGE, readFacts } from './read-facts.ts'
import { Replica, teamsOf } from './replica.ts'
import { readSnapshot, writeSnapshot } from './snapshot.ts'
import type { TeamIndex } from './search/team-index.ts'

/** An answer and the number of the last fact it counts. */
export type AsOf<T> = T & { readonly asOf: number }

/** What decides about somebody's rank. Units: cents; legs largest first, ties by id; a held rank of 0 is none. */
export type LadderFigures = {
  readonly ownTurnover: number
  readonly teamTurnover: number
  readonly heldRank: Readonly<Record<Ladder, number>>
  readonly legs: readonly { readonly partnerId: number; readonly turnover: number }[]
}

/** The plans, and what the figures take from all of them; another plan means other figures. */
export type NetworkRules = {
  readonly figures: FiguresRules
  readonly plans: readonly PlanVersion[]
}
export type RulesSource = (db: Db) => Promise<NetworkRules>

/** How many partners' figures were compared with the facts, and how many differences there were. */
type Audits = { readonly partners: number; readonly drift: number }

/** Called when who somebody is, or how to reach them, has changed. */
type PartnerListener = (partnerId: number) => void

const STUCK_AFTER_MS = 5_000
/** Questions look at everybody behind the index one by one. */
const MOST_BEHIND_INDEX = 10_000

/**
 * The figures of the whole network: this process's replica of what the facts say.
 *
 * Every answer is asynchronous and carries `asOf`, so the columns can move to other threads without callers noticing.
 */
export class Network {
  readonly #readRules: RulesSource
  readonly #partnerListeners: PartnerListener[] = []
  readonly #replica: Replica
  /** The plan the figures are made by, and the last change of a partner they know. */
  #plan: number
  #change: number
  #plans: readonly PlanVersion[]
  #listener: Listener | null = null
  #audits: Audits = { partners: 0, drift: 0 }
  #heard: Marks = { fact: 0, change: 0, plan: 0 }
  #running: Promise<void> = Promise.resolve()
  #waiting: Promise<void> | null = null

  private constructor(
    readRules: RulesSource,
    { rules, engine, marks }: { rules: NetworkRules; engine: FiguresEngine; marks: Marks },
  ) {
    this.#readRules = readRules
    this.#plans = rules.plans
    this.#replica = new Replica(engine)
    this.#plan = marks.plan
    this.#change = marks.change
  }

  /** From the facts, or from what `snapshot`, a file, keeps of them and the facts since. */
  static async load(
    db: Db,
    readRules: RulesSource,
    { snapshot }: { readonly snapshot?: string } = {},
  ): Promise<Network> {
    const marks = await readMarks(db)
    const rules = await readRules(db)
    const { plan } = marks
    const basis = { rules: rules.figures, plan }
    const kept = snapshot === undefined ? null : await readSnapshot(db, snapshot, basis)
    if (kept === null) {
      return new Network(readRules, { rules, marks, engine: await loadEngine(db, rules.figures) })
    }
    const { engine, change } = kept
    const network = new Network(readRules, { rules, engine, marks: { ...marks, change } })
    await network.catchUp(db)
    return network
  }

  /** The columns themselves, for whoever holds the fact log and decides about orders. */
  get engine(): FiguresEngine {
    return this.#replica.engine
  }

  get asOf(): number {
    return this.engine.asOf
  }

  /** Rows stay what they are until the answer is called. */
  hold(): () => void {
    return this.#replica.hold()
  }

  /** Follow what any process commits, from its announcement on, until the answer is called. */
  async follow(database: Database): Promise<() => Promise<void>> {
    const listener = await database.listen((marks) => {
      this.#heard = marks
      // What fails now is tried again when the logs are heard of next.
      if (this.isBehind()) this.refresh(database.read).catch(() => {})
    })
    this.#listener = listener
    return () => listener.stop()
  }

  /** What audits of the figures have found so far. */
  get audits(): Audits {
    return this.#audits
  }

  /** Count an audit. Drift is always 0. */
  countAudit({ partners, differences }: { partners: number; differences: number }): void {
    const { partners: before, drift } = this.#audits
    this.#audits = { partners: before + partners, drift: drift + differences }
  }

  /** Whether everything that has been committed is in the figures, so that no database needs to be asked. */
  isFresh(): boolean {
    return this.#listener?.isListening() === true && !this.isBehind()
  }

  /** Whether the figures lack something that this process knows to be committed. */
  isBehind(): boolean {
    const { fact, change, plan } = this.#heard
    return this.asOf < fact || this.#change < change || this.#plan < plan
  }

  /** For how long nothing has been heard of what is committed, 0 while all is heard. Units: milliseconds. */
  ageMs(): number {
    return this.#listener === null || this.#listener.isListening() ? 0 : this.#listener.silentFor()
  }

  /**
   * The number of the last change of a partner that has been told.
   *
   * Who keeps what was read of partners keeps it only if this number is the same after reading as it was before.
   */
  get change(): number {
    return this.#change
  }

  /** Tell of every partner whose row changes, in whichever process, once; new partners are no changes. */
  onPartnerChanged(listener: PartnerListener): void {
    this.#partnerListeners.push(listener)
  }

  /**
   * Apply what has been committed before the call, asking the database once for all who wait.
   *
   * Outside of transactions only: a transaction must not wait for what waits for its connection.
   */
  refresh(db: Db): Promise<void> {
    // A question to a connection that has died may never be answered; another connection is asked then.
    const turn = Promise.race([
      this.#running.catch(() => {}),
      wait(STUCK_AFTER_MS, undefined, { ref: false }),
    ])
    this.#waiting ??= turn.then(() => {
      this.#waiting = null
      this.#running = this.catchUp(db)
      return this.#running
    })
    return this.#waiting
  }

  /**
   * Apply what has been committed since.
   *
   * Several callers may read at once: applying is one synchronous step that skips what another one has applied.
   */
  async catchUp(db: Db): Promise<void> {
    const marks = await readMarks(db)
    await this.#followRules(db, marks.plan)
    while (this.asOf < marks.fact) {
      const after = this.asOf
      const upTo = Math.min(marks.fact, after + FACTS_A_PAGE)
      this.#replica.apply(await readFacts(db, { after, upTo }))
      // The last number of a page may be one that no figure counts.
      this.engine.asOf = Math.max(this.asOf, upTo)
    }
    await this.#followChanges(db, marks.change)
  }

  /** Keep the figures in a file for the next start; whether they are kept there, which they are not when they move. */
  async keep(
    db: Db,
    snapshot: string,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<boolean> {
    const { engine, asOf } = this
    const [plan, change] = [this.#plan, this.#change]
    if (this.#audits.drift > 0) return false
    const isStill = () =>
      this.engine === engine && this.asOf === asOf && this.#change === change && !signal?.aborted
    return writeSnapshot(db, snapshot, { engine, plan, change }, isStill)
  }

  /** Index the teams before the first question, by the plan valid now: nobody may be at work yet. */
  indexTeams(now: number): void {
    this.#replica.indexTeams(planAt(this.#plans, now))
  }

  /** What searches the teams, by the plan valid now. Its rows are those of its own engine. */
  async teams(now: number): Promise<TeamIndex> {
    return this.#replica.teams(planAt(this.#plans, now))
  }

  /** The same at once, or null where it is not there yet. */
  readyTeams(now: number): TeamIndex | null {
    return this.#replica.readyTeams(planAt(this.#plans, now))
  }

  /** Index everybody anew beside the requests, when many have come since; whether it was done. */
  async reindexIfDue(now: number): Promise<boolean> {
    const { size, indexed } = this.engine
    if (size - indexed <= MOST_BEHIND_INDEX || this.isBehind()) return false
    return this.#replica.reindex(planAt(this.#plans, now))
  }

  /** Refuses: `not_found`. */
  async figures(partnerId: number): Promise<AsOf<PartnerFigures>> {
    const row = this.#find(partnerId)
    return { ...this.engine.figuresAt(row), asOf: this.asOf }
  }

  /** The partners one line below, by id. Refuses: `not_found`. */
  async firstLine(partnerId: number): Promise<AsOf<{ partnerIds: number[] }>> {
    const rows = [...this.engine.children(this.#find(partnerId))]
    return { partnerIds: this.#idsOf(rows).sort((a, b) => a - b), asOf: this.asOf }
  }

  /** Everybody below, each after their sponsor. Refuses: `not_found`. */
  async downline(partnerId: number): Promise<AsOf<{ partnerIds: number[] }>> {
    const partnerIds = this.#idsOf([...this.engine.downline(this.#find(partnerId))])
    return { partnerIds, asOf: this.asOf }
  }

  /** The figures of a ladder that counts orders from `start` on. Refuses: `not_found`. */
  async ladder(partnerId: number, start: number): Promise<AsOf<LadderFigures>> {
    const row = this.#find(partnerId)
    const measure = this.engine.measures.find((each) => each.start === start)
    if (measure === undefined) throw new Error(`The engine keeps no turnover from ${start} on`)
    const legs = [...this.engine.children(row)].map((child) => ({
      partnerId: this.engine.ids[child]!,
      turnover: this.engine.legTurnover(measure, child),
    }))
    legs.sort((a, b) => b.turnover - a.turnover || a.partnerId - b.partnerId)
    return {
      ownTurnover: measure.own[row]!,
      teamTurnover: measure.team[row]!,
      heldRank: this.engine.heldRankAt(row),
      legs,
      asOf: this.asOf,
    }
  }

  /** The partners between `topId` and `partnerId`, top first; null when `partnerId` is not below it. */
  async path(topId: number, partnerId: number): Promise<AsOf<{ partnerIds: number[] | null }>> {
    const top = this.#find(topId)
    const between: number[] = []
    for (const row of this.engine.ancestors(this.#find(partnerId))) {
      if (row === top) return { partnerIds: this.#idsOf(between.toReversed()), asOf: this.asOf }
      between.push(row)
    }
    return { partnerIds: null, asOf: this.asOf }
  }

  /** Another plan may count activity or ladders differently: then everything is made again from the facts. */
  async #followRules(db: Db, plan: number): Promise<void> {
    if (plan <= this.#plan) return
    const { figures, plans } = await this.#readRules(db)
    const engine = await loadEngine(db, figures)
    // Who has been searching goes on.
    const teams = this.#replica.isSearched ? await inSlices(teamsOf(engine, plans.at(-1)!)) : null
    if (plan <= this.#plan) return
    this.#replica.replace(engine, teams)
    this.#plans = plans
    this.#plan = plan
  }

  async #followChanges(db: Db, upTo: number): Promise<void> {
    if (upTo <= this.#change) return
    const partners = await readChangedPartners(db, this.#change, upTo)
    this.#change = Math.max(this.#change, upTo)
    for (const partner of partners) {
      this.#replica.rename(partner)
      for (const tell of this.#partnerListeners) tell(partner.id)
    }
  }

  #find(partnerId: number): number {
    const row = this.engine.rowOf(partnerId)
    if (row === NO_ROW) throw new Refusal('not_found', { partnerId })
    return row
  }

  #idsOf(rows: readonly number[]): number[] {
    return rows.map((row) => this.engine.ids[row]!)
  }
}
