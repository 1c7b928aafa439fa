import type { CallInput, FileReply, getLedgerExport } from '@partner-office/contracts'
import { type AccountCurrency, DAY_MS, decimalsOf, formatUnits } from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import { readLines } from '../../db/read-cursor.ts'
import { streamDownload } from '../../db/stream-snapshot.ts'
import { BYTE_ORDER_MARK, csvLine, inChunks, textCell } from '../exports/csv.ts'
import { currencyOfAccount } from './read-balances.ts'

type Question = CallInput<typeof getLedgerExport>['query']

type Row = {
  readonly id: number
  readonly createdAt: number
  readonly kind: string
  readonly amount: string
  readonly balance: string
  readonly reference: string
  readonly hash: string
}

const COLUMNS = ['id', 'createdAt', 'kind', 'amount', 'balance', 'reference', 'hash']

/**
 * One of a partner's accounts as a CSV file of one moment: each transfer with the balance after it, oldest first.
 *
 * Units: plain decimals of the account's currency; what leaves the account is negative.
 * Refuses: `wallet_not_found`, for a name that no account has.
 * Source: EXP-001; decisions D-144.
 */
export async function exportLedger(
  { database }: Core,
  partnerId: number,
  question: Question,
): Promise<FileReply> {
  const currency = currencyOfAccount(question.account, 'account')
  const rows = transfersOf(partnerId, question)
  const lines = streamDownload(database, async function* (tx) {
    yield BYTE_ORDER_MARK + csvLine(COLUMNS)
    yield* readLines(tx, rows, (row) => lineOf(row, currency))
  })
  const { rows: counted } = await sql<{ transfers: number }>`
    select count(*)::integer as transfers from (${rows}) t`.execute(database.read)
  const name = `ledger-${question.account}.csv`
  return { name, chunks: inChunks(lines), lines: counted[0]!.transfers + 1 }
}

/** The balance adds up all transfers of the account, also those before the first day. */
function transfersOf(partnerId: number, { account, dateFrom, dateTo }: Question): RawBuilder<Row> {
  const conditions = [
    sql`true`,
    ...(dateFrom === undefined ? [] : [sql`created_at >= ${dateFrom}`]),
    ...(dateTo === undefined ? [] : [sql`created_at < ${dateTo + DAY_MS}`]),
  ]
  return sql`
    select id, created_at, kind, amount::text as amount, balance::text as balance, reference,
      encode(hash, 'hex') as hash from (
      select t.*, sum(t.amount) over (order by t.id) as balance from (
        select t.id, t.created_at, t.kind, t.reference, t.hash,
          case when t.credit_account_id = a.id then t.amount::numeric else -t.amount::numeric end as amount
        from accounts a join transfers t on t.partner_account_id = a.id
        where a.partner_id = ${partnerId} and a.name = ${account}) t) t
    where ${sql.join(conditions, sql` and `)}
    order by id`
}

function lineOf(row: Row, currency: AccountCurrency): string {
  const { id, createdAt, kind, reference, hash } = row
  const coins = (units: string) => formatUnits(BigInt(units), decimalsOf(currency))
  const at = new Date(createdAt).toISOString()
  const amounts = [coins(row.amount), coins(row.balance)]
  return csvLine([id, at, kind, ...amounts, textCell(reference), hash])
}
