import { type AccountCurrency, accountNameOf, Refusal } from '@partner-office/domain'

import { type Core, NO_PROGRESS, type Progress } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { readRecordsById } from '../bonuses/explain/stored-record.ts'
import type { Closing } from '../months/closing.ts'
import { requireOver } from '../months/require-over.ts'
import { readBookedAdjustments } from './adjustment-text.ts'
import { readEndedDisputes } from './dispute-text.ts'
import { buildStatement } from './build-statement.ts'
import { readBookedPayouts } from './payout-text.ts'
import { type AccountMonth, readAccountMonths } from './read-movements.ts'
import { signStatement, statementCode } from './sign-statement.ts'
import { readHolders } from './statement-holder.ts'
import { currentSigner, type StatementSigner } from './statement-keys.ts'
import { readStatementMonths, statementMonth, type StatementMonths } from './statement-months.ts'
import { beginRun, endRun } from './statement-runs.ts'
import { openSeal, type OpenedSeal } from './statement-seals.ts'

const PARTNERS_A_PAGE = 100

/** What the statements of a closed month are made from. */
export type StatementSource = {
  readonly period: string
  readonly months: StatementMonths
  readonly seal: OpenedSeal
  readonly signer: StatementSigner
  readonly rankCode: (rankId: number) => string
}

/**
 * Makes the statements of a closed month that are not made yet: one for each partner and currency in which something
 * was credited or moved. Making them again changes nothing; after a kill it continues with the next page of partners.
 *
 * Costs: bounded memory, a page of partners at a time.
 *
 * Refuses: `validation_error`, a month that is not over or not closed.
 * Source: operations.md section 4, `reports make`; decisions D-062, D-064, D-119.
 */
export async function makeStatements(
  core: Core,
  period: string,
  progress: Progress = NO_PROGRESS,
): Promise<void> {
  requireOver(core, period)
  const source = await openSource(core, period)
  if (source === null) {
    const reason = `the month ${period} is not closed yet`
    throw new Refusal('validation_error', { field: 'month', reason })
  }
  await core.database.transaction((tx) => beginRun(tx, period, core.clock()))
  const ids = await readPartnerIds(core)
  for (let from = 0; from < ids.length; from += PARTNERS_A_PAGE) {
    await makePage(core, source, ids.slice(from, from + PARTNERS_A_PAGE), moved)
    progress(Math.min(from + PARTNERS_A_PAGE, ids.length), ids.length)
  }
  for (const partnerId of await readAsking(core, period)) {
    await makePartnerStatements(core, source, partnerId)
  }
  await endRun(core, period)
}

/** Makes the statements of a partner who asks for them: without any movement, they say that nothing happened. */
export async function makePartnerStatements(
  core: Core,
  source: StatementSource,
  partnerId: number,
): Promise<void> {
  await makePage(core, source, [partnerId], movedOrStanding)
}

/** The accounts to make statements for. */
type Choose = (months: readonly AccountMonth[], partnerIds: readonly number[]) => AccountMonth[]

const moved: Choose = (months) => months.filter(({ movements }) => movements.length > 0)

/** The accounts that moved, else those with a balance, else an empty one in the default currency. Source: decisions D-119. */
const movedOrStanding: Choose = (months, partnerIds) => {
  const chosen = [moved(months, partnerIds), months.filter(({ opening }) => opening !== 0n)]
  const empty = partnerIds.map((partnerId): AccountMonth => ({
    partnerId,
    account: accountNameOf(DEFAULT_CURRENCY),
    currency: DEFAULT_CURRENCY,
    opening: 0n,
    movements: [],
  }))
  return chosen.find((each) => each.length > 0) ?? empty
}

/** The currency of a statement that names none. Source: decisions D-119. */
export const DEFAULT_CURRENCY = 'EUR' satisfies AccountCurrency

/** What the statements of a month are made from; null while the month is not closed. */
export async function openSource(core: Core, period: string): Promise<StatementSource | null> {
  const { read } = core.database
  const months = await readStatementMonths(read)
  const place = months.closings.findIndex((each) => each.period === period)
  const closing = months.closings[place]
  if (closing === undefined) return null
  const isInOwnMonth = statementMonth(months, period, place) === period
  return {
    period,
    months,
    seal: await openSeal(core, closing, { isInOwnMonth }),
    signer: await currentSigner(core),
    rankCode: await rankCodes(core, closing),
  }
}

