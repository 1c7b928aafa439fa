import type {
  CancelledOrders,
  ComparedProgramme,
  Corrections,
  DryRun,
  Job,
  LateOrders,
  Period,
  ProgrammeSum,
} from '@partner-office/contracts'
import {
  decimalsOf,
  eurCents,
  formatUnits,
  monthEnd,
  parseMonth,
  Refusal,
} from '@partner-office/domain'
import { sql } from 'kysely'

import { readClosings, type StoredClosing } from '../../business/months/closing.ts'
import { readCancelledOrders, readLateOrders } from '../../business/months/late-orders.ts'
import { readNames } from '../../business/partners/named-partners.ts'
import type { Core } from '../../core/core.ts'
import type { Session } from '../console.ts'
import { readJob } from '../jobs/stored-jobs.ts'
import { changesSince } from './close-changes.ts'
import { readCloseProposals } from './close-proposals.ts'
import { percentFromMean } from './finding.ts'
import { closedBefore } from './compute-dry-run.ts'
import { monthsBeside, stateOf } from './list-periods.ts'
import { readSeal } from './read-seal.ts'
import type { SealedSums } from './sealed-sums.ts'
import { newestDryRun, type StoredDryRun, withAcceptances } from './stored-dry-runs.ts'
import { sumOf } from './sums.ts'

type Asking = { readonly month: string; readonly session: Session; readonly sums: SealedSums }

/** The cockpit of one month. Refuses: `not_found`, a month that has not begun. Source: requirements MON-003 to MON-020. */
export async function readPeriod(core: Core, { month, session, sums }: Asking): Promise<Period> {
  const { read } = core.database
  const now = core.clock()
  const start = parseMonth(month)!
  if (start > now) throw new Refusal('not_found', { field: 'month' })
  const closings = await readClosings(read)
  const closing = closings.find(({ period }) => period === month)
  const proposal = (await readCloseProposals(read, now)).get(month)
  const dry = await newestDryRun(read, month)
  const jobs = await readJobs(core, month, session)
  const isPosting = closing?.isSealed === false
  return {
    month,
    ...(await monthsBeside(read, closings, { month, now })),
    state: stateOf({ month, closing, proposal, now }),
    isOver: monthEnd(start) <= now,
    ...(await compare(core, { sums, closings, closing, dry, month })),
    dryRun: dry === null ? null : await shown(core, dry, closing),
    proposal: proposal ?? null,
    seal: closing?.isSealed === true ? await readSeal(core, closing) : null,
    corrections: await readCorrected(core, { sums, closings, closing, dry }),
    late: closing === undefined ? [] : (await readLateOrders(read, closings, closing)).map(asLate),
    cancelled: closing === undefined ? null : await readCancelled(core, closing),
    statements: await readStatements(core, month, closing),
    jobs,
    posted: isPosting ? await countPosted(core, closing) : null,
    canContinue:
      isPosting && !jobs.some(({ kind, endedAt }) => kind === 'close' && endedAt === null),
  }
}

type Comparing = Pick<Asking, 'sums' | 'month'> & {
  readonly closings: readonly StoredClosing[]
  readonly closing: StoredClosing | undefined
  readonly dry: StoredDryRun | null
}

async function compare(
  { database: { read } }: Core,
  { sums, closings, closing, dry, month }: Comparing,
): Promise<Pick<Period, 'before' | 'programmes' | 'together'>> {
  if (closing?.isSealed !== true) {
    const before = dry?.document.before ?? []
    const sumsBefore = before.map((each) => each.sums)
    return {
      before: before.map((each) => each.month),
      ...compared(dry?.document.programmes ?? [], sumsBefore),
    }
  }
  const earlier = closedBefore(closings, month)
  const [now = [], ...before] = await Promise.all(
    [closing, ...earlier].map(async (each) => (await sums.read(read, each)).map(sumOf)),
  )
  return { before: earlier.map(({ period }) => period), ...compared(now, before) }
}

type Correcting = Omit<Comparing, 'month'>

/** The corrections of earlier months: of a sealed closing as they are posted, before as the dry run has computed them. */
async function readCorrected(
  { database: { read } }: Core,
  { sums, closings, closing, dry }: Correcting,
): Promise<Corrections | null> {
  const stored =
    closing?.isSealed === true
      ? await sums.corrections(read, closings, closing)
      : dry && { months: dry.document.corrections, largest: dry.document.largest ?? [] }
  if (stored === null) return null
  const nameOf = await readNames(
    read,
    stored.largest.map(({ partnerId }) => partnerId),
  )
  return {
    months: [...stored.months],
    largest: stored.largest.map(({ partnerId, ...correction }) => ({
      ...correction,
      partner: nameOf(partnerId),
    })),
  }
}

