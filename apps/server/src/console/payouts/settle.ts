import { createHash } from 'node:crypto'

import type { CallReply, postSettle, SettleLine, SettleState } from '@partner-office/contracts'
import { matchesWhole, Refusal, transactionKey } from '@partner-office/domain'
import { sql } from 'kysely'

import { writeEntries } from '../../business/audit/audit-log.ts'
import { ImportRefused } from '../../business/imports/import-refused.ts'
import { readCsv } from '../../business/imports/read-csv.ts'
import { approveLocked, type Payout, USED_BEFORE } from '../../business/payouts/end/end-payout.ts'
import { problemOf, SETTLE_COLUMNS } from '../../business/payouts/end/hand-over.ts'
import { useTransactions } from '../../business/payouts/end/transactions.ts'
import type { Core } from '../../core/core.ts'
import type { Db, Tx } from '../../db/database.ts'
import { nameOf } from './acts.ts'
import { type ChainAdapter, lookOnChain } from './chain.ts'

type Reply = CallReply<typeof postSettle>

const MOST_SHOWN = 1_000

/** What an operator settles with. */
type Settling = {
  readonly core: Core
  readonly chain: ChainAdapter | null
  readonly by: number
  readonly email: string
}

/** What each line of a file of `id,txId` would do; nothing is done. Source: requirements PQU-010. */
export async function previewSettle(settling: Settling, csv: string): Promise<Reply> {
  const { core, chain, by } = settling
  const read = await readLines(csv)
  return replyOf(await withChain(chain, await examine(core.database.read, read, by)), null)
}

/**
 * Approves all payouts of a file of `id,txId`, or none: a file with a wrong line answers what is wrong, and changes nothing.
 *
 * The chain is asked before the transaction, which holds locks: address, currency and amount of a payout never change.
 *
 * Refuses: `changed_meanwhile`, when another approval has used a transaction of the file at the same moment.
 * Source: requirements PQU-005, PQU-010.
 */
export async function settle({ core, chain, by, email }: Settling, csv: string): Promise<Reply> {
  const read = await readLines(csv)
  const looked = await withChain(chain, await examine(core.database.read, read, by))
  if (looked.some(isWrong)) return replyOf(looked, null)
  return core.database.transaction(async (tx) => {
    const ids = looked.map(({ id }) => Number(id))
    await sql`select from payouts where id = any(${ids}::bigint[]) order by id for update`.execute(
      tx,
    )
    const lines = await examine(tx, read, by)
    if (lines.some(isWrong)) return replyOf(lines, null)
    const settled = await approveAll(core, tx, lines, by)
    const details = () => ({
      settled,
      bytes: Buffer.byteLength(csv),
      sha256: createHash('sha256').update(csv).digest('hex'),
    })
    await writeEntries(tx, core.clock(), [{ actor: email, command: 'payouts settle', details }])
    return replyOf(lines, settled)
  })
}

async function approveAll(
  core: Core,
  tx: Tx,
  lines: readonly Examined[],
  by: number,
): Promise<number> {
  const open = lines.filter(({ state }) => state === 'approve')
  const txIds = open.map(({ txId }) => txId)
  const used = await useTransactions(tx, txIds, core.clock())
  if (used.length > 0) throw new Refusal('changed_meanwhile', {}, [USED_BEFORE])
  for (const { payout, txId } of open) await approveLocked(core, tx, payout!, { txId, by })
  return open.length
}

type Line = Pick<SettleLine, 'line' | 'id' | 'txId'> & { readonly problem: string | null }
type Examined = SettleLine & { readonly payout: Payout | null }

/** Lines of the file. What is no CSV is one bad line that says so. */
async function readLines(csv: string): Promise<Line[]> {
  const lines: Line[] = []
  async function* bytes() {
    yield Buffer.from(csv)
  }
  try {
    for await (const { line, cells, problem } of readCsv(bytes(), SETTLE_COLUMNS)) {
      lines.push({ line, id: cells.id, txId: cells.txId, problem: problem ?? problemOf(cells) })
    }
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
    return error.problems.map(({ line, problem }) => ({ line, id: '', txId: '', problem }))
  }
  return lines
}

