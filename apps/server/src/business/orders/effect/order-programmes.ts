import type { CountingProgramme } from '@partner-office/contracts'
import {
  checkpointStanding,
  formatUnits,
  type MonthBasis,
  monthPools,
  type Plan,
  type Programme,
  type TargetRow,
  type TurboWindow,
  turboWindowAt,
} from '@partner-office/domain'
import { sql } from 'kysely'

import { column } from '../../../db/column.ts'
import type { Db } from '../../../db/database.ts'
import type { FiguresEngine } from '../../../network/figures-engine.ts'
import { openCallerContext } from '../../bonuses/bonus-context.ts'
import { explainedRecord } from '../../bonuses/explain/explained-amount.ts'
import { readStored, type StoredRecord } from '../../bonuses/explain/stored-record.ts'
import { readStanding } from '../../bonuses/period-standing.ts'
import { linesOf, type TeamMonth } from '../../bonuses/team-month.ts'
import type { OpenedMonth } from './opened-month.ts'

/** A programme of a partner above the buyer that counts an order; `window` is that of cycled turbo. */
type Slot = {
  readonly level: number
  readonly partnerId: number
  readonly type: keyof typeof PROGRAMMES
  readonly window: TurboWindow | null
}

/** A row or pool that a partner reaches. */
type Goal = Pick<CountingProgramme, 'targets' | 'pool'>

type Counting = Omit<CountingProgramme, 'partner'>

/** The programmes whose highest row that is reached is credited once a month. */
const CHECKPOINTS = {
  DIAMOND: ({ programmes }) => programmes.diamond,
  WINNER: ({ programmes }) => programmes.winner,
  LIFESTYLE: ({ programmes }) => programmes.lifestyle,
  BSP: ({ programmes }) => programmes.bsp,
} as const satisfies Record<string, (plan: Plan) => Programme<TargetRow>>

const PROGRAMMES = {
  ...CHECKPOINTS,
  DIAMOND_POOL: ({ programmes }) => programmes.diamondPools,
  CYCLED_TURBO: ({ programmes }) => programmes.cycledTurbo,
} as const satisfies Record<string, (plan: Plan) => Programme<unknown>>

const TYPES = Object.keys(PROGRAMMES) as (keyof typeof PROGRAMMES)[]

/** An order with the partners above its buyer, nearest first. */
type CountedOrder = { readonly paidAt: number; readonly above: readonly number[] }

/**
 * The programmes of the partners above a buyer that count an order. A pool collects of all orders of the company, so of the partners
 * above it counts for members of the pool.
 */
export function slotsOf(
  plan: Plan,
  { paidAt, above }: CountedOrder,
  engine: FiguresEngine,
): Slot[] {
  return above.flatMap((partnerId, place) => {
    const level = place + 1
    const counting = TYPES.filter((type) => {
      const { from, base } = PROGRAMMES[type](plan)
      return paidAt >= from && level <= linesOf(base)
    })
    return counting.map((type): Slot => {
      const window = type === 'CYCLED_TURBO' ? windowOf(plan, paidAt, partnerId) : null
      return { level, partnerId, type, window }
    })
  })

  function windowOf({ programmes }: Plan, at: number, partnerId: number) {
    const registeredAt = engine.registeredAt[engine.rowOf(partnerId)]!
    return turboWindowAt(registeredAt, at, programmes.cycledTurbo.windowDays)
  }
}

/** Reads what the programmes of some slots have credited: for a month, and for windows of cycled turbo. */
export async function readSlotRecords(
  db: Db,
  slots: readonly Slot[],
  month: string,
): Promise<(slot: Slot) => readonly StoredRecord[]> {
  const ids = [...new Set(slots.map(({ partnerId }) => partnerId))]
  const records = await readStored(
    db,
    sql`where b.partner_id = any(${column(ids)}::bigint[]) and b.type = any(${column(TYPES)}::text[])
        and (b.type = 'CYCLED_TURBO' or b.period = ${month})
      order by b.id`,
  )
  const keyOf = (...parts: readonly unknown[]) => parts.join()
  const bySlot = new Map<string, StoredRecord[]>()
  for (const record of records) {
    const key = keyOf(record.partnerId, record.type, record.turboWindow)
    bySlot.set(key, [...(bySlot.get(key) ?? []), record])
  }
  return ({ partnerId, type, window }) =>
    bySlot.get(keyOf(partnerId, type, window?.index ?? null)) ?? []
}

