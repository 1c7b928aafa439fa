import { CURRENCIES, type AccountCurrency } from '../currency.ts'
import { fraction, ONE, ZERO, type Fraction } from '../fraction.ts'
import { DEFAULT_LEG_PERCENTS } from '../rules/fifty-percent-rule.ts'
import {
  checkPoolRanks,
  checkPools,
  checkRankedRows,
  checkRanks,
  checkShares,
  checkTargets,
  checkUnilevel,
} from './check-plan.ts'
import {
  decimal,
  eur,
  fields,
  flag,
  instant,
  integer,
  list,
  mapped,
  optional,
  report,
  shaped,
  text,
  word,
  type PlanProblem,
  type Place,
  type Reader,
} from './document-reader.ts'
import { planText } from './plan-document.ts'
import type { Plan, Programmes, Rank, UnilevelRow } from './plan.ts'
import type { Shape } from './plan-shape.ts'

export type { PlanProblem }

/** The most bytes of a plan's document. */
export const MOST_PLAN_BYTES = 1024 * 1024

/**
 * Reads a compensation plan, or names everything that is wrong with it.
 *
 * Decimals are text or JSON numbers, flags true/false or "TRUE"/"FALSE", instants milliseconds or
 * ISO 8601 with a zone. Settings with a default of their own may be left out; tables may not.
 *
 * Units: amounts in EUR, `percent` in percent (40), `legs` and `share` as fractions (0.5).
 * Source: decisions B, D-041 to D-047.
 */
export function readPlan(document: unknown): { plan: Plan } | { problems: PlanProblem[] } {
  const problems: PlanProblem[] = []
  const plan = planReader(ranksIn(document))(document, { path: '', problems })
  return plan && problems.length === 0 ? { plan } : { problems }
}

/**
 * The bytes that a draft is stored with: those of `plan show` if the document is a plan, so that a draft, its proposal and the loaded
 * version have the same; else what was written, with the same line breaks.
 */
export function draftText(document: unknown): string {
  const read = readPlan(document)
  return 'plan' in read ? planText(read.plan) : `${JSON.stringify(document, null, 2)}\n`
}

/** The form of a plan's document: which values it has, and where. */
export const planShape = (): Shape => planReader([]).shape

/** The ranks as far as they can be read, only for rows that name one; problems are told later. */
function ranksIn(document: unknown): readonly Partial<Rank>[] {
  const ranks = (document as { ranks?: unknown } | null | undefined)?.ranks
  return list(rank, { max: Infinity })(ranks, { path: '', problems: [] }) ?? []
}

const MOST_ROWS = 100

const percent = decimal({ min: ZERO, max: fraction(100) })
const share = decimal({ min: ZERO, max: ONE })
const code = text(/^[A-Z][A-Z0-9_]{0,63}$/, 'a code: capital letters, digits and underscores')
const label = text(/^[^\p{Cc}]{1,100}$/u, 'a text of 1 to 100 characters')
const depth = integer({ min: 1, max: 100 })
const currency = word(...CURRENCIES.filter((known): known is AccountCurrency => known !== 'USDT'))

/** None given means the usual two (D-043). */
const legs: Reader<readonly Fraction[]> = mapped(
  optional(list(share, { max: 10 }), DEFAULT_LEG_PERCENTS),
  (given) => (given.length > 0 ? given : DEFAULT_LEG_PERCENTS),
)

/** A document names them `legs`; the plan names them `legPercents`. */
function withLegPercents<T extends { readonly legs: readonly Fraction[] }>({
  legs: legPercents,
  ...rest
}: T) {
  return { ...rest, legPercents }
}

const rank: Reader<Rank> = mapped(
  fields({
    id: integer({ min: 1, max: 1000 }),
    code,
    turnover: eur({ above0: false }),
    legs,
    bonus: eur({ above0: false }),
  }),
  withLegPercents,
)

