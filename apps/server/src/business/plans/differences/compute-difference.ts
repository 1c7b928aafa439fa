import {
  type DraftCourse,
  draftCourse,
  monthEnd,
  monthText,
  parseMonth,
  type PlanVersion,
  Refusal,
} from '@partner-office/domain'
import { sql } from 'kysely'

import type { Progress } from '../../../core/core.ts'
import type { Work } from '../../../db/database.ts'
import { readPlanVersions } from '../../../plans/read-plan-versions.ts'
import { findClosing, type StoredClosing } from '../../months/closing.ts'
import { readPartners } from '../../months/read-month-facts.ts'
import type { OrderDecision } from '../../orders/decide/decide-orders.ts'
import { reading } from './difference-role.ts'
import { draftIn } from './draft-in.ts'
import { addRecords, computeDraftMonth } from './draft-month.ts'
import { DraftOrders, emptyEngine } from './draft-orders.ts'
import { type PartRule, type RankCodes, ruleAtOrder } from './explained-part.ts'
import { IntakeRates, readSellRates } from './intake-rates.ts'
import { MonthFiles } from './month-files.ts'
import { readOrderFacts } from './read-order-facts.ts'
import { RateTexts, SideAmounts } from './side-amounts.ts'
import { storeAmounts } from './store-amounts.ts'

/** Facts that are read at a time. */
const FACTS_A_WINDOW = 50_000

/** All that a difference is computed from. */
type Ground = {
  readonly id: number
  readonly upToFact: number
  readonly closings: readonly StoredClosing[]
  readonly stored: readonly PlanVersion[]
  readonly course: DraftCourse
  readonly codes: RankCodes
}

/**
 * Computes a stored difference, and stores both sides of each amount; returns the ranks that the draft replaces.
 *
 *     orders    every fact in its order: which credits the draft gives at each order
 *     months    each month by the code of the close, with the draft; both sides of each amount are stored
 *
 * Costs: a replay of all facts, and a close of each month. Memory: one month's amounts.
 *
 * Refuses: an error with one sentence, for a currency without a quote.
 * Source: decisions D-161; requirements PLN-010 to PLN-016.
 */
export async function computeDifference(
  database: Work,
  id: number,
  progress: Progress,
): Promise<DraftCourse['replaced']> {
  const ground = await layGround(database, id)
  const months = ground.closings.map(({ period }) => period)
  try {
    await MonthFiles.during(months, (files) => run(database, ground, { files, progress }))
    return ground.course.replaced
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'not_found') throw error
    const rate = String(error.params['rate'] ?? error.message)
    throw new Error(
      `The draft credits a currency without a rate at that time: ${rate}. Choose another currency, or later months.`,
      { cause: error },
    )
  }
}

type Options = { readonly files: MonthFiles; readonly progress: Progress }

async function run(database: Work, ground: Ground, { files, progress }: Options): Promise<void> {
  const { closings, course, stored, id, upToFact, codes } = ground
  const steps = closings.length + 1
  progress(0, steps, 'orders')
  await decideOrders(database, ground, files)
  for (const [at, closing] of closings.entries()) {
    progress(at + 1, steps, closing.period)
    const { month, rankOf } = await computeDraftMonth(database, closing, { course, stored })
    const drafted = await files.read(closing.period)
    addRecords(drafted, month, codes)
    await storeAmounts(database, drafted, { differenceId: id, side: { closing, upToFact }, rankOf })
  }
  progress(steps, steps, closings.at(-1)!.period)
}

const layGround = (database: Work, id: number): Promise<Ground> =>
  reading(database, async (tx) => {
    const asked = await tx
      .selectFrom('console.planDifferences')
      .select(['document', 'months', 'upToFact', 'planVersion'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const closings: StoredClosing[] = []
    for (const month of asked.months) closings.push((await findClosing(tx, month))!)
    const all = await readPlanVersions(tx)
    const stored = all.filter(({ version }) => version <= asked.planVersion)
    const start = parseMonth(asked.months[0]!)!
    const end = monthEnd(parseMonth(asked.months.at(-1)!)!)
    const course = draftCourse(stored, draftIn(asked.document), { start, end })
    return { id, upToFact: asked.upToFact, closings, stored, course, codes: codesOf(course) }
  })

const codesOf =
  ({ draft }: DraftCourse): RankCodes =>
  (_version, rankId) =>
    draft.plan.ranks.find(({ id }) => id === rankId)!.code

/** Decides about all orders in the order of their facts, and keeps the credits of the compared months in files. */
async function decideOrders(
  database: Work,
  { upToFact, course, closings }: Ground,
  files: MonthFiles,
): Promise<void> {
  const partners = await reading(database, (tx) => readPartners(tx, upToFact))
  const quotes = await reading(database, readSellRates)
  const rates = new IntakeRates(quotes, course.draft.plan)
  const orders = new DraftOrders(emptyEngine(partners, course), course, rates)
  const months = new Set(closings.map(({ period }) => period))
  const credits = new CreditsByMonth(months, course)
  for (let after = 0; after < upToFact;) {
    const window = await reading(database, async (tx) => {
      const upTo = await windowEnd(tx, Math.min(upToFact, after + FACTS_A_WINDOW))
      return { upTo, facts: await readOrderFacts(tx, { after, upTo }, course) }
    })
    for (const decision of orders.take(window.facts)) credits.add(decision)
    await credits.flush(files)
    after = window.upTo
  }
}

/** Orders of one file and instant are decided together, so a window does not end between them. */
async function windowEnd(tx: Parameters<typeof readSellRates>[0], upTo: number): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select max(b.fact) as last from orders a join orders b on b.paid_at = a.paid_at and b.intake = a.intake
    where a.fact = ${upTo}`.execute(tx)
  return Math.max(upTo, rows[0]!.last ?? 0)
}

/** The draft's credits at orders, by the month in which the order was paid. */
class CreditsByMonth {
  readonly #months: ReadonlySet<string>
  readonly #ranks: ReadonlyMap<number, string>
  readonly #amounts = new Map<string, SideAmounts>()
  readonly #rates = new RateTexts()
  readonly #rules = new Map<string, PartRule>()

  constructor(months: ReadonlySet<string>, { draft }: DraftCourse) {
    this.#months = months
    this.#ranks = new Map(draft.plan.ranks.map(({ id, code }) => [id, code]))
  }

  add({ order, credits }: OrderDecision): void {
    const month = monthText(order.paidAt)
    if (!this.#months.has(month)) return
    const amounts = this.#amounts.get(month) ?? new SideAmounts()
    this.#amounts.set(month, amounts)
    for (const credit of credits) {
      amounts.add({
        ...credit,
        orderId: credit.type === 'TURNOVER' ? 0 : order.orderId,
        cents: BigInt(credit.baseCents),
        rate: this.#rates.of(credit.rate),
        rule: this.#ruleOf(credit),
      })
    }
  }

  /** Writes the amounts to the files and forgets them. */
  async flush(files: MonthFiles): Promise<void> {
    for (const [month, amounts] of this.#amounts) await files.write(month, amounts.values())
    this.#amounts.clear()
  }

  #ruleOf({ level, rankId, percent, rate }: OrderDecision['credits'][number]): PartRule {
    const rank = rankId === null ? null : this.#ranks.get(rankId)!
    const key = rank ?? String(level)
    const text = `${key} ${percent} ${rate}`
    const rule = this.#rules.get(text) ?? ruleAtOrder(key, { rank, percent, rate, base: null })
    this.#rules.set(text, rule)
    return rule
  }
}
