import { planDocumentIn, type PreviewRow } from '@partner-office/contracts'
import {
  comparePlans,
  eurCents,
  formatUnits,
  monthEnd,
  parseMonth,
  type Plan,
  type PlanChange,
  planAt,
  planDocument,
  type PlanVersion,
  Refusal,
} from '@partner-office/domain'

import { lockFactLog } from '../../business/facts/lock-fact-log.ts'
import { readClosings, type StoredClosing } from '../../business/months/closing.ts'
import {
  type FinishedDifference,
  finishedDifferenceOf,
} from '../../business/plans/differences/finished-difference.ts'
import { lockDraft, sha256Of } from '../../business/plans/drafts.ts'
import {
  decidedSince,
  readWithdraws,
  versionBefore,
  versionNumbered,
  withdrawalProblem,
} from '../../business/plans/versions.ts'
import { checkedPlan, loadPlanIn } from '../../business/settings/load-plan.ts'
import type { Db, Tx } from '../../db/database.ts'
import { requireOperator } from '../accounts/operators.ts'
import { type Kind, type LookContext, row, valueRow } from '../proposals/kind.ts'

/**
 * Loads a draft as the next plan version, with exactly the bytes of the proposal. The lock of the fact log is held, so that no order is
 * decided between the look and the load.
 *
 * Source: D-157, D-158, D-162; requirements PLN-018, PLN-019.
 */
export const plan: Kind<'plan'> = {
  proposes: ['plan'],
  approves: ['finance', 'plan'],
  command: 'plan load',
  look: async ({ core, tx }, { object: id, values: { sha256 } }) => {
    await lockFactLog(tx)
    const { name, document } = await lockDraft(tx, id)
    if (sha256Of(document) !== sha256)
      throw new Refusal('changed_meanwhile', { reason: 'the draft was saved again' })
    const draft = checkedPlan(planDocumentIn(document))
    const closings = await readClosings(tx)
    requireOpenMonth(closings, draft.validFrom)
    const difference = await requireDifference(tx, closings, sha256)
    const versions = await core.plans.versions(tx)
    const standing = planAt(versions, draft.validFrom)
    const next = versions.at(-1)!.version + 1
    const decided = await decidedRows(tx, draft.validFrom)
    return {
      object: String(id),
      objectName: `plan version ${next}: ${name}`,
      before: { version: standing.version },
      after: { sha256, document },
      preview: [
        ...decided,
        ...startRows(standing, draft),
        ...(difference === null ? [] : differenceRows(difference)),
        row('SHA-256', null, sha256),
      ],
      basis: { 'SHA-256 of the draft': sha256, 'newest plan version': String(next - 1) },
      shown: { decided: JSON.stringify(decided), difference: String(difference?.id ?? null) },
      isNeeded: true,
    }
  },
  run: async ({ console: { core }, tx, proposalId, by }) => {
    const document = planDocumentIn(await bytesOfProposal(tx, proposalId))
    const { email } = await requireOperator(tx, by)
    await loadPlanIn(core, tx, document, { by: email, proposalId })
  },
}

/** The bytes that a proposal holds. */
async function bytesOfProposal(tx: Tx, id: number): Promise<string> {
  const { after } = await tx
    .selectFrom('console.proposals')
    .select('after')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return String((after as { document?: unknown }).document)
}

/** Refuses: `too_late`, for a start inside or before a month that is closed. Source: D-162. */
function requireOpenMonth(closings: readonly StoredClosing[], validFrom: number): void {
  const ends = closings.map(({ period }) => monthEnd(parseMonth(period)!))
  const first = Math.max(0, ...ends)
  if (validFrom >= first) return
  const reason = `a month is closed: validFrom must be ${new Date(first).toISOString()} or later`
  throw new Refusal('too_late', { field: 'validFrom', reason })
}

