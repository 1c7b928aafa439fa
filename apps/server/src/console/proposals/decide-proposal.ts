import type { Proposal } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import { writeEntries } from '../../business/audit/audit-log.ts'
import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { requireOperator } from '../accounts/operators.ts'
import type { Acting, Session } from '../console.ts'
import { kindOf } from './kinds.ts'
import { carryOut, ended, inTurn } from './propose.ts'
import { readProposal } from './read-proposals.ts'
import {
  askedIn,
  changeState,
  fingerprintOf,
  isProposers,
  mayApprove,
  rowOf,
  fingerprintOfLeftOut,
  type Stored,
} from './stored-proposals.ts'

/** A decision on a proposal that the caller has seen in a version. */
type Deciding = {
  readonly id: number
  readonly version: number
  readonly session: Session
  /** The fingerprint of what the page has shown as left out of a list. */
  readonly seen?: string | undefined
}

/**
 * Approves a proposal of another operator; its act runs in the same transaction. The fingerprint is computed again there: if it
 * changed, nothing changes but the state.
 *
 * Refuses: `not_found`; `proposal_closed`, with the state; `changed_meanwhile`; `access_denied`; `second_operator_required`;
 * `proposal_outdated`, with each change; `checks_open`, with the checks that keep a month from being closed.
 * Source: requirements APR-004 to APR-007.
 */
export function approveProposal(console: Acting, deciding: Deciding): Promise<Proposal> {
  return decide(console, deciding, async (tx, stored) => {
    const { session } = deciding
    await requireSecond(console, tx, stored, session)
    const changes = await changesOf(console.core, tx, stored, deciding.seen)
    if (changes.length === 0) {
      await carryOut(console, tx, { stored, session, isAlone: false })
      return null
    }
    await changeState(tx, stored, 'OUTDATED', {
      decidedAt: console.core.clock(),
      changes: JSON.stringify(changes),
    })
    return new Refusal('proposal_outdated', {}, changes)
  })
}

/** Refuses a proposal, with a reason. Refuses: as `approveProposal`, but for what has changed. */
export function refuseProposal(
  console: Acting,
  { reason, ...deciding }: Deciding & { readonly reason: string },
): Promise<Proposal> {
  return decide(console, deciding, async (tx, stored) => {
    const { session } = deciding
    await requireSecond(console, tx, stored, session)
    const decidedAt = console.core.clock()
    const decision = { decidedBy: session.operatorId, decidedAt, decisionReason: reason }
    await changeState(tx, stored, 'REFUSED', decision)
    await note(console, tx, { stored, session, command: 'proposal refused' })
    return null
  })
}

/** Withdraws an own proposal. Refuses: `not_found`; `proposal_closed`; `changed_meanwhile`; `access_denied`. */
export function withdrawProposal(console: Acting, deciding: Deciding): Promise<Proposal> {
  return decide(console, deciding, async (tx, stored) => {
    const { session } = deciding
    if (stored.proposerId !== session.operatorId) throw new Refusal('access_denied')
    const decidedAt = console.core.clock()
    await changeState(tx, stored, 'WITHDRAWN', { decidedBy: session.operatorId, decidedAt })
    await note(console, tx, { stored, session, command: 'proposal withdrawn' })
    return null
  })
}

async function decide(
  console: Acting,
  { id, version, session }: Deciding,
  work: (tx: Tx, stored: Stored) => Promise<Refusal | null>,
): Promise<Proposal> {
  const { core } = console
  const refusal = await inTurn(core, async (tx) => {
    const stored = await rowOf(tx, id)
    if (stored.state !== 'OPEN') return new Refusal('proposal_closed', { reason: stored.state })
    if (stored.expiresAt <= core.clock()) {
      await changeState(tx, stored, 'EXPIRED', { decidedAt: core.clock() })
      return new Refusal('proposal_closed', { reason: 'EXPIRED' })
    }
    if (stored.version !== version) throw new Refusal('changed_meanwhile')
    return work(tx, stored)
  })
  // Thrown after the commit, so that what has expired or is outdated stays so.
  if (refusal !== null) throw refusal
  return ended(core, await readProposal(core, id, session))
}

/** Refuses: `access_denied`, without the role of the kind; `second_operator_required`. */
async function requireSecond(
  { core }: Acting,
  tx: Tx,
  stored: Stored,
  { operatorId }: Session,
): Promise<void> {
  const operator = await requireOperator(tx, operatorId)
  if (isProposers(stored, operator, core.clock())) throw new Refusal('second_operator_required')
  if (!mayApprove(stored.kind, operator)) {
    throw new Refusal('access_denied', { reason: kindOf(stored).approves.join(', ') })
  }
}

/**
 * What has changed of the basis since the proposal, in words. What cannot be done at all any more has changed too. A list that has
 * become shorter has not, unless nothing is left.
 *
 * Refuses: `changed_meanwhile`, with what is left out of a list, if the approver has seen another one.
 */
function changesOf(core: Core, tx: Tx, stored: Stored, seen: string | undefined) {
  const isList = kindOf(askedIn(stored)).shorter !== undefined
  return isList ? changesOfList(core, tx, stored, seen) : changesOfBasis(core, tx, stored)
}

async function changesOfList(core: Core, tx: Tx, stored: Stored, seen: string | undefined) {
  const asked = askedIn(stored)
  const shorter = kindOf(asked).shorter!
  await shorter.hold(tx, asked)
  const { leftOut, isEmpty } = await shorter.read(tx, asked, {
    basis: stored.basis,
    now: core.clock(),
  })
  if (isEmpty) return [...leftOut]
  if (leftOut.length > 0 && seen !== fingerprintOfLeftOut(leftOut)) {
    throw new Refusal('changed_meanwhile', {}, leftOut)
  }
  return []
}

async function changesOfBasis(core: Core, tx: Tx, stored: Stored): Promise<string[]> {
  const asked = askedIn(stored)
  const context = { core, tx, now: core.clock(), by: stored.proposerId }
  try {
    const { basis } = await kindOf(asked).look(context, asked)
    if (fingerprintOf(basis) === stored.fingerprint) return []
    const before = stored.basis
    return [...new Set([...Object.keys(basis), ...Object.keys(before)])]
      .filter((name) => (before[name] ?? null) !== (basis[name] ?? null))
      .map((name) => `${name}: was ${before[name] ?? 'not set'}, is ${basis[name] ?? 'not set'}`)
  } catch (error) {
    // What stands in the way of a close can be mended, and the proposal approved then.
    if (error instanceof Refusal && error.code !== 'checks_open') {
      if (error.reasons.length > 0) return [...error.reasons]
      return [`${stored.objectName}: ${error.params['reason'] ?? error.code}`]
    }
    throw error
  }
}

type Noted = { readonly stored: Stored; readonly session: Session; readonly command: string }

const note = ({ core }: Acting, tx: Tx, { stored, session, command }: Noted): Promise<void> =>
  writeEntries(tx, core.clock(), [
    {
      actor: session.email,
      command,
      details: () => ({ proposal: stored.id, object: stored.objectName }),
    },
  ])
