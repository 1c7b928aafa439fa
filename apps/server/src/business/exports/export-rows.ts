import {
  type AccountCurrency,
  decimalsOf,
  eurCents,
  formatUnits,
  type Fraction,
  multiply,
  planAt,
  rankStanding,
  rankTurnover,
  ratio,
  Refusal,
  toDecimalText,
} from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import type { Database, Tx } from '../../db/database.ts'
import { loadEngine } from '../../network/load-engine.ts'
import { reindexed } from '../../network/reindex.ts'
import type { FiguresEngine, PartnerFigures } from '../../network/figures-engine.ts'
import type { Core } from '../../core/core.ts'
import { figuresRules } from '../../plans/figures-rules.ts'
import { withWholeFiles } from '../facts/with-whole-files.ts'
import { adjustmentLines } from './adjustment-rows.ts'
import { bonusLine, bonusRows } from './bonus-rows.ts'
import { payoutLines } from './payout-rows.ts'
import { csvLine, inChunks, textCell } from './csv.ts'
import type { Period } from './period.ts'
import { streamSnapshot } from '../../db/stream-snapshot.ts'
import { readLines } from '../../db/read-cursor.ts'

export const EXPORT_KINDS = [
  'figures',
  'ranks',
  'bonuses',
  'balances',
  'ledger',
  'payouts',
  'adjustments',
] as const
export type ExportKind = (typeof EXPORT_KINDS)[number]

const COIN_DECIMALS_SHOWN = 8

/**
 * One of the export files, as chunks of text; all of it is one moment of the database.
 *
 * With a period: bonuses of that month (C11.20), the ledger's movements, the payouts confirmed and the adjustments posted in it, and figures, ranks and balances as they
 * stand at its end, from orders paid and transfers made before.
 *
 * Refuses: `validation_error`, a period that is not `YYYY-MM`.
 * Source: operations.md section 5.
 */
export function exportRows(
  core: Core,
  kind: ExportKind,
  options: { readonly period?: string | undefined } = {},
): AsyncIterable<string> {
  const period = options.period === undefined ? null : readPeriod(options.period)
  const snapshot: Database['snapshot'] = (work) =>
    withWholeFiles(core, () => core.database.snapshot(work))
  return inChunks(streamSnapshot({ snapshot }, (tx) => LINES[kind](core, tx, period)))
}

function readPeriod(text: string): Period {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? []
  if (year === undefined)
    throw new Refusal('validation_error', { field: 'period', accepted: 'YYYY-MM' })
  return { text, start: Date.UTC(+year, +month! - 1), end: Date.UTC(+year, +month!) }
}

type Lines = (core: Core, tx: Tx, period: Period | null) => AsyncIterable<string>

const LINES: Readonly<Record<ExportKind, Lines>> = {
  figures: figuresLines,
  ranks: ranksLines,
  bonuses: bonusesLines,
  balances: balancesLines,
  ledger: ledgerLines,
  payouts: payoutLines,
  adjustments: adjustmentLines,
}

async function* figuresLines(core: Core, tx: Tx, period: Period | null): AsyncGenerator<string> {
  const engine = await engineAt(core, tx, period)
  yield csvLine([
    'partnerId',
    'ownTurnover',
    'flSize',
    'flTurnover',
    'teamSize',
    'teamTurnover',
    'activeUntil',
  ])
  for (const row of rowsById(engine)) {
    const figures = engine.figuresAt(row)
    yield csvLine([
      engine.ids[row]!,
      eur(figures.ownTurnover),
      figures.flSize,
      eur(figures.flTurnover),
      figures.teamSize,
      eur(figures.teamTurnover),
      figures.activeUntil ?? '',
    ])
  }
}

async function* ranksLines(core: Core, tx: Tx, period: Period | null): AsyncGenerator<string> {
  const engine = await engineAt(core, tx, period)
  const { plan } = planAt(await core.plans.versions(tx), (period?.end ?? core.clock()) - 1)
  const measure = engine.measures[0]!
  yield csvLine([
    'partnerId',
    'rankId',
    'rankCode',
    'totalTurnover',
    'countingTurnover',
    'targetTurnover',
    'progress',
  ])
  for (const row of rowsById(engine)) {
    const total = rankTurnover(plan, turnovers(engine.figuresAt(row)))
    const topLegs = engine.topLegs(measure, row).map(BigInt)
    const heldRankId = engine.heldOrdinary[row]! || null
    const standing = rankStanding({ plan, heldRankId, total, topLegs })
    yield csvLine([
      engine.ids[row]!,
      standing.currentRank.id,
      standing.currentRank.code,
      formatUnits(total, 2),
      eurOfFraction(standing.countingTurnover),
      formatUnits(standing.targetTurnover, 2),
      standing.progress,
    ])
  }
}