async function readCancelled(
  { database: { read } }: Core,
  closing: StoredClosing,
): Promise<CancelledOrders | null> {
  const { orders, cents, firstAt, lastAt, takenBack } = await readCancelledOrders(read, closing)
  if (orders === 0) return null
  return {
    orders,
    eur: formatUnits(eurCents(BigInt(cents)), 2),
    firstAt: firstAt!,
    lastAt: lastAt!,
    takenBack: takenBack.map(({ currency, units }) => ({
      currency,
      amount: formatUnits(BigInt(units), decimalsOf(currency)),
    })),
  }
}

const keyOf = ({ type, currency }: Pick<ProgrammeSum, 'type' | 'currency'>) => `${type} ${currency}`

type Sums = readonly ProgrammeSum[]

const compared = (now: Sums, before: readonly Sums[]) => ({
  programmes: programmesOf(now, before),
  together: togetherOf(now, before),
})

/** Programmes beside those of earlier months, by type and currency. */
function programmesOf(now: Sums, before: readonly Sums[]): ComparedProgramme[] {
  const all = new Map([...before.flat(), ...now].map((each) => [keyOf(each), each]))
  return [...all]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { type, currency }]) => {
      const find = (sums: Sums) => sums.find((each) => keyOf(each) === key) ?? null
      const own = find(now)
      const earlier = before.map(find)
      return { type, currency, now: own, before: earlier, percent: percentOf(own, earlier) }
    })
}

/** All that has a value in EUR. Rounding: none, the sum of the rounded lines. */
function togetherOf(now: Sums, before: readonly Sums[]): Period['together'] {
  const centsOf = (sums: Sums) =>
    sums.reduce((sum, { eur }) => sum + (eur === null ? 0n : BigInt(eur.replace('.', ''))), 0n)
  const earlier = before.map(centsOf)
  const own = centsOf(now)
  const textOf = (cents: bigint) => formatUnits(eurCents(cents), 2)
  return { now: textOf(own), before: earlier.map(textOf), percent: percentFromMean(own, earlier) }
}

function percentOf(
  now: ProgrammeSum | null,
  before: readonly (ProgrammeSum | null)[],
): string | null {
  if (now === null) return null
  return percentFromMean(worthOf(now), before.map(worthOf))
}

/** In EUR, or in coins without a value in EUR. */
function worthOf(sum: ProgrammeSum | null): bigint {
  if (sum === null) return 0n
  return BigInt((sum.eur ?? sum.amount).replace('.', ''))
}

async function shown(
  core: Core,
  stored: StoredDryRun,
  closing: StoredClosing | undefined,
): Promise<DryRun> {
  const { read } = core.database
  const { before: _before, largest: _largest, ...document } = stored.document
  return {
    jobId: stored.jobId,
    at: stored.at,
    ...document,
    checks: await withAcceptances(read, stored),
    changes: closing === undefined ? await changesSince(core, read, stored) : [],
  }
}

const asLate = ({
  cents,
  firstAt,
  lastAt,
  ...group
}: Awaited<ReturnType<typeof readLateOrders>>[number]): LateOrders => ({
  ...group,
  eur: formatUnits(eurCents(BigInt(cents)), 2),
  firstAt: firstAt!,
  lastAt: lastAt!,
})

async function readJobs(core: Core, month: string, session: Session): Promise<Job[]> {
  const { read } = core.database
  const { rows } = await sql<{ id: number }>`
    select max(id) as id from console.jobs where object = ${month} group by kind order by 1 desc`.execute(
    read,
  )
  return Promise.all(rows.map(({ id }) => readJob(read, id, session)))
}

async function readStatements(
  { database: { read } }: Core,
  month: string,
  closing: StoredClosing | undefined,
): Promise<Period['statements']> {
  if (closing?.isSealed !== true) return null
  const run = await read
    .selectFrom('statementRuns')
    .select('finishedAt')
    .where('period', '=', month)
    .executeTakeFirst()
  const { rows } = await sql<NonNullable<Period['statements']>['byCurrency'][number]>`
    select currency, count(*) as statements from statements
    where period = ${month} and content is not null group by currency order by currency collate "C"`.execute(
    read,
  )
  return { finishedAt: run?.finishedAt ?? null, byCurrency: rows }
}

async function countPosted(
  { database: { read } }: Core,
  { id, period, latePeriods }: StoredClosing,
) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from bonus_records
    where period = any(${[period, ...latePeriods]}::text[]) and closing_id = ${id} and reverses_id is null`.execute(
    read,
  )
  return rows[0]!.count
}
