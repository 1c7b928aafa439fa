import type { BonusRecord, Requirement } from '@partner-office/contracts'
import {
  type BonusValue,
  checkpointStanding,
  type CoinRow,
  formatUnits,
  type PercentRow,
  type Plan,
  type Programme,
  type TargetRow,
  toDecimalText,
  valueOf,
  ZERO,
} from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import { askedMonth } from './asked-period.ts'
import { amountsOf, coinTexts, creditedAmounts, provisional, readQuotes } from './bonus-amounts.ts'
import { type CallerContext, openCallerContext } from './bonus-context.ts'
import type { BonusSources } from './bonus-sources.ts'
import { eurText, numberOf, ofOne } from './bonus-texts.ts'
import {
  firstRow,
  type PeriodStanding,
  readStanding,
  recordBase,
  shownLegs,
} from './period-standing.ts'

/** A programme in a plan, and what its table says of a row besides its rank and target. */
export type RequirementTable<R extends TargetRow, Worth = Partial<Requirement>> = {
  readonly of: (plan: Plan) => Programme<R>
  readonly requirement: (row: R, programme: Programme<R>) => Worth
}

/** A programme of checkpoints, and what its achieved rows are worth together. */
export type CheckpointProgramme<R extends TargetRow> = RequirementTable<R> & {
  readonly type: 'DIAMOND' | 'WINNER' | 'BSP' | 'CYCLED_TURBO'
  readonly worth: (achieved: readonly R[]) => BonusValue
}

/** What a row of a percent is worth, as a share of one. */
export const percentWorth = ({ percent }: PercentRow) => ({ percent: numberOf(ofOne(percent)) })

export const DIAMOND: CheckpointProgramme<PercentRow> = {
  type: 'DIAMOND',
  of: ({ programmes }) => programmes.diamond,
  worth: (achieved) => ({ kind: 'target', row: achieved.at(-1)! }),
  requirement: percentWorth,
}

export const BSP: CheckpointProgramme<PercentRow> = {
  ...DIAMOND,
  type: 'BSP',
  of: ({ programmes }) => programmes.bsp,
}

export const WINNER: CheckpointProgramme<CoinRow> = {
  type: 'WINNER',
  of: ({ programmes }) => programmes.winner,
  worth: (achieved) => {
    const { target, amount } = achieved.at(-1)!
    return { kind: 'coins', target, coins: amount }
  },
  requirement: ({ amount }, { currencies }) => ({
    amount: toDecimalText(amount),
    currency: currencies[0]?.currency ?? null,
  }),
}

const percentOf = (value: BonusValue | null): number =>
  numberOf(ofOne(value?.kind === 'target' ? value.row.percent : ZERO))

/**
 * Reads how a programme of checkpoints stands in a month.
 *
 * Costs as `readStanding`.
 *
 * Refuses: `validation_error`, `data_not_ready`.
 * Source: api.md, "Ranks and bonuses"; decisions C5; ENT-005.
 */
export async function readCheckpoints<R extends TargetRow>(
  { core, people }: BonusSources,
  partnerId: number,
  programme: CheckpointProgramme<R>,
  asked: number | undefined,
): Promise<BonusRecord> {
  const context = await openCallerContext(core, partnerId, askedMonth(asked, core.clock()))
  return checkpointRecord(people, context, programme)
}

/** The record of a period; `turboWindow` is the number of the window of cycled turbo, else null. */
export async function checkpointRecord<R extends TargetRow>(
  people: BonusSources['people'],
  context: CallerContext,
  { type, of, worth }: CheckpointProgramme<R>,
  turboWindow: number | null = null,
): Promise<BonusRecord> {
  const { plan } = context.version
  const programme = of(plan)
  const standing = await readStanding(context, programme)
  const { terms, rank, turnover } = standing
  const { checkpoints, progress, shown, achieved } = checkpointStanding(terms, rank.id, turnover)
  const legs = await shownLegs(people, standing, progress)
  const value = achieved.length === 0 ? null : worth(achieved)
  const amounts = context.isSealed
    ? await creditedAmounts(context, type, turboWindow)
    : await openAmounts(context, programme, value)
  const placeOf = (row: R) => programme.rows.indexOf(row) + 1
  return {
    ...recordBase(context, standing, progress),
    topPartners: legs.map((leg) => leg.shown),
    checkpoints: checkpoints.map((row) => ({
      id: placeOf(row),
      targetTurnover: formatUnits(row.target, 2),
      value: eurText(valueOf(worth([row]), null)),
    })),
    achievedCheckpoints: achieved.map(placeOf),
    enabled: programme.from < context.end && checkpoints.length > 0,
    percent: percentOf(shown && worth([shown])),
    bonusPercent: percentOf(value),
    ...(type === 'DIAMOND' && diamondState(plan, standing)),
    bonusAmounts: coinTexts(amounts, programme.currencies),
  }
}

const openAmounts = async (
  context: CallerContext,
  { currencies }: Programme<unknown>,
  value: BonusValue | null,
) => (value === null ? [] : amountsOf(provisional(await readQuotes(context), currencies, value)))

/** Whether a rank is that of the first diamond row or above. Source: decisions C5; XBO-012. */
export function diamondState(plan: Plan, { rank }: Pick<PeriodStanding<unknown>, 'rank'>) {
  const { diamond } = plan.programmes
  const first = diamond.rows[0]?.minimumRank ?? null
  return {
    firstDiamond: firstRow(diamond),
    isDiamond: first !== null && rank.id >= first.id,
  }
}

/**
 * The rows of a programme in force at an instant; none before the programme begins.
 *
 * Source: api.md, "Ranks and bonuses"; API-059.
 */
export async function readRequirements<R extends TargetRow, Worth>(
  core: Core,
  { of, requirement }: RequirementTable<R, Worth>,
  timestamp: number | undefined,
) {
  const at = timestamp ?? core.clock()
  const { plan } = await core.plans.at(core.database.read, at)
  const programme = of(plan)
  const rows = at < programme.from ? [] : programme.rows
  return rows.map((row) => ({
    rang: row.minimumRank?.code ?? null,
    targetTurnover: formatUnits(row.target, 2),
    topLegPercents: programme.legPercents.map(numberOf),
    percent: null,
    amount: null,
    currency: null,
    ...requirement(row, programme),
  }))
}