/** What each line comes to, the lines before it being done. */
async function examine(db: Db, lines: readonly Line[], by: number): Promise<Examined[]> {
  const known = await readKnown(db, lines)
  const done = new Map<string, string>()
  const examined: Examined[] = []
  for (const line of lines) {
    const found = await stateOfLine(db, line, { known, done, by })
    if (found.state === 'approve') done.set(line.id, transactionKey(line.txId))
    const payout = known.payouts.get(line.id) ?? null
    examined.push({ ...found, line: line.line, id: line.id, txId: line.txId, payout })
  }
  return examined
}

type Known = {
  readonly payouts: ReadonlyMap<string, Payout & { isInBatch: boolean; txPattern: string }>
  readonly used: ReadonlySet<string>
}

async function readKnown(db: Db, lines: readonly Line[]): Promise<Known> {
  const sound = lines.filter(({ problem }) => problem === null)
  const ids = sound.map(({ id }) => Number(id))
  const keys = sound.map(({ txId }) => transactionKey(txId))
  const { rows } = await sql<Payout & { isInBatch: boolean; txPattern: string }>`
    select p.*, h.payout_id is not null as is_in_batch, r.tx_pattern from payouts p
      left join payout_hand_overs h on h.payout_id = p.id
      join payout_routes r on r.payout_from = p.payout_from and r.payout_to = p.payout_to
    where p.id = any(${ids}::bigint[])`.execute(db)
  const used = await sql<{ key: string }>`
    select key from payout_transactions where key = any(${keys}::text[])`.execute(db)
  return {
    payouts: new Map(rows.map((row) => [String(row.id), row])),
    used: new Set(used.rows.map(({ key }) => key)),
  }
}

type Context = {
  readonly known: Known
  /** The transactions of the lines before, by payout. */
  readonly done: ReadonlyMap<string, string>
  readonly by: number
}
type Found = Pick<SettleLine, 'state' | 'why'>

async function stateOfLine(
  db: Db,
  { id, txId, problem }: Line,
  { known, done, by }: Context,
): Promise<Found> {
  if (problem !== null) return { state: 'badLine', why: problem }
  const payout = known.payouts.get(id)
  if (payout === undefined) return { state: 'unknown', why: `there is no payout ${id}` }
  const key = transactionKey(txId)
  const approvedWith = done.get(id) ?? (payout.txId === null ? null : transactionKey(payout.txId))
  if (approvedWith === key) return { state: 'approvedBefore', why: null }
  if (approvedWith !== null) {
    return {
      state: 'otherTransaction',
      why: `it was sent in ${payout.txId ?? 'the transaction of an earlier line'}`,
    }
  }
  if (payout.status === 'REJECTED') return { state: 'rejected', why: 'it is rejected' }
  if (payout.takenAt === null) return { state: 'notTaken', why: 'it was not taken up' }
  if (!payout.isInBatch && payout.takenBy !== by) {
    return { state: 'takenByOther', why: `${await nameOf(db, payout.takenBy)} has taken it up` }
  }
  if (!matchesWhole(payout.txPattern, txId)) {
    const why = `txId does not look like a transaction of its route (${payout.txPattern})`
    return { state: 'badLine', why }
  }
  return known.used.has(key)
    ? { state: 'usedBefore', why: USED_BEFORE }
    : { state: 'approve', why: null }
}

/** The lines after the chain was asked about those that would approve. */
async function withChain(
  chain: ChainAdapter | null,
  lines: readonly Examined[],
): Promise<Examined[]> {
  if (chain === null) return [...lines]
  const looked: Examined[] = []
  for (const line of lines) {
    const { state, payout, txId } = line
    const found = state === 'approve' ? await lookOnChain(chain, payout!, txId) : null
    const differences = found?.differences ?? []
    looked.push(
      differences.length === 0
        ? line
        : { ...line, state: 'otherOnChain', why: differences.join('; ') },
    )
  }
  return looked
}

const isWrong = ({ state }: Examined): boolean => state !== 'approve' && state !== 'approvedBefore'

function replyOf(lines: readonly Examined[], settled: number | null): Reply {
  const counts: Partial<Record<SettleState, number>> = {}
  for (const { state } of lines) counts[state] = (counts[state] ?? 0) + 1
  const wrongFirst = [...lines.filter(isWrong), ...lines.filter((line) => !isWrong(line))]
  const shown = wrongFirst.slice(0, MOST_SHOWN).map(({ payout: _payout, ...line }) => line)
  return { lines: shown, counts, settled }
}
