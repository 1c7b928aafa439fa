import type { CallInput, CallReply, getProposals, Proposal } from '@partner-office/contracts'

import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import { idCursor, partOf } from '../../db/page.ts'
import { type KnownOperator, readOperators } from '../accounts/operators.ts'
import type { Session } from '../console.ts'
import { approvable, kindOf } from './kinds.ts'
import {
  askedIn,
  isProposers,
  mayApprove,
  rowOf,
  rowsOf,
  fingerprintOfLeftOut,
  type Stored,
} from './stored-proposals.ts'

/** One proposal as the caller sees it. Refuses: `not_found`. */
export async function readProposal(core: Core, id: number, session: Session): Promise<Proposal> {
  const { read } = core.database
  const stored = await rowOf(read, id)
  const now = core.clock()
  const proposal = asProposal(stored, await readOperators(read), { session, now })
  return {
    ...proposal,
    shorter: proposal.state === 'OPEN' ? await shorterOf(read, stored, now) : null,
  }
}

/** What is left out by now of an open list. */
async function shorterOf(db: Db, stored: Stored, now: number): Promise<Proposal['shorter']> {
  const asked = askedIn(stored)
  const { shorter } = kindOf(asked)
  if (shorter === undefined) return null
  const { leftOut } = await shorter.read(db, asked, { basis: stored.basis, now })
  return { seen: fingerprintOfLeftOut(leftOut), leftOut: [...leftOut] }
}

const PAGE = 50

/** Proposals, the newest first. */
export async function listProposals(
  core: Core,
  { state, kind, forMe, cursor }: CallInput<typeof getProposals>['query'],
  session: Session,
): Promise<CallReply<typeof getProposals>> {
  const { read } = core.database
  const rows = await rowsOf(read)
    .$if(state !== undefined, (query) => query.where('p.state', '=', state!))
    .$if(kind !== undefined, (query) => query.where('p.kind', '=', kind!))
    .$if(forMe === 'true', (query) => query.where(waitsFor(session, core.clock())))
    .$if(cursor !== undefined, (query) => query.where('p.id', '<', cursor!))
    .orderBy('p.id', 'desc')
    .limit(PAGE + 1)
    .execute()
  const operators = await readOperators(read)
  const seen = { session, now: core.clock() }
  const part = partOf(rows, PAGE, idCursor)
  return { ...part, content: part.content.map((stored) => asProposal(stored, operators, seen)) }
}

/** Open proposals that an operator may approve, the own ones left out. Source: requirements APR-012. */
export const countOpen = async (core: Core, session: Session): Promise<number> =>
  (await openFor(core, session)).count

/** How many open proposals an operator may approve, and since when the oldest is open. */
export async function openFor(
  core: Core,
  session: Session,
): Promise<{ readonly count: number; readonly oldest: number | null }> {
  return core.database.read
    .selectFrom('console.proposals as p')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.min<number | null>('p.at').as('oldest'),
    ])
    .where(waitsFor(session, core.clock()))
    .executeTakeFirstOrThrow()
}

/** Condition on proposals `p`: open, and the operator may approve it. */
function waitsFor({ operatorId, roles }: Session, now: number) {
  const kinds = approvable(roles)
  if (kinds.length === 0) return sql<boolean>`false`
  return sql<boolean>`(p.state = 'OPEN' and p.expires_at > ${now} and p.proposer_id <> ${operatorId}
    and p.kind in (${sql.join(kinds)}))`
}

type Seen = { readonly session: Session; readonly now: number }

function asProposal(
  stored: Stored,
  operators: readonly KnownOperator[],
  { session, now }: Seen,
): Proposal {
  const { proposerId, decidedBy, deciderEmail, expiresAt } = stored
  const isOver = stored.state === 'OPEN' && expiresAt <= now
  const approving = operators.filter(
    (each) => mayApprove(stored.kind, each) && !isProposers(stored, each, now),
  )
  return {
    id: stored.id,
    kind: stored.kind,
    state: isOver ? 'EXPIRED' : stored.state,
    object: stored.object,
    objectName: stored.objectName,
    before: stored.before,
    after: stored.after,
    preview: stored.preview as Proposal['preview'],
    basis: stored.fingerprint,
    reason: stored.reason,
    proposer: { id: proposerId, email: stored.proposerEmail },
    at: stored.at,
    expiresAt,
    decidedBy: decidedBy === null ? null : { id: decidedBy, email: deciderEmail! },
    decidedAt: stored.decidedAt,
    decisionReason: stored.decisionReason,
    changes: stored.changes,
    failure: stored.failure,
    again: stored.againId,
    approvers: approving.length,
    acts: isOver || stored.state !== 'OPEN' ? [] : actsOf(stored, approving, session),
    shorter: null,
    version: stored.version,
  }
}

function actsOf(
  { proposerId }: Stored,
  approving: readonly KnownOperator[],
  { operatorId }: Session,
): Proposal['acts'] {
  if (operatorId === proposerId) return ['withdraw']
  return approving.some(({ id }) => id === operatorId) ? ['approve', 'refuse'] : []
}