async function rankCodes(core: Core, { planVersion }: Closing) {
  const versions = await core.plans.versions(core.database.read)
  const { plan } = versions.findLast(({ version }) => version <= planVersion)!
  return (rankId: number) => plan.ranks.find(({ id }) => id === rankId)?.code ?? String(rankId)
}

async function readPartnerIds({ database }: Core): Promise<number[]> {
  const rows = await database.read
    .selectFrom('accounts')
    .select('partnerId')
    .distinct()
    .where('partnerId', 'is not', null)
    .orderBy('partnerId')
    .execute()
  return rows.map(({ partnerId }) => partnerId!)
}

async function makePage(
  core: Core,
  source: StatementSource,
  partnerIds: readonly number[],
  choose: Choose,
): Promise<void> {
  const { read } = core.database
  const made = await madeBefore(core, source.period, partnerIds)
  const months = choose(await readAccountMonths(read, source, partnerIds), partnerIds).filter(
    ({ partnerId, currency }) => !made.has(`${partnerId} ${currency}`),
  )
  if (months.length === 0) return
  const ids = [...new Set(months.map(({ partnerId }) => partnerId))]
  const holders = await readHolders(read, ids)
  const seals = await source.seal.forPartners(read, ids)
  const movements = months.flatMap((month) => month.movements)
  const payouts = await readBookedPayouts(read, movements)
  const recordIds = movements.flatMap(({ recordId }) => recordId ?? [])
  const records = await readRecordsById(read, recordIds)
  const adjustments = await readBookedAdjustments(read, movements)
  const disputes = await readEndedDisputes(read, source.period, ids)
  const rows = months.map((month) => {
    const { partnerId, currency } = month
    const statement = buildStatement({
      period: source.period,
      issuedAt: source.seal.sealedAt,
      holder: holders.get(partnerId)!,
      month,
      records,
      payouts,
      adjustments,
      disputes: disputes.get(partnerId) ?? [],
      rankCode: source.rankCode,
      seal: seals(partnerId, currency),
    })
    const content = signStatement(statement, source.signer)
    const code = statementCode(content)
    return { partnerId, period: source.period, currency, content, code, keyId: source.signer.id }
  })
  await core.database.transaction((tx) => insertStatements(tx, rows))
  await core.database.upkeep.checkpointIfDue()
}

async function madeBefore(
  { database }: Core,
  period: string,
  partnerIds: readonly number[],
): Promise<Set<string>> {
  const rows = await database.read
    .selectFrom('statements')
    .select(['partnerId', 'currency'])
    .where('period', '=', period)
    .where('partnerId', 'in', partnerIds)
    .where('content', 'is not', null)
    .execute()
  return new Set(rows.map(({ partnerId, currency }) => `${partnerId} ${currency}`))
}

type StatementRow = {
  readonly partnerId: number
  readonly period: string
  readonly currency: string
  readonly content: string
  readonly code: string
  readonly keyId: string
}

/** A statement that another process has made meanwhile stays as it is. */
async function insertStatements(tx: Tx, rows: readonly StatementRow[]): Promise<void> {
  await tx
    .insertInto('statements')
    .values([...rows])
    .onConflict((conflict) =>
      conflict
        .columns(['partnerId', 'period', 'currency'])
        .doUpdateSet((row) => ({
          content: row.ref('excluded.content'),
          code: row.ref('excluded.code'),
          keyId: row.ref('excluded.keyId'),
        }))
        .where('statements.content', 'is', null),
    )
    .execute()
}

/** The partners who asked for their statements of a month before it was closed. */
async function readAsking({ database }: Core, period: string): Promise<number[]> {
  const rows = await database.read
    .selectFrom('statements')
    .select('partnerId')
    .distinct()
    .where('period', '=', period)
    .where('content', 'is', null)
    .execute()
  return rows.map(({ partnerId }) => partnerId)
}
