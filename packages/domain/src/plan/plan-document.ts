import { toDecimalText } from '../fraction.ts'
import { eurOf, type EurCents } from '../money.ts'
import type {
  CoinRow,
  EurRow,
  PercentRow,
  Plan,
  PoolRow,
  Programme,
  Rank,
  UnilevelRow,
} from './plan.ts'

/** A plan as the JSON document an operator edits: decimals as text, ranks named by their code. */
export type PlanDocument = ReturnType<typeof planDocument>

/**
 * Writes a plan as the document that `readPlan` reads back into the same plan.
 *
 * Units: amounts in EUR, `percent` in percent (40), `legs` and `share` as fractions (0.5), instants
 * in epoch milliseconds.
 * Source: decisions B.
 */
export function planDocument(plan: Plan) {
  const { programmes: of } = plan
  return {
    validFrom: plan.validFrom,
    legRule: plan.legRule,
    countOwnTurnover: plan.countOwnTurnover,
    ranksAreKept: plan.ranksAreKept,
    turnoverBonusStart: plan.turnoverBonusStart,
    ranks: plan.ranks.map(rankDocument),
    rankBonusCurrency: plan.rankBonusCurrency,
    unilevel: plan.unilevel.map(unilevelDocument),
    unilevelCurrency: plan.unilevelCurrency,
    activity: { minimumOrder: eurText(plan.activity.minimumOrder), days: plan.activity.days },
    directNeedsActivity: plan.directNeedsActivity,
    teamNeedsActivity: plan.teamNeedsActivity,
    infinityNeedsActivity: plan.infinityNeedsActivity,
    compression: false,
    programmes: {
      infinity: programmeDocument(of.infinity, percentRow),
      diamond: programmeDocument(of.diamond, percentRow),
      diamondPools: programmeDocument(of.diamondPools, poolRow),
      winner: programmeDocument(of.winner, coinRow),
      lifestyle: programmeDocument(of.lifestyle, eurRow),
      bsp: programmeDocument(of.bsp, percentRow),
      cycledTurbo: {
        ...programmeDocument(of.cycledTurbo, eurRow),
        windowDays: of.cycledTurbo.windowDays,
      },
    },
  }
}

/** A plan's document as `plan show` prints it, byte for byte. */
export const planText = (plan: Plan): string => `${JSON.stringify(planDocument(plan), null, 2)}\n`

function eurText(cents: EurCents): string {
  return toDecimalText(eurOf(cents))
}

function rankDocument({ id, code, turnover, legPercents, bonus }: Rank) {
  const legs = legPercents.map(toDecimalText)
  return { id, code, turnover: eurText(turnover), legs, bonus: eurText(bonus) }
}

function unilevelDocument(row: UnilevelRow) {
  const { validFrom, depthFrom, depthTo, kind, percent, label } = row
  return { validFrom, depthFrom, depthTo, kind, percent: toDecimalText(percent), label }
}

function programmeDocument<Row, RowDocument>(
  { from, base, legPercents, rows, currencies }: Programme<Row>,
  write: (row: Row) => RowDocument,
) {
  return {
    from,
    base,
    legs: legPercents.map(toDecimalText),
    rows: rows.map(write),
    currencies: currencies.map(({ currency, share }) => ({
      currency,
      share: toDecimalText(share),
    })),
  }
}

function needs({ minimumRank, target }: { minimumRank: Rank | null; target: EurCents }) {
  return { minimumRank: minimumRank?.code ?? null, target: eurText(target) }
}

function percentRow(row: PercentRow) {
  return { ...needs(row), percent: toDecimalText(row.percent) }
}

function eurRow(row: EurRow) {
  return { ...needs(row), amount: eurText(row.amount) }
}

function coinRow(row: CoinRow) {
  return { ...needs(row), amount: toDecimalText(row.amount) }
}

function poolRow({ pool, minimumRank, percent }: PoolRow) {
  return { pool, minimumRank: minimumRank.code, percent: toDecimalText(percent) }
}
