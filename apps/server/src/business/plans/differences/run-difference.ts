import {
  type DraftCourse,
  draftCourse,
  monthEnd,
  monthText,
  parseMonth,
  type PlanVersion,
} from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core, Progress } from '../../../core/core.ts'
import { Pauses } from '../../../network/in-slices.ts'
import { readPlanVersions } from '../../../plans/read-plan-versions.ts'
import { findClosing, type StoredClosing } from '../../months/closing.ts'
import { readPartners } from '../../months/read-month-facts.ts'
import type { OrderDecision } from '../../orders/decide/decide-orders.ts'
import type { DifferenceDocument } from './finished-difference.ts'
import { reading, writing } from './difference-role.ts'
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

type Options = { readonly progress: Progress; readonly signal: AbortSignal }

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
 * Runs a stored difference and stores its result. One that has a result keeps it.
 *
 *     orders    every fact in its order: which credits the draft gives at each order
 *     months    each month by the code of the close, with the draft; both sides of each amount are stored
 *     result    makes the difference a finished one
 *
 * Costs: a replay of all facts, and a close of each month. Memory: one month's amounts.
 *
 * Refuses: `not_found`, a currency without a quote.
 * Source: decisions D-161; requirements PLN-010 to PLN-017.
 */
export async function runDifference(
  core: Core,
  id: number,
  { progress, signal }: Options,
): Promise<DifferenceDocument> {
  const found = await readResult(core, id)
  if (found !== null) return found
  await removeLeftovers(core)
  const ground = await layGround(core, id)
  try {
    const months = ground.closings.map(({ period }) => period)
    await MonthFiles.during(months, (files) => run(core, ground, { files, progress, signal }))
    return await storeResult(core, ground)
  } catch (error) {
    await removeLeftovers(core)
    throw error
  }
}

async function run(
  core: Core,
  ground: Ground,
  { files, progress, signal }: Options & { readonly files: MonthFiles },
): Promise<void> {
  const { closings, course, stored, id, upToFact, codes } = ground
  const steps = closings.length + 1
  progress(0, steps, 'orders')
  await decideOrders(core, ground, { files, signal })
  for (const [at, closing] of closings.entries()) {
    progress(at + 1, steps, closing.period)
    const { month, rankOf } = await computeDraftMonth(core, closing, { course, stored })
    signal.throwIfAborted()
    const drafted = await files.read(closing.period)
    await pausing(addRecords(drafted, month, codes), signal)
    const side = { closing, upToFact }
    await storeAmounts(core, drafted, { differenceId: id, side, rankOf }, () =>
      signal.throwIfAborted(),
    )
  }
  progress(steps, steps, closings.at(-1)!.period)
}

const layGround = (core: Core, id: number): Promise<Ground> =>
  reading(core, async (tx) => {
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
  core: Core,
  { upToFact, course, closings }: Ground,
  { files, signal }: { readonly files: MonthFiles; readonly signal: AbortSignal },
): Promise<void> {
  const partners = await reading(core, (tx) => readPartners(tx, upToFact))
  const engine = await pausing(emptyEngine(partners, course), signal)
  const quotes = await reading(core, readSellRates)
  const orders = new DraftOrders(engine, course, new IntakeRates(quotes, course.draft.plan))
  const months = new Set(closings.map(({ period }) => period))
  const credits = new CreditsByMonth(months, course)
  for (let after = 0; after < upToFact;) {
    const window = await reading(core, async (tx) => {
      const upTo = await windowEnd(tx, Math.min(upToFact, after + FACTS_A_WINDOW))
      return { upTo, facts: await readOrderFacts(tx, { after, upTo }, course) }
    })
    const pause = new Pauses()
    for (const decision of orders.take(window.facts)) {
      if (decision !== null) credits.add(decision)
      if (!pause.isDue) continue
      await pause.rest()
      signal.throwIfAborted()
    }
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

async function pausing<T>(work: Generator<void, T>, signal: AbortSignal): Promise<T> {
  const pause = new Pauses()
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    if (!pause.isDue) continue
    await pause.rest()
    signal.throwIfAborted()
  }
}

/** Removes amounts of runs that have ended without a result: one difference runs at a time. */
const removeLeftovers = (core: Core) =>
  writing(core, (tx) =>
    sql`delete from console.plan_difference_amounts a where not exists (
      select from console.plan_difference_results r where r.difference_id = a.difference_id)`.execute(
      tx,
    ),
  )

async function readResult(core: Core, id: number): Promise<DifferenceDocument | null> {
  const row = await reading(core, (tx) =>
    tx
      .selectFrom('console.planDifferenceResults')
      .select('document')
      .where('differenceId', '=', id)
      .executeTakeFirst(),
  )
  return row === undefined ? null : (row.document as DifferenceDocument)
}

const storeResult = (core: Core, { id, course }: Ground): Promise<DifferenceDocument> =>
  writing(core, async (tx) => {
    const { rows } = await sql<Omit<DifferenceDocument, 'replaced'>>`
      select coalesce(sum(records) filter (where is_changed), 0)::integer as records,
        count(distinct partner_id) filter (where is_changed)::integer as partners,
        count(distinct partner_id)::integer as credited,
        coalesce(sum(real_eur), 0)::text as real_eur, coalesce(sum(draft_eur), 0)::text as draft_eur
      from console.plan_difference_amounts where difference_id = ${id}`.execute(tx)
    const document = { ...rows[0]!, replaced: course.replaced }
    await tx
      .insertInto('console.planDifferenceResults')
      .values({ differenceId: id, at: core.clock(), document: JSON.stringify(document) })
      .execute()
    return document
  })
