import { setTimeout as wait } from 'node:timers/promises'

import { planAt, type PlanVersion, Refusal } from '@partner-office/domain'

import type { Database, Db } from '../db/database.ts'
import type { Listener } from '../db/listener.ts'
import { type Marks, OtherHistory, readMarks } from '../db/marks.ts'
import type { Fact, Ladder } from './facts.ts'
import { NO_ROW } from './columns.ts'
import type { FiguresEngine, FiguresRules, PartnerFigures } from './figures-engine.ts'
import { inSlices } from './in-slices.ts'
import { History } from './history.ts'
import { loadEngine } from './load-engine.ts'
import { readChangedPartners } from './read-changes.ts'
import { FACTS_A_PAGE, readFacts } from './read-facts.ts'
import { Replica, teamsOf } from './replica.ts'
import { readSnapshot, writeSnapshot } from './snapshot.ts'
import type { TeamIndex } from './search/team-index.ts'

/** An answer with the number of the last fact it includes. */
export type AsOf<T> = T & { readonly asOf: number }

/** The figures that decide a partner's rank. Units: cents; legs largest first, ties by id; a held rank of 0 is none. */
export type LadderFigures = {
  readonly ownTurnover: number
  readonly teamTurnover: number
  readonly heldRank: Readonly<Record<Ladder, number>>
  readonly legs: readonly { readonly partnerId: number; readonly turnover: number }[]
}

/** The plans, and the rules that the figures derive from all of them. A new plan may change the figures. */
export type NetworkRules = {
  readonly figures: FiguresRules
  readonly plans: readonly PlanVersion[]
}
export type RulesSource = (db: Db) => Promise<NetworkRules>

/** How many partners' figures were compared with the facts, how many differed, and how often all had to be loaded anew. */
type Audits = { readonly partners: number; readonly drift: number; readonly histories: number }

/** Called when a partner's names or contact data have changed. */
type PartnerListener = (partnerId: number) => void

const STUCK_AFTER_MS = 5_000
const RELOADED_AGAIN_AFTER_MS = 250
/** With more partners behind the index, all rows are indexed anew: searches check rows behind the index one by one. */
const MOST_BEHIND_INDEX = 10_000

/**
 * The figures of the whole network, as this process's replica of the facts.
 *
 * Everything runs on the main thread: facts are applied in synchronous steps, and long work runs in slices between the
 * requests. Answers about one partner carry `asOf`, the last fact they include.
 */
export class Network {
  readonly #readRules: RulesSource
  readonly #partnerListeners: PartnerListener[] = []
  readonly #replica: Replica
  /** The plan version of the figures, and the number of the last change of a partner that they include. */
  #plan: number
  #change: number
  #plans: readonly PlanVersion[]
  #listener: Listener | null = null
  #audits: Audits = { partners: 0, drift: 0, histories: 0 }
  #heard: Marks = { fact: 0, change: 0, plan: 0, turn: null }
  /** What was announced and is not in the figures yet, oldest first. Units: `at` as `performance.now()`. */
  #missing: { readonly marks: Marks; readonly at: number }[] = []
  /** What was heard first on the listener's connection, and when something was last heard before it, as `performance.now()`. */
  #first = { connection: 0, marks: this.#heard, before: performance.now() }
  #heardAt = performance.now()
  readonly #history = new History()
  /** Where the history is looked at, and the figures are loaded from when it is another one; null where it cannot be. */
  #source: Db | null = null
  #startingOver: Promise<void> | null = null
  readonly #startOverListeners: (() => void)[] = []
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