const unilevelRow: Reader<UnilevelRow> = fields({
  validFrom: instant,
  depthFrom: depth,
  depthTo: depth,
  kind: word('DIRECT', 'TEAM'),
  percent,
  label,
})

/** No rule says who is paid in place of an inactive partner, so only "no" is accepted. */
const noCompression: Reader<false> = shaped(flag.shape, (value, place) => {
  if (flag(value, place)) report(place, 'must be false: nobody is paid in place of an inactive one')
  return false
})

const currencies = mapped(
  list(fields({ currency, share }), { max: CURRENCIES.length }),
  checkShares,
)

const settings = {
  legRule: optional(word('ranked', 'sequential'), 'ranked'),
  countOwnTurnover: optional(flag, false),
  ranksAreKept: optional(flag, true),
  turnoverBonusStart: optional(instant, null),
  rankBonusCurrency: optional(currency, 'UPT'),
  unilevelCurrency: optional(currency, 'UPT'),
  directNeedsActivity: optional(flag, false),
  teamNeedsActivity: optional(flag, true),
  infinityNeedsActivity: optional(flag, true),
  compression: optional(noCompression, false),
}

const activity = fields({
  minimumOrder: eur({ above0: false }),
  days: integer({ min: 1, max: 3650 }),
})

function planReader(ranks: readonly Partial<Rank>[]): Reader<Plan> {
  const reader = fields({
    validFrom: instant,
    ...settings,
    ranks: mapped(list(rank, { max: MOST_ROWS }), checkRanks),
    unilevel: mapped(list(unilevelRow, { max: 10 * MOST_ROWS }), checkUnilevel),
    activity,
    programmes: programmesReader(rankNamed(ranks)),
  })
  return mapped(reader, ({ compression: _none, ...plan }) => plan)
}

function rankNamed(ranks: readonly Partial<Rank>[]): Reader<Rank> {
  const named = mapped(code, (name, place) => {
    const found = ranks.find((known) => known?.code === name)
    if (!found && ranks.length > 0) {
      report(place, `must be the code of one of the ranks, not "${name}"`)
    }
    // Other problems of that rank are reported with the rank itself.
    return found as Rank
  })
  return shaped({ kind: 'rank' }, named)
}

function programmesReader(minimumRank: Reader<Rank>): Reader<Programmes> {
  const needs = { minimumRank: optional(minimumRank, null), target: eur({ above0: true }) }
  const percentRow = fields({ ...needs, percent })
  const eurRow = fields({ ...needs, amount: eur({ above0: false }) })
  const coinRow = fields({ ...needs, amount: decimal({ min: ZERO, max: fraction(1_000_000) }) })
  const poolRow = fields({ pool: integer({ min: 1, max: 3 }), minimumRank, percent })
  const windowDays = integer({ min: 1, max: 366 })

  const programmes = fields({
    infinity: mapped(fields(counting(percentRow, checkRankedRows)), withLegPercents),
    diamond: mapped(fields(counting(percentRow, checkTargets)), withLegPercents),
    diamondPools: mapped(
      fields({ ...counting(poolRow, checkPools), base: word('company') }),
      withLegPercents,
    ),
    winner: mapped(fields(counting(coinRow, checkTargets)), withLegPercents),
    lifestyle: mapped(fields(counting(eurRow, checkRankedRows)), withLegPercents),
    bsp: mapped(fields(counting(percentRow, checkTargets)), withLegPercents),
    cycledTurbo: mapped(fields({ ...counting(eurRow, checkTargets), windowDays }), withLegPercents),
  })
  return mapped(programmes, checkPoolRanks)
}

const base = word('line1', 'lines1To2', 'lines1To3', 'team')

/** The fields of a programme that counts turnover below the partner. */
function counting<Row>(
  row: Reader<Row>,
  check: (rows: readonly Row[], place: Place) => readonly Row[],
) {
  const rows = mapped(list(row, { max: MOST_ROWS }), check)
  return { from: instant, base, legs, rows, currencies }
}
