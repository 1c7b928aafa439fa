/** Credited records, and the exports made of them (operations 5). */

import { written } from './decimal.ts'
import type { Currency } from './plan.ts'

/** Every type a record can have (D-060). */
export const TYPES = [
  'DIRECT',
  'TEAM',
  'TURNOVER',
  'UCHAIN_INFINITY',
  'DIAMOND',
  'DIAMOND_POOL',
  'WINNER',
  'LIFESTYLE',
  'BSP',
  'CYCLED_TURBO',
] as const

/** A row of the export of bonuses. */
export type BonusRecord = {
  partnerId: number
  type: (typeof TYPES)[number]
  orderId: number
  level: number
  currency: Currency
  /** Units of 10^-8. */
  amount: bigint
  paidAt: number
  /** YYYY-MM of a monthly credit. */
  period: string
  /** The pool or the window, which no export says. */
  part?: number
}

/** Money in (credit) or out of (debit) a partner's account; the amount is above 0. */
export type Movement = {
  partnerId: number
  account: string
  side: 'credit' | 'debit'
  currency: string
  amount: string
}

/** As exports show amounts of coins. */
export const COIN_DECIMALS = 8
const ACCOUNT_OF: Readonly<Record<Currency, string>> = {
  UPT: 'UCHAIN_UPT_BONUS',
  UCN: 'UCHAIN_UCN_BONUS',
  BSP: 'BSP_BONUS',
  WIN: 'WIN_BONUS',
  ULTIMA: 'SU_BONUS',
}

/** A header and rows of plain cells. */
export function csv(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  return [header, ...rows].map((row) => `${row.join(',')}\n`).join('')
}

function byText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function bySize(a: bigint, b: bigint): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** partnerId, type, period, orderId, level, currency, paidAt, amount. */
export function compareRecords(a: BonusRecord, b: BonusRecord): number {
  return (
    a.partnerId - b.partnerId ||
    byText(a.type, b.type) ||
    byText(a.period, b.period) ||
    a.orderId - b.orderId ||
    a.level - b.level ||
    byText(a.currency, b.currency) ||
    a.paidAt - b.paidAt ||
    bySize(a.amount, b.amount)
  )
}

/** The export of bonuses, of sorted records. */
export function bonusesCsv(records: readonly BonusRecord[]): string {
  return csv(
    'partnerId,type,orderId,level,currency,amount,paidAt,period'.split(','),
    records.map((record) => [
      record.partnerId,
      record.type,
      record.orderId,
      record.level,
      record.currency,
      written(record.amount, COIN_DECIMALS),
      record.paidAt,
      record.period,
    ]),
  )
}

/** By partner, then account; zero balances left out. */
export function balancesCsv(records: readonly BonusRecord[]): string {
  const sums = new Map<number, Map<string, bigint>>()
  for (const { partnerId, currency, amount } of records) {
    const accounts = sums.get(partnerId) ?? new Map<string, bigint>()
    sums.set(partnerId, accounts)
    accounts.set(ACCOUNT_OF[currency], (accounts.get(ACCOUNT_OF[currency]) ?? 0n) + amount)
  }
  const rows = [...sums]
    .sort(([a], [b]) => a - b)
    .flatMap(([partnerId, accounts]) =>
      [...accounts]
        .filter(([, sum]) => sum !== 0n)
        .sort(([a], [b]) => byText(a, b))
        .map(([account, sum]) => [partnerId, account, written(sum, COIN_DECIMALS)]),
    )
  return csv(['partnerId', 'account', 'amount'], rows)
}

/** One movement for each record, sorted. */
export function movements(records: readonly BonusRecord[]): Movement[] {
  const list = records.map((record) => ({
    partnerId: record.partnerId,
    account: ACCOUNT_OF[record.currency],
    side: record.amount > 0n ? ('credit' as const) : ('debit' as const),
    currency: record.currency,
    units: record.amount > 0n ? record.amount : -record.amount,
  }))
  list.sort(
    (a, b) =>
      a.partnerId - b.partnerId ||
      byText(a.account, b.account) ||
      byText(a.side, b.side) ||
      bySize(a.units, b.units),
  )
  return list.map(({ partnerId, account, side, currency, units: amount }) => ({
    partnerId,
    account,
    side,
    currency,
    amount: written(amount, COIN_DECIMALS),
  }))
}

/** The movements as CSV text, so that they can be compared line by line. */
export function movementsCsv(ledger: readonly Movement[]): string {
  return csv(
    ['partnerId', 'account', 'side', 'currency', 'amount'],
    ledger.map((row) => [row.partnerId, row.account, row.side, row.currency, row.amount]),
  )
}
