import type {
  CallReply,
  getPeriods,
  ListedPeriod,
  Period,
  PeriodState,
} from '@partner-office/contracts'
import {
  add,
  fraction,
  monthEnd,
  monthText,
  parseMonth,
  type ProgrammeTotal,
  toDecimalText,
} from '@partner-office/domain'
import { sql } from 'kysely'

import { readClosings, type StoredClosing } from '../../business/months/closing.ts'
import { readLateOrders } from '../../business/months/late-orders.ts'
import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import { type CloseProposal, readCloseProposals } from './close-proposals.ts'
import type { SealedSums } from './sealed-sums.ts'
import { newestDryRun } from './stored-dry-runs.ts'
import { sumOf } from './sums.ts'

const PAGE = 12

/** Months from the current one down to the first with an order or a closing. Source: requirements MON-001. */
export async function listPeriods(
  core: Core,
  sums: SealedSums,
  cursor: string | undefined,
): Promise<CallReply<typeof getPeriods>> {
  const { read } = core.database
  const now = core.clock()
  const closings = await readClosings(read)
  const first = await firstMonth(read, closings, now)
  const seen = { core, sums, closings, proposals: await readCloseProposals(read, now), now }
  const content: ListedPeriod[] = []
  let month = cursor === undefined ? monthText(now) : monthBefore(cursor)
  for (; month >= first && content.length < PAGE; month = monthBefore(month)) {
    content.push(await listed(seen, month))
  }
  return month >= first ? { content, next: content.at(-1)!.month } : { content }
}

const monthBefore = (month: string): string => monthText(parseMonth(month)! - 1)

/** The months before and after a month, as far as the list goes. */
export async function monthsBeside(
  db: Db,
  closings: readonly StoredClosing[],
  { month, now }: { readonly month: string; readonly now: number },
): Promise<Pick<Period, 'earlier' | 'later'>> {
  const earlier = monthBefore(month)
  const later = monthText(monthEnd(parseMonth(month)!))
  return {
    earlier: earlier >= (await firstMonth(db, closings, now)) ? earlier : null,
    later: later <= monthText(now) ? later : null,
  }
}

async function firstMonth(
  db: Db,
  closings: readonly StoredClosing[],
  now: number,
): Promise<string> {
  const { rows } = await sql<{ at: number | null }>`select min(paid_at) as at from orders`.execute(
    db,
  )
  const months = [...closings.map(({ period }) => period), monthText(rows[0]!.at ?? now)]
  return months.toSorted()[0]!
}

type Seen = {
  readonly core: Core
  readonly sums: SealedSums
  readonly closings: readonly StoredClosing[]
  readonly proposals: ReadonlyMap<string, CloseProposal>
  readonly now: number
}

async function listed(seen: Seen, month: string): Promise<ListedPeriod> {
  const { core, closings, proposals, now } = seen
  const { read } = core.database
  const closing = closings.find(({ period }) => period === month)
  const proposal = proposals.get(month)
  const { seal, statementsAt } = await readSealed(read, month)
  const isOpen = proposal?.state === 'OPEN'
  const isDone = proposal?.state === 'DONE'
  const late = closing === undefined ? [] : await readLateOrders(read, closings, closing)
  return {
    month,
    state: stateOf({ month, closing, proposal, now }),
    ...(await creditedIn(seen, month, closing)),
    hash: seal?.hash ?? null,
    sealedAt: seal?.sealedAt ?? null,
    statementsAt,
    late: late.reduce((sum, { orders }) => sum + orders, 0),
    proposal: isOpen || isDone ? proposal.id : null,
    proposedBy: isOpen || isDone ? proposal.by : null,
    approvedBy: isDone ? proposal.decidedBy : null,
  }
}

type Standing = {
  readonly month: string
  readonly closing: StoredClosing | undefined
  readonly proposal: CloseProposal | undefined
  readonly now: number
}

/** The state of a month. */
export function stateOf({ month, closing, proposal, now }: Standing): PeriodState {
  if (closing !== undefined) return closing.isSealed ? 'SEALED' : 'POSTING'
  if (proposal?.state === 'OPEN') return 'PROPOSED'
  return monthEnd(parseMonth(month)!) <= now ? 'DUE' : 'OPEN'
}

async function creditedIn(
  { core, sums }: Seen,
  month: string,
  closing: StoredClosing | undefined,
): Promise<Pick<ListedPeriod, 'records' | 'sums'>> {
  const { read } = core.database
  if (closing?.isSealed === true) {
    const totals = await sums.read(read, closing)
    return { records: recordsIn(totals), sums: byCurrency(totals.map(sumOf)) }
  }
  const dry = await newestDryRun(read, month)
  if (dry === null) return { records: null, sums: [] }
  return { records: dry.document.records, sums: byCurrency(dry.document.programmes) }
}

const recordsIn = (totals: readonly ProgrammeTotal[]): number =>
  totals.reduce((sum, { records }) => sum + records, 0)

function byCurrency(
  programmes: readonly Pick<ReturnType<typeof sumOf>, 'currency' | 'amount'>[],
): ListedPeriod['sums'] {
  const sums = new Map<ListedPeriod['sums'][number]['currency'], string>()
  for (const { currency, amount } of programmes) {
    const sum = add(fraction(sums.get(currency) ?? '0'), fraction(amount))
    sums.set(currency, toDecimalText(sum))
  }
  return [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, amount]) => ({ currency, amount }))
}

type Sealed = {
  readonly seal: { readonly hash: string; readonly sealedAt: number } | null
  readonly statementsAt: number | null
}

async function readSealed(db: Db, month: string): Promise<Sealed> {
  const seal = await db
    .selectFrom('periodSeals as s')
    .innerJoin('closings as c', 'c.id', 's.closingId')
    .select(['s.hash', 's.sealedAt'])
    .where('c.period', '=', month)
    .executeTakeFirst()
  const run = await db
    .selectFrom('statementRuns')
    .select('finishedAt')
    .where('period', '=', month)
    .executeTakeFirst()
  return {
    seal: seal === undefined ? null : { hash: seal.hash.toString('hex'), sealedAt: seal.sealedAt },
    statementsAt: run?.finishedAt ?? null,
  }
}
