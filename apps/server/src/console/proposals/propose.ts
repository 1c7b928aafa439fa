import type {
  CallInput,
  CallReply,
  postProposal,
  postProposalPreview,
  Proposal,
  Proposed,
  Role,
} from '@partner-office/contracts'
import { DAY_MS, Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import { writeEntries } from '../../business/audit/audit-log.ts'
import { withWholeFiles } from '../../business/facts/with-whole-files.ts'
import { readSetting } from '../../business/settings/read-settings.ts'
import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { InvalidInput } from '../../input/invalid-input.ts'
import { readOperators } from '../accounts/operators.ts'
import type { Acting, Session } from '../console.ts'
import { isFourEyes } from './four-eyes.ts'
import type { Outlook, RunContext } from './kind.ts'
import { kindOf } from './kinds.ts'
import { oweMails } from './proposal-mails.ts'
import { readProposal } from './read-proposals.ts'
import {
  askedIn,
  changeState,
  fingerprintOf,
  mayApprove,
  rowOf,
  fingerprintOfPreview,
  type Stored,
} from './stored-proposals.ts'

/** Looks at an act for its proposer. Refuses: `access_denied`, without a role that may propose it; what the kind refuses. */
async function lookAt(
  core: Core,
  tx: Tx,
  asked: Proposed,
  { roles, operatorId: by }: Session,
): Promise<Outlook> {
  const require = (proposes: readonly Role[]) => {
    if (proposes.some((role) => roles.includes(role))) return
    throw new Refusal('access_denied', { reason: proposes.join(', ') })
  }
  require(kindOf(asked).proposes)
  const outlook = await kindOf(asked).look({ core, tx, by, now: core.clock() }, asked)
  require(outlook.proposes ?? kindOf(asked).proposes)
  return outlook
}

/** What proposing an act would show, without proposing it. Refuses: `access_denied`; what the kind refuses. */
export async function previewProposal(
  { core }: Acting,
  asked: CallInput<typeof postProposalPreview>['body'],
  session: Session,
): Promise<CallReply<typeof postProposalPreview>> {
  return core.database.transaction(async (tx) => {
    const outlook = await lookAt(core, tx, asked, session)
    const approvers = await countApprovers(tx, asked.kind, session)
    const isNeeded = outlook.isNeeded && (await isFourEyes(tx))
    return {
      preview: [...outlook.preview],
      basis: fingerprintOfPreview(outlook),
      isNeeded,
      approvers,
    }
  })
}

/** Counts the operators besides the caller who could approve a kind. */
export async function countApprovers(
  tx: Tx,
  kind: Proposed['kind'],
  { operatorId }: Session,
): Promise<number> {
  const others = (await readOperators(tx)).filter(({ id }) => id !== operatorId)
  return others.filter((each) => mayApprove(kind, each)).length
}

/**
 * Proposes an act. One that needs no second operator is done at once, as a proposal that its proposer approves in the same
 * transaction, so that there is one way for both.
 *
 * Refuses: `access_denied`, without the role of the kind; `changed_meanwhile`, if the preview that the proposer has seen is another
 * one now; what the kind refuses.
 * Source: requirements APR-002, APR-013.
 */
export async function propose(
  console: Acting,
  { reason, again: earlier, basis: seen, ...asked }: CallInput<typeof postProposal>['body'],
  session: Session,
): Promise<Proposal> {
  const { core } = console
  const again = earlier ?? null
  const id = await inTurn(core, async (tx) => {
    const outlook = await lookAt(core, tx, asked as Proposed, session)
    if (seen !== undefined && seen !== fingerprintOfPreview(outlook))
      throw new Refusal('changed_meanwhile')
    // The one that is proposed again must exist.
    if (again !== null) await rowOf(tx, again)
    const stored = await store(core, tx, {
      ...outlook,
      kind: asked.kind,
      reason,
      again: again ?? null,
      session,
    })
    const isAlone = !outlook.isNeeded || !(await isFourEyes(tx))
    if (isAlone) await carryOut(console, tx, { stored: await rowOf(tx, stored), session, isAlone })
    else await oweMails(core, tx, stored)
    return stored
  })
  return ended(core, await readProposal(core, id, session))
}

/** The proposal once its act holds in every process. */
export async function ended(core: Core, proposal: Proposal): Promise<Proposal> {
  const { takesAccess = false } = kindOf(proposal)
  if (takesAccess && proposal.state === 'DONE') await core.database.recent.revoke()
  return proposal
}

type NewProposal = Outlook & {
  readonly kind: Proposed['kind']
  readonly reason: string
  readonly again: number | null
  readonly session: Session
}

async function store(core: Core, tx: Tx, proposal: NewProposal): Promise<number> {
  const { object, objectName, before, after, preview, basis, kind, reason, again, session } =
    proposal
  const now = core.clock()
  const days = Number(await readSetting(tx, 'proposalDays'))
  const { id } = await tx
    .insertInto('console.proposals')
    .values({
      kind,
      object,
      objectName,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      preview: JSON.stringify(preview),
      basis: JSON.stringify(basis),
      fingerprint: fingerprintOf(basis),
      reason,
      proposerId: session.operatorId,
      at: now,
      expiresAt: now + days * DAY_MS,
      againId: again,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const details = () => ({ proposal: id, kind, object: objectName, reason })
  await writeEntries(tx, now, [{ actor: session.email, command: 'proposal made', details }])
  return id
}

/** Runs a decision: decisions take turns, so what one has decided on holds until it commits. */
export async function inTurn<T>(core: Core, work: (tx: Tx) => Promise<T>): Promise<T> {
  const decided = withWholeFiles(core, () =>
    core.database.transaction(async (tx) => {
      await sql`select pg_advisory_xact_lock(${DECISIONS})`.execute(tx)
      return work(tx)
    }),
  )
  return core.database.recent.forgetAfter(decided)
}

/** The key of the lock of decisions on proposals. */
const DECISIONS = 48_001

type CarriedOut = { readonly stored: Stored; readonly session: Session; readonly isAlone: boolean }

/**
 * Approves a proposal and does its act in the same transaction, so a kill leaves both or neither. An act that the business
 * refuses leaves the proposal FAILED and nothing else.
 *
 * Source: requirements APR-007, APR-015, APR-016.
 */
export async function carryOut(
  console: Acting,
  tx: Tx,
  { stored, session, isAlone }: CarriedOut,
): Promise<void> {
  const { core } = console
  const { id, objectName } = stored
  const asked = askedIn(stored)
  const now = core.clock()
  await changeState(tx, stored, 'APPROVED', { decidedBy: session.operatorId, decidedAt: now })
  const held = { ...stored, version: stored.version + 1 }
  await sql`savepoint act`.execute(tx)
  const failure = await kindOf(asked)
    .run({ ...actingOf({ stored, session, isAlone }), console, core, tx, now }, asked)
    .then(() => null, refusalOf)
  if (failure !== null) await sql`rollback to savepoint act`.execute(tx)
  await changeState(tx, held, failure === null ? 'DONE' : 'FAILED', { failure })
  const about = { proposal: id, object: objectName, ...(isAlone && { alone: true }) }
  const entry = { actor: session.email, details: () => about }
  const act = {
    ...entry,
    command: kindOf(asked).command,
    details: () => ({ ...about, ...stored.after }),
  }
  await writeEntries(tx, now, [
    { ...entry, command: 'proposal approved' },
    ...(failure === null ? [act] : []),
  ])
}

/** Who has proposed and approved an act, and what it was decided on. */
const actingOf = ({ stored, session, isAlone }: CarriedOut) =>
  ({
    by: stored.proposerId,
    approved: isAlone ? null : stored.id,
    proposalId: stored.id,
    reason: stored.reason,
    decidedBy: session.operatorId,
    basis: stored.basis,
  }) satisfies Partial<RunContext>

function refusalOf(error: unknown): string {
  if (error instanceof Refusal) return error.code
  if (error instanceof InvalidInput) return 'validation_error'
  throw error
}