const turnovers = ({ ownTurnover, teamTurnover }: PartnerFigures) => ({
  ownTurnover: eurCents(ownTurnover),
  teamTurnover: eurCents(teamTurnover),
})

async function* bonusesLines(_core: Core, tx: Tx, period: Period | null): AsyncGenerator<string> {
  const ofPeriod =
    period === null
      ? sql`true`
      : sql`period = ${period.text} or (period is null and paid_at >= ${period.start} and paid_at < ${period.end})`
  yield csvLine(['partnerId', 'type', 'orderId', 'level', 'currency', 'amount', 'paidAt', 'period'])
  yield* readLines(tx, bonusRows(ofPeriod), bonusLine)
}

async function* balancesLines(_core: Core, tx: Tx, period: Period | null): AsyncGenerator<string> {
  type Row = { partnerId: number; name: string; currency: AccountCurrency; balance: string }
  const query: RawBuilder<Row> =
    period === null
      ? sql`
          select partner_id, name, currency, balance from accounts
          where balance <> 0 order by partner_id, name collate "C"`
      : sql`
          select a.partner_id, a.name, a.currency,
            sum(case when t.credit_account_id = a.id then t.amount else -t.amount end) as balance
          from accounts a join transfers t on t.partner_account_id = a.id and t.created_at < ${period.end}
          group by a.id having sum(case when t.credit_account_id = a.id then t.amount else -t.amount end) <> 0
          order by a.partner_id, a.name collate "C"`
  yield csvLine(['partnerId', 'account', 'amount'])
  yield* readLines(tx, query, ({ partnerId, name, currency, balance }) =>
    csvLine([partnerId, name, coins(balance, currency)]),
  )
}

type LedgerRow = {
  readonly id: number
  readonly createdAt: number
  readonly kind: string
  readonly debitAccount: string
  readonly creditAccount: string
  readonly currency: AccountCurrency
  readonly amount: string
  readonly reference: string
}

const LEDGER_COLUMNS = [
  'transferId',
  'createdAt',
  'kind',
  'debitAccount',
  'creditAccount',
  'currency',
  'amount',
  'reference',
]

async function* ledgerLines(_core: Core, tx: Tx, period: Period | null): AsyncGenerator<string> {
  yield csvLine(LEDGER_COLUMNS)
  yield* readLines(tx, ledgerRows(period), (row) => {
    const { id, createdAt, kind, debitAccount, creditAccount, currency } = row
    const amount = coins(row.amount, currency)
    const reference = textCell(row.reference)
    return csvLine([id, createdAt, kind, debitAccount, creditAccount, currency, amount, reference])
  })
}

function ledgerRows(period: Period | null): RawBuilder<LedgerRow> {
  const name = (account: string) =>
    sql.raw(`coalesce('partner:' || ${account}.partner_id || ':', 'company:') || ${account}.name`)
  const ofPeriod =
    period === null
      ? sql`true`
      : sql`t.created_at >= ${period.start} and t.created_at < ${period.end}`
  return sql`
    select t.id, t.created_at, t.kind, ${name('d')} as debit_account, ${name('c')} as credit_account, t.currency,
      t.amount, t.reference
    from transfers t join accounts d on d.id = t.debit_account_id join accounts c on c.id = t.credit_account_id
    where ${ofPeriod} order by t.id`
}

/** Figures that do not change during the export: a copy, or the figures at the end of a period, made from the facts. */
async function engineAt(core: Core, tx: Tx, period: Period | null): Promise<FiguresEngine> {
  if (period === null) {
    await core.network.catchUp(tx)
    return reindexed(core.network.engine)
  }
  return loadEngine(tx, figuresRules(await core.plans.versions(tx)), { before: period.end })
}

function rowsById(engine: FiguresEngine): Int32Array {
  const rows = Int32Array.from({ length: engine.size }, (_, row) => row)
  return rows.sort((a, b) => engine.ids[a]! - engine.ids[b]!)
}

const eur = (cents: number): string => formatUnits(BigInt(cents), 2)

/** Exactly two decimals; more only where a cap falls below a cent (C11.20). */
function eurOfFraction(cents: Fraction): string {
  const text = toDecimalText(multiply(cents, ratio(1n, 100n)))
  const [whole, decimals = ''] = text.split('.')
  return `${whole}.${decimals.padEnd(2, '0')}`
}

const coins = (units: string, currency: AccountCurrency): string =>
  formatUnits(BigInt(units), decimalsOf(currency), COIN_DECIMALS_SHOWN)