  /** Loads the figures from a snapshot file and the facts since, or from all facts without a valid snapshot. */
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
      const engine = await loadEngine(db, rules.figures)
      const network = new Network(readRules, { rules, marks, engine })
      await network.#history.begin(db, engine.asOf)
      return network
    }
    const { engine, change } = kept
    const network = new Network(readRules, { rules, engine, marks: { ...marks, change } })
    await network.#history.begin(db, engine.asOf)
    await network.catchUp(db)
    return network
  }

  /** The columns, for callers that hold the lock on the fact log and decide about orders. */
  get engine(): FiguresEngine {
    return this.#replica.engine
  }

  /** All plan versions that the figures follow; the newest ones for callers that hold the lock on the fact log. */
  get plans(): readonly PlanVersion[] {
    return this.#plans
  }

  get asOf(): number {
    return this.engine.asOf
  }

  /** Keeps row numbers stable until the returned function is called. */
  hold(): () => void {
    return this.#replica.hold()
  }

  /** Applies what any process commits, as soon as it is announced, until the returned function is called. */
  async follow(database: Database): Promise<() => Promise<void>> {
    // The owner of an embedded database is the only one who writes it.
    this.#source = database.kind === 'postgres' ? database.read : null
    const listener = await database.listen((marks) => {
      this.#hear(marks)
      // A failed refresh is retried at the next announcement.
      if (this.isBehind() || this.#history.mayDiffer(marks, this.asOf))
        this.refresh(database.read).catch(() => {})
    })
    this.#listener = listener
    return () => listener.stop()
  }

  /** The results of all audits of the figures so far. */
  get audits(): Audits {
    return this.#audits
  }

  /** Counts an audit. Drift, the number of differences, is expected to be 0. */
  countAudit({ partners, differences }: { partners: number; differences: number }): void {
    const { partners: before, drift } = this.#audits
    this.#audits = {
      ...this.#audits,
      partners: before + partners,
      drift: drift + differences,
    }
  }

  /** Whether the figures include everything committed, so that no query to the database is needed. */
  isFresh(): boolean {
    return this.#listener?.isListening() === true && !this.isBehind()
  }

  /** Whether the database was found to have another history, and the figures are being loaded anew. */
  isOfOtherHistory(): boolean {
    return this.#startingOver !== null
  }

  /** What the writer of the last fact of the figures has drawn; null when it is not known. */
  get turn(): number | null {
    return this.#history.turnAt(this.asOf)
  }

  /** Calls `listener` after all figures were loaded anew: nothing that was read before holds any more. */
  onStartedOver(listener: () => void): void {
    this.#startOverListeners.push(listener)
  }

  /** Whether the figures lack a fact, change or plan that was announced to this process, or are of another history. */
  isBehind(): boolean {
    return this.isOfOtherHistory() || this.#lacks(this.#heard)
  }

  /**
   * While the connection is lost, and then until the figures have caught up, the time since they held everything that was
   * committed; 0 otherwise. A commit that was announced and could not be read any more counts from its announcement. Units:
   * milliseconds.
   */
  ageMs(): number {
    if (this.#listener === null) return 0
    const now = performance.now()
    if (this.#listener.isListening()) {
      return this.#lacks(this.#first.marks) ? now - this.#first.before : 0
    }
    const missing = this.#missing.find(({ marks }) => this.#lacks(marks))
    const behindFor = missing === undefined ? 0 : now - missing.at
    return Math.max(this.#listener.silentFor(), behindFor)
  }

  #hear(marks: Marks): void {
    const at = performance.now()
    const connection = this.#listener?.connection ?? 0
    if (this.#first.connection !== connection) {
      this.#first = { connection, marks, before: this.#heardAt }
    }
    this.#heard = marks
    this.#heardAt = at
    this.#missing = this.#missing.filter((each) => this.#lacks(each.marks))
    if (this.#lacks(marks)) this.#missing.push({ marks, at })
  }

  #lacks({ fact, change, plan }: Marks): boolean {
    return this.asOf < fact || this.#change < change || this.#plan < plan
  }

  /**
   * The number of the last change of a partner whose listeners were called.
   *
   * A cache stores what it has read of partners only if this number is the same before and after reading.
   */
  get change(): number {
    return this.#change
  }

  /** Calls `listener` once for each partner changed by any process; a new partner is not a change. */
  onPartnerChanged(listener: PartnerListener): void {
    this.#partnerListeners.push(listener)
  }

  /**
   * Applies what was committed before the call. Concurrent callers share one query.
   *
   * Not inside a transaction: it would wait for a query that waits for the transaction's connection.
   */
  refresh(db: Db): Promise<void> {
    // A query on a dead connection may never end; after this time the next refresh uses another connection.
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

  /** Applies an own commit at once. A refresh for its announcement waits, and does not read the same facts again. */
  applyCommit(db: Db): Promise<void> {
    this.#running = this.catchUp(db)
    return this.#running
  }

  /**
   * Applies own facts after their commit, where nothing else has applied them: they are not read from the database. `turn` is
   * what their transaction has drawn.
   */
  applyOwn(facts: readonly Fact[], turn: number): void {
    if (this.asOf !== facts[0]!.fact - 1 || this.isOfOtherHistory()) return
    this.#replica.apply(facts)
    this.#history.applied(facts, this.asOf, turn)
  }

  /**
   * Applies what was committed since the last call.
   *
   * Concurrent callers may read the same facts: applying is one synchronous step that skips facts already applied.
   *
   * Refuses: `OtherHistory`, when the database does not hold the facts of the figures; they are then loaded anew.
   */
  async catchUp(db: Db): Promise<void> {
    if (this.isOfOtherHistory()) throw new OtherHistory()
    const { marks, isOther } = await this.#lookAt(db)
    if (isOther && (await this.#hasOtherHistory())) this.#startOver()
    await this.#followRules(db, marks.plan)
    while (this.asOf < marks.fact) {
      const after = this.asOf
      const upTo = Math.min(marks.fact, after + FACTS_A_PAGE)
      // The last fact of the figures is read again, to see that the database still holds it.
      const facts = await readFacts(db, { after: after - 1, upTo })
      if (this.isOfOtherHistory()) throw new OtherHistory()
      if (!this.#history.holds(facts, after)) this.#startOver()
      this.#replica.apply(facts)
      // The last fact number of a page may belong to a fact that the figures ignore.
      this.engine.asOf = Math.max(this.asOf, upTo)
      this.#history.applied(facts, upTo, upTo === marks.fact ? marks.turn : null)
    }
    await this.#followChanges(db, marks.change)
  }

  /** Reads the last committed numbers and compares them with the figures. */
  async #lookAt(db: Db): Promise<{ readonly marks: Marks; readonly isOther: boolean }> {
    const { asOf } = this
    const marks = await readMarks(db)
    return { marks, isOther: this.#history.mayDiffer(marks, asOf) }
  }

  /** A transaction may see the database as it was before the last facts: a look of its own decides. */
  async #hasOtherHistory(): Promise<boolean> {
    return this.#source !== null && (await this.#lookAt(this.#source)).isOther
  }

  /** Begins to load all figures anew. Refuses: `OtherHistory`, always. */
  #startOver(): never {
    if (this.#source !== null && this.#startingOver === null) {
      this.#audits = { ...this.#audits, histories: this.#audits.histories + 1 }
      this.#startingOver = this.#reload(this.#source)
    }
    throw new OtherHistory()
  }

  async #reload(db: Db): Promise<void> {
    while (!(await this.#reloaded(db).catch(() => false))) {
      await wait(RELOADED_AGAIN_AFTER_MS, undefined, { ref: false })
    }
    this.#startingOver = null
  }

  async #reloaded(db: Db): Promise<boolean> {
    const marks = await readMarks(db)
    const { figures, plans } = await this.#readRules(db)
    const engine = await loadEngine(db, figures)
    const teams = this.#replica.isSearched ? await inSlices(teamsOf(engine, plans.at(-1)!)) : null
    await this.#history.begin(db, engine.asOf)
    this.#replica.replace(engine, teams)
    this.#plans = plans
    this.#plan = marks.plan
    this.#change = marks.change
    this.#heard = marks
    this.#first = { ...this.#first, marks }
    this.#missing = []
    for (const tell of this.#startOverListeners) tell()
    return true
  }

  /** Writes a snapshot for the next start; returns false, and writes none, if the figures change meanwhile. */
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

  /** Builds the team index before the first search, with the plan valid now. Only while no request is served. */
  indexTeams(now: number): void {
    this.#replica.indexTeams(planAt(this.#plans, now))
  }

  /** Returns the team index for the plan valid now. Its rows belong to its own engine. */
  async teams(now: number): Promise<TeamIndex> {
    return this.#replica.teams(planAt(this.#plans, now))
  }

  /** Returns the team index, or null when it does not exist yet. */
  readyTeams(now: number): TeamIndex | null {
    return this.#replica.readyTeams(planAt(this.#plans, now))
  }

  /** Indexes all rows anew in the background if many partners are behind the index; returns whether it did. */
  async reindexIfDue(now: number): Promise<boolean> {
    const { size, indexed } = this.engine
    if (size - indexed <= MOST_BEHIND_INDEX || this.isBehind()) return false
    return this.#replica.reindex(planAt(this.#plans, now))
  }

  /** The figures of a partner. Refuses: `not_found`. */
  async figures(partnerId: number): Promise<AsOf<PartnerFigures>> {
    const row = this.#find(partnerId)
    return { ...this.engine.figuresAt(row), asOf: this.asOf }
  }

  /** The first line, by id. Refuses: `not_found`. */
  async firstLine(partnerId: number): Promise<AsOf<{ partnerIds: number[] }>> {
    const rows = [...this.engine.children(this.#find(partnerId))]
    return { partnerIds: this.#idsOf(rows).sort((a, b) => a - b), asOf: this.asOf }
  }

  /** The downline, each partner after its sponsor. Refuses: `not_found`. */
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

  /** The partners between `topId` and `partnerId`, from the top down; null when `partnerId` is not below `topId`. */
  async path(topId: number, partnerId: number): Promise<AsOf<{ partnerIds: number[] | null }>> {
    const top = this.#find(topId)
    const between: number[] = []
    for (const row of this.engine.ancestors(this.#find(partnerId))) {
      if (row === top) return { partnerIds: this.#idsOf(between.toReversed()), asOf: this.asOf }
      between.push(row)
    }
    return { partnerIds: null, asOf: this.asOf }
  }

  /** Reloads everything from the facts after a new plan, which may count activity or ladders differently. */
  async #followRules(db: Db, plan: number): Promise<void> {
    if (plan <= this.#plan) return
    const { figures, plans } = await this.#readRules(db)
    const engine = await loadEngine(db, figures)
    // Searches continue without a pause on the new engine.
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