/** Refuses: `required`, without a finished difference of these bytes over the last closed month. Source: requirements PLN-018. */
async function requireDifference(
  db: Db,
  closings: readonly StoredClosing[],
  sha256: string,
): Promise<FinishedDifference | null> {
  const last = closings.findLast(({ isSealed }) => isSealed)
  const found = await finishedDifferenceOf(db, sha256)
  if (last === undefined || found?.months.includes(last.period)) return found
  const reason = `run the difference of this draft over at least ${last.period} first`
  throw new Refusal('required', { field: 'difference', reason })
}

async function decidedRows(db: Db, validFrom: number): Promise<PreviewRow[]> {
  const { orders, cents } = await decidedSince(db, validFrom)
  if (orders === 0) return []
  const eur = formatUnits(eurCents(cents), 2)
  return [row(`orders decided since validFrom, which stay as they are: ${orders}, EUR`, eur, eur)]
}

/** A removed row and one that takes its position have the same place. */
const changeRow = ({ place, before, after }: PlanChange): PreviewRow =>
  valueRow(after === null ? `${place}, removed` : place, before, after)

/** What changes at the plan's start: its values against those of the version in force there. */
function startRows(standing: PlanVersion, draft: Plan): PreviewRow[] {
  const changes = comparePlans(
    { ...planDocument(standing.plan), validFrom: 0 },
    { ...planDocument(draft), validFrom: 0 },
  )
  return [
    row('valid from', null, new Date(draft.validFrom).toISOString()),
    row('changes against version', String(standing.version), String(changes.length)),
    ...changes.map(changeRow),
  ]
}

function differenceRows({
  id,
  months,
  records,
  partners,
  totals,
}: FinishedDifference): PreviewRow[] {
  return [
    row(`difference ${id}, months`, months[0] ?? null, months.at(-1) ?? null),
    row('records that differ', null, String(records)),
    row('partners with another amount', null, String(partners)),
    ...totals.map(({ type, currency, real, draft, difference }) =>
      row(`${type}, ${currency}`, real, draft, difference),
    ),
  ]
}

/**
 * Withdraws a version before its start: the version that was in force before is loaded again with the same start.
 *
 * Source: D-157; requirements PLN-020.
 */
export const planWithdraw: Kind<'plan_withdraw'> = {
  proposes: ['plan'],
  approves: ['finance', 'plan'],
  command: 'plan withdraw',
  look: async (context, { object: version }) => {
    const { withdrawn, before, document, newest } = await withdrawalOf(context, version)
    const start = new Date(withdrawn.plan.validFrom).toISOString()
    const changes = comparePlans(planDocument(withdrawn.plan), document)
    return {
      object: String(version),
      objectName: `plan version ${version}`,
      before: { version },
      after: {},
      preview: [
        row(
          `version in force from ${start} on`,
          String(version),
          `${before.version}, as version ${newest + 1}`,
        ),
        ...changes.map(changeRow),
      ],
      basis: { 'newest plan version': String(newest) },
      isNeeded: true,
    }
  },
  run: async (context, { object: version }) => {
    const { console, tx, proposalId, by } = context
    const { document } = await withdrawalOf(context, version)
    const { email } = await requireOperator(tx, by)
    await loadPlanIn(console.core, tx, document, { by: email, proposalId, withdraws: version })
  },
}

/** Refuses: `not_found`; `too_late`, from the version's start on, or when another version has taken its place. */
async function withdrawalOf({ core, tx, now }: LookContext, number: number) {
  await lockFactLog(tx)
  const versions = await core.plans.versions(tx)
  const withdrawn = versionNumbered(versions, number)
  const row_ = { withdraws: await readWithdraws(tx, number) }
  const problem = withdrawalProblem(versions, withdrawn, { now, row: row_ })
  if (problem !== null) throw new Refusal('too_late', { reason: `version ${number}: ${problem}` })
  const before = versionBefore(versions, withdrawn)
  const document = { ...planDocument(before.plan), validFrom: withdrawn.plan.validFrom }
  return { withdrawn, before, document, newest: versions.at(-1)!.version }
}
