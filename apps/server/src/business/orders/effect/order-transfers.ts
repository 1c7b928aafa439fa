import type { NamedAccount, OrderTransfer } from '@partner-office/contracts'
import { type AccountCurrency, Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Db } from '../../../db/database.ts'
import { idCursor, partOf } from '../../../db/page.ts'
import { coinText } from '../../bonuses/bonus-texts.ts'
import { idsCausedBy } from '../../bonuses/explain/stored-record.ts'
import { readNames } from '../../partners/named-partners.ts'
import { sumsOf } from './sums.ts'

const PAGE = 50

type Row = Pick<OrderTransfer, 'id' | 'recordId' | 'kind' | 'at' | 'hash'> & {
  readonly currency: AccountCurrency
  readonly amount: string
  readonly debitName: string
  readonly debitPartnerId: number | null
  readonly creditName: string
  readonly creditPartnerId: number | null
}

/** Reads the transfers that an order caused, in their order, and the sums of all. Refuses: `not_found`. Source: requirements ORC-004. */
export async function readTransfers(db: Db, orderId: number, after = 0) {
  const order = await db.selectFrom('orders').select('id').where('id', '=', orderId).execute()
  if (order.length === 0) throw new Refusal('not_found')
  const { rows } = await sql<Row>`
    select t.id, b.id as record_id, t.kind, t.currency, t.amount::text as amount, t.created_at as at,
      encode(t.hash, 'hex') as hash, d.name as debit_name, d.partner_id as debit_partner_id,
      c.name as credit_name, c.partner_id as credit_partner_id
    from bonus_records b join transfers t on t.id = b.transfer_id
      join accounts d on d.id = t.debit_account_id join accounts c on c.id = t.credit_account_id
    where b.id in (${idsCausedBy(orderId)}) and t.id > ${after}
    order by t.id limit ${PAGE + 1}`.execute(db)
  const part = partOf(rows, PAGE, idCursor)
  return { ...part, content: await named(db, part.content), sums: await readSums(db, orderId) }
}

/** Sums of all transfers: what went to partners less what went back. */
async function readSums(db: Db, orderId: number) {
  const { rows } = await sql<{ currency: AccountCurrency; amount: string }>`
    select t.currency, (case when t.credit_account_id = t.partner_account_id then t.amount else -t.amount end)::text as amount
    from bonus_records b join transfers t on t.id = b.transfer_id
    where b.id in (${idsCausedBy(orderId)})`.execute(db)
  return sumsOf(rows)
}

async function named(db: Db, rows: readonly Row[]): Promise<OrderTransfer[]> {
  const ids = rows.flatMap(({ debitPartnerId, creditPartnerId }) =>
    [debitPartnerId, creditPartnerId].filter((id) => id !== null),
  )
  const names = await readNames(db, ids)
  const account = (name: string, id: number | null): NamedAccount => ({
    name,
    partner: id === null ? null : names(id),
  })
  return rows.map(({ debitName, debitPartnerId, creditName, creditPartnerId, ...row }) => ({
    ...row,
    debit: account(debitName, debitPartnerId),
    credit: account(creditName, creditPartnerId),
    amount: coinText(BigInt(row.amount), row.currency),
  }))
}
