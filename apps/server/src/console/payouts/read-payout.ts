import type { PayoutDetail } from '@partner-office/contracts'
import { type AccountCurrency, Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import { coinText } from '../../business/bonuses/bonus-texts.ts'
import { holdOf } from '../../business/payouts/end/end-payout.ts'
import { txPatternOf } from '../../business/payouts/end/transactions.ts'
import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import { EurValues } from '../today/eur-values.ts'
import { type ChainAdapter, lookOnChain } from './chain.ts'
import { readMarks } from './marks.ts'
import { queued, type QueuedRow, rowsOf } from './queue.ts'
import { STATE } from './states.ts'
import { readStop } from './stops.ts'

const MOST_LINES = 100

/** One payout with all that an operator decides on. Refuses: `not_found`. Source: requirements PQU-003, PQU-017. */
export async function readPayout(
  { database: { read }, clock }: Core,
  chain: ChainAdapter | null,
  id: number,
): Promise<PayoutDetail> {
  const now = clock()
  const [row] = await rowsOf(read, [id])
  if (row === undefined) throw new Refusal('not_found')
  const values = await EurValues.read(read)
  const marks = (await readMarks(read, [id], now)).get(id) ?? []
  const { account, atConfirmation, current } = await readStandings(read, row)
  const heldUntil = await holdOf(read, row)
  return {
    ...queued(row, values, marks),
    requestedAt: row.requestedAt,
    heldUntil: row.status === 'PENDING' && heldUntil > now ? heldUntil : null,
    endedBy: await personOf(read, row.endedBy),
    reason: row.reason,
    txId: row.txId,
    txPattern: await txPatternOf(read, row),
    chain: row.txId === null ? null : await lookOnChain(chain, row, row.txId),
    stop: await readStop(read, row.partnerId, now),
    atConfirmation,
    now: current,
    credits: await readCredits(read, row, account),
    sameAddress: await readSameAddress(read, row),
    transfers: await readTransfers(read, row),
    takings: await readTakings(read, id),
    rates: values.used(),
  }
}

async function personOf(db: Db, id: number | null) {
  if (id === null) return null
  return db
    .selectFrom('console.operators')
    .select(['id', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

const coins = ({ currency }: QueuedRow) => {
  const known = currency as AccountCurrency
  return (units: string) => coinText(BigInt(units), known)
}

/** The account that a payout was debited from, and the ids of the transfers that debited it. */
type Account = { readonly id: number; readonly first: number; readonly last: number }

/** SQL of how much a transfer `t` changes the partner's account. */
const CHANGE = sql`case when t.credit_account_id = t.partner_account_id then t.amount else -t.amount end`

type StoredStanding = {
  account: Account
  wasBlocked: boolean
  isBlocked: boolean
  closedAt: number | null
  isVerified: boolean
  verifiedAt: number | null
  balance: string
  balanceThen: string
}

/** Reads the balance from the ledger at the last transfer of the payout, and now. */
async function readStanding(db: Db, { id }: QueuedRow): Promise<StoredStanding> {
  const { rows } = await sql<StoredStanding>`
    select jsonb_build_object('id', a.id, 'first', own.first, 'last', own.last) as account,
      coalesce((select b.blocked from partner_blocks b where b.partner_id = p.partner_id and b.changed_at <= p.created_at
        order by b.fact desc limit 1), false) as was_blocked,
      coalesce((select b.blocked from partner_blocks b where b.partner_id = p.partner_id order by b.fact desc limit 1), false)
        as is_blocked,
      owner.closed_at, coalesce(v.status = 'APPROVED', false) as is_verified, v.updated_at as verified_at, a.balance::text as balance,
      (select coalesce(sum(${CHANGE}), 0)::text from transfers t where t.partner_account_id = a.id and t.id <= own.last) as balance_then
    from payouts p
      join accounts a on a.partner_id = p.partner_id and a.name = p.payout_from and a.currency = p.currency
      cross join lateral (select min(t.id) as first, max(t.id) as last from transfers t
        where t.idempotency_key in ('payout:' || p.id || ':PAYOUT', 'payout:' || p.id || ':PAYOUT_FEE')) own
      left join passport.accounts owner on owner.user_id = p.partner_id
      left join passport.verifications v on v.user_id = p.partner_id and v.document_type = 'PASSPORT'
    where p.id = ${id}`.execute(db)
  return rows[0]!
}

/** The partner when the payout was confirmed, and now. A later decision on a document does not tell how it was then. */
async function readStandings(db: Db, row: QueuedRow) {
  const found = await readStanding(db, row)
  const { closedAt, verifiedAt, isVerified } = found
  const isKnown = verifiedAt === null || verifiedAt <= row.createdAt
  return {
    account: found.account,
    atConfirmation: {
      isBlocked: found.wasBlocked,
      isClosed: closedAt !== null && closedAt <= row.createdAt,
      isVerified: isKnown ? isVerified : null,
      balance: coins(row)(found.balanceThen),
    },
    current: {
      isBlocked: found.isBlocked,
      isClosed: closedAt !== null,
      isVerified,
      balance: coins(row)(found.balance),
    },
  }
}

type StoredLine = Omit<PayoutDetail['transfers'][number], 'amount'> & { readonly units: string }

const LINE = sql`t.id, t.created_at as at, t.kind, (${CHANGE})::text as units, t.reference, encode(t.hash, 'hex') as hash`

const linesOf = (rows: readonly StoredLine[], row: QueuedRow) =>
  rows.map(({ units, ...line }) => ({ ...line, amount: coins(row)(units) }))

/** What makes up the balance before a payout: what the payout before left, and each transfer since. */
async function readCredits(
  db: Db,
  row: QueuedRow,
  { id, first }: Account,
): Promise<PayoutDetail['credits']> {
  const before = await sql<{ id: number; at: number }>`
    select t.id, t.created_at as at from transfers t
    where t.partner_account_id = ${id} and t.id < ${first} and t.kind in ('PAYOUT', 'PAYOUT_FEE')
    order by t.id desc limit 1`.execute(db)
  const last = before.rows[0]
  const after = last?.id ?? 0
  const carried = await sql<{ units: string }>`
    select coalesce(sum(${CHANGE}), 0)::text as units from transfers t
    where t.partner_account_id = ${id} and t.id <= ${after}`.execute(db)
  const since = sql`t.partner_account_id = ${id} and t.id > ${after} and t.id < ${first}`
  const sums = await sql<{ kind: string; count: number; units: string }>`
    select t.kind, count(*)::integer as count, sum(${CHANGE})::text as units from transfers t where ${since}
    group by t.kind order by t.kind`.execute(db)
  const lines = await sql<StoredLine>`
    select ${LINE} from transfers t where ${since} order by t.id desc limit ${MOST_LINES}`.execute(
    db,
  )
  const left = carried.rows[0]!.units
  const total = sums.rows.reduce((sum, { units }) => sum + BigInt(units), BigInt(left))
  return {
    since: last?.at ?? null,
    carried: coins(row)(left),
    sums: sums.rows.map(({ units, ...sum }) => ({ ...sum, sum: coins(row)(units) })),
    lines: linesOf(lines.rows, row),
    before: coins(row)(String(total)),
  }
}

async function readTransfers(db: Db, row: QueuedRow): Promise<PayoutDetail['transfers']> {
  const keys = ['PAYOUT', 'PAYOUT_FEE', 'PAYOUT_REFUND', 'PAYOUT_FEE_REFUND'].map(
    (kind) => `payout:${row.id}:${kind}`,
  )
  const { rows } = await sql<StoredLine>`
    select ${LINE} from transfers t where t.idempotency_key in (${sql.join(keys)}) order by t.id`.execute(
    db,
  )
  return linesOf(rows, row)
}

async function readSameAddress(db: Db, row: QueuedRow): Promise<PayoutDetail['sameAddress']> {
  const { rows } = await sql<PayoutDetail['sameAddress'][number]>`
    select p.id, p.partner_id, c.first_name || ' ' || c.last_name as name, p.amount::text as amount, p.currency,
      ${STATE} as state, p.created_at
    from payouts p join partners c on c.id = p.partner_id
    where p.address = ${row.address} and p.id <> ${row.id} order by p.id desc limit ${MOST_LINES}`.execute(
    db,
  )
  return rows.map((other) => ({
    ...other,
    amount: coinText(BigInt(other.amount), other.currency as AccountCurrency),
  }))
}

async function readTakings(db: Db, payoutId: number): Promise<PayoutDetail['takings']> {
  const rows = await db
    .selectFrom('payoutTakings as t')
    .innerJoin('console.operators as o', 'o.id', 't.operatorId')
    .select(['o.id', 'o.email', 't.at', 't.reason', 't.proposalId as proposal'])
    .where('t.payoutId', '=', payoutId)
    .orderBy('t.id')
    .execute()
  return rows.map(({ id, email, ...taking }) => ({ ...taking, by: { id, email } }))
}
