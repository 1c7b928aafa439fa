import type { ListedDraft, PlanDraft, Proposal } from '@partner-office/contracts'
import { DAY_MS } from '@partner-office/domain'

import type { Database } from '../db/database.ts'
import { openClosingNetwork } from './closing-network.ts'
import { type Browser, OperatorsDesk } from './operators-desk.ts'

/** Why operators propose plans in tests. */
export const PLAN_REASON = 'as the meeting has decided'

/** A plan's document as a file has it. */
export const planText = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`

/** Operators who write plans, decide about them and read them, on the day after a month that can be closed. */
export class PlanDesk {
  readonly desk: OperatorsDesk
  /** Writes and proposes plans. */
  readonly pat: Browser
  /** Decides about proposals. */
  readonly fin: Browser
  /** Reads. */
  readonly vic: Browser

  private constructor(desk: OperatorsDesk, [pat, fin, vic]: readonly [Browser, Browser, Browser]) {
    this.desk = desk
    this.pat = pat
    this.fin = fin
    this.vic = vic
  }

  static async open(database: Database): Promise<PlanDesk> {
    const { clock } = await openClosingNetwork(database)
    const desk = await OperatorsDesk.open(database, { clock })
    const pat = await desk.operator('pat@example.com', 'plan')
    const fin = await desk.operator('fin@example.com', 'finance')
    const vic = await desk.operator('vic@example.com', 'viewer')
    clock.now += DAY_MS
    return new PlanDesk(desk, [pat, fin, vic])
  }

  /** Signs all in again, with a fresh second factor. */
  async signIn(): Promise<void> {
    for (const by of [this.pat, this.fin, this.vic]) Object.assign(by, await this.desk.signIn(by))
  }

  add(body: object, by = this.pat) {
    return this.desk.as(by, 'POST', 'plan/drafts', body)
  }

  /** Stores a document as a new draft. */
  async added(document: unknown, name = 'Summer'): Promise<PlanDraft> {
    return (await this.add({ name, from: 'file', text: planText(document) })).data
  }

  save({ id, name, version }: PlanDraft, document: unknown, by = this.pat) {
    const body = { name, version, text: planText(document) }
    return this.desk.as(by, 'PUT', `plan/drafts/${id}`, body)
  }

  propose(kind: string, object: number, values: object = {}) {
    const body = { kind, object: String(object), values, reason: PLAN_REASON }
    return this.desk.as(this.pat, 'POST', 'proposals', body)
  }

  proposeDraft({ id, sha256 }: ListedDraft | PlanDraft) {
    return this.propose('plan', id, { sha256 })
  }

  approve({ id, version }: Proposal, by = this.fin) {
    return this.desk.as(by, 'POST', `proposals/${id}/approve`, { version })
  }
}