/**
 * The programmes of partners above the buyer in which an order counts: which rows they reach by now, or reached as the month was closed,
 * by the rules that close months, and what they were credited. Above the levels that the plan pays, only those who reach something.
 *
 * Source: decisions C5 to C7, C11.9, C11.22.
 */
export async function countingProgrammes(
  { core, context, order, above, levels, month: text }: OpenedMonth,
  month: TeamMonth,
): Promise<Counting[]> {
  const { plan } = context.version
  const slots = slotsOf(plan, { paidAt: order.paidAt, above }, context.engine)
  const recordsOf = await readSlotRecords(context.db, slots, text)
  const rowOf = (partnerId: number) => month.rowOf(context.engine.rowOf(partnerId))
  const monthly = monthlyGoals(month.basis, plan)
  const programmes: Counting[] = []
  for (const slot of slots) {
    const { level, type, partnerId, window } = slot
    const isShown = level <= levels
    const turbo = window !== null && isShown ? await turboGoal(core, partnerId, window) : NO_GOAL
    const goals = window === null ? monthly(type, rowOf(partnerId)) : [turbo]
    for (const goal of goals) {
      const own = recordsOf(slot).filter(({ pool }) => pool === goal.pool)
      if (!isShown && goal.targets.length === 0 && own.length === 0) continue
      const period = window && { start: window.start, end: window.end }
      programmes.push({ level, type, ...goal, window: period, amounts: own.map(explainedRecord) })
    }
  }
  return programmes
}

const NO_GOAL: Goal = { targets: [], pool: null }

/** Looks up what a row of the network reaches in a programme of the month. */
function monthlyGoals(basis: MonthBasis, plan: Plan) {
  const highest = new Map(
    Object.entries(CHECKPOINTS).map(([type, of]) => [type, highestTargets(basis, of(plan))]),
  )
  const { diamond } = plan.programmes
  const pools = monthPools(basis).map(({ row: { pool, minimumRank }, members }) => {
    const target = diamond.rows.find((row) => row.minimumRank?.id === minimumRank.id)
    return {
      goal: { targets: target ? [targetText(target)] : [], pool },
      members: new Set(members),
    }
  })
  return (type: Slot['type'], row: number): Goal[] => {
    if (type === 'DIAMOND_POOL') {
      return pools.filter(({ members }) => members.has(row)).map(({ goal }) => goal)
    }
    const target = highest.get(type)?.get(row)
    return [target === undefined ? NO_GOAL : { targets: [target], pool: null }]
  }
}

/** The target of the highest row that each row of the network reaches. */
function highestTargets(
  basis: MonthBasis,
  programme: Programme<TargetRow>,
): ReadonlyMap<number, string> {
  const { rows, places } = basis.highestRows(programme)
  return new Map(rows.map((row, at) => [row, targetText(programme.rows[places[at]!]!)]))
}

const targetText = ({ target }: TargetRow): string => formatUnits(target, 2)

/** Windows of cycled turbo begin with the registration of each partner, so each is a period of its own. */
async function turboGoal(
  core: OpenedMonth['core'],
  partnerId: number,
  window: TurboWindow,
): Promise<Goal> {
  const caller = await openCallerContext(core, partnerId, window)
  const standing = await readStanding(caller, caller.version.plan.programmes.cycledTurbo)
  const { terms, rank, turnover } = standing
  const { achieved } = checkpointStanding(terms, rank.id, turnover)
  return { targets: achieved.map(targetText), pool: null }
}
