import { ProposalKind } from '@partner-office/contracts'
import { DAY_MS, monthEnd, parseMonth } from '@partner-office/domain'
import { sql } from 'kysely'

import { isLate } from '../../business/disputes/read-all-disputes.ts'
import { dueMonths } from '../../business/months/due-months.ts'
import { readQuarantine } from '../../business/quarantine/quarantine.ts'
import { readSetting } from '../../business/settings/read-settings.ts'
import type { Core } from '../../core/core.ts'
import { readOperators } from '../accounts/operators.ts'
import { isFourEyes } from '../proposals/four-eyes.ts'
import { mayApprove } from '../proposals/stored-proposals.ts'
import type { Condition } from './condition.ts'
import { instantText } from './instant-text.ts'

const MOST_SHOWN = 100

export async function findMonthDue(core: Core): Promise<readonly Condition[]> {
  const due = await dueMonths(core.database.read, core.clock())
  if (due.length === 0) return []
  const why = await whyItWaits(core)
  return due.map((month) => ({
    object: month,
    sentence: `${month} is over and not closed: ${why}.`,
    parameters: { month, why },
    since: monthEnd(parseMonth(month)!),
  }))
}

async function whyItWaits({ database: { read }, trustedClock }: Core): Promise<string> {
  if ((await readQuarantine(read)) !== null)
    return 'the database was restored, and nobody has accepted it'
  const problem = await trustedClock.problem(read)
  if (problem !== null) return problem
  if ((await readSetting(read, 'closeByItself')) === 'FALSE')
    return 'months wait for an operator (closeByItself is FALSE)'
  const accepted = await read.selectFrom('acceptedImport').select('orders').executeTakeFirst()
  return accepted === undefined
    ? 'its close has not ended; if it failed, the log of the leader has the reason'
    : 'an accepted file of orders is not finished'
}

export async function findOutsideFourEyes({ database }: Core): Promise<readonly Condition[]> {
  const { rows } = await sql<{ id: number; at: number; actor: string; command: string }>`
    select a.id, a.at, a.actor, a.command from audit_log a
    where a.arguments ? 'outsideFourEyes'
      and not exists (select from console.acknowledgements k where k.entry = a.id)
    order by a.id limit ${MOST_SHOWN}`.execute(database.read)
  return rows.map(({ id, at, actor, command }) => ({
    object: String(id),
    sentence: `${actor} did "${command}" outside four eyes; an admin has to confirm having seen it.`,
    parameters: { actor, command },
    since: at,
  }))
}

export async function findProposalsExpire({
  database,
  clock,
}: Core): Promise<readonly Condition[]> {
  const now = clock()
  const expiring = await database.read
    .selectFrom('console.proposals')
    .select(['id', 'kind', 'objectName', 'expiresAt'])
    .where('state', '=', 'OPEN')
    .where('expiresAt', '>', now)
    .where('expiresAt', '<=', now + DAY_MS)
    .orderBy('expiresAt')
    .limit(MOST_SHOWN)
    .execute()
  return expiring.map(({ id, kind, objectName, expiresAt }) => ({
    object: String(id),
    sentence: `Proposal ${id} (${kind} ${objectName}) expires at ${instantText(expiresAt)}.`,
    parameters: { id, kind, object: objectName, expiresAt },
    since: expiresAt - DAY_MS,
  }))
}

export async function findPayoutsTaken({ database, clock }: Core): Promise<readonly Condition[]> {
  const { rows } = await sql<{ count: number; oldest: number | null }>`
    select count(*) as count, min(taken_at) as oldest from payouts
    where status = 'PENDING' and taken_at < ${clock() - DAY_MS}`.execute(database.read)
  const { count, oldest } = rows[0]!
  if (oldest === null) return []
  const which = count === 1 ? 'A payout was' : `${count} payouts were`
  const sentence = `${which} taken up more than a day ago and neither approved nor rejected, the first at ${instantText(oldest)}.`
  return [{ object: '', sentence, parameters: { count, oldest }, since: oldest + DAY_MS }]
}

/** Disputes that operators have not answered in time. Source: requirements DSP-008. */
export async function findDisputesLate({ database, clock }: Core): Promise<readonly Condition[]> {
  const { rows } = await sql<{ count: number; oldest: number | null }>`
    select count(*) as count, min(d.due_at) as oldest from console.disputes d
    where ${isLate(clock())}`.execute(database.read)
  const { count, oldest } = rows[0]!
  if (oldest === null) return []
  const which = count === 1 ? 'A dispute is' : `${count} disputes are`
  const sentence = `${which} past the deadline, the first since ${instantText(oldest)}.`
  return [{ object: '', sentence, parameters: { count, oldest }, since: oldest }]
}

export async function findFewApprovers({
  database: { read },
}: Core): Promise<readonly Condition[]> {
  if (!(await isFourEyes(read))) return []
  const operators = await readOperators(read)
  const few = ProposalKind.options.filter(
    (kind) => operators.filter((each) => mayApprove(kind, each)).length < 2,
  )
  if (few.length === 0) return []
  const isAll = few.length === ProposalKind.options.length
  const which = isAll
    ? 'proposals'
    : `these proposals: ${few.map((kind) => kind.replaceAll('_', ' ')).join(', ')}`
  const sentence = `Fewer than two operators can approve ${which}. Nobody can approve a proposal that one of them makes.`
  return [{ object: '', sentence, parameters: { kinds: few.join(' ') }, since: null }]
}
