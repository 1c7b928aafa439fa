import { createHash } from 'node:crypto'

import type { Proposal, Proposed } from '@partner-office/contracts'
import { DAY_MS, Refusal } from '@partner-office/domain'

import type { Db, Tx } from '../../db/database.ts'
import { canSignIn, type KnownOperator } from '../accounts/operators.ts'
import type { Outlook } from './kind.ts'
import { kindOf } from './kinds.ts'

/** A stored proposal. */
export type Stored = Awaited<ReturnType<typeof rowOf>>

/** Proposals with the addresses of their operators. */
export const rowsOf = (db: Db) =>
  db
    .selectFrom('console.proposals as p')
    .innerJoin('console.operators as o', 'o.id', 'p.proposerId')
    .leftJoin('console.operators as d', 'd.id', 'p.decidedBy')
    .selectAll('p')
    .select(['o.email as proposerEmail', 'd.email as deciderEmail'])

/** One proposal. Refuses: `not_found`. */
export async function rowOf(db: Db, id: number) {
  const stored = await rowsOf(db).where('p.id', '=', id).executeTakeFirst()
  if (stored === undefined) throw new Refusal('not_found')
  return stored
}

/** The kinds whose object is an id. */
const NUMBERED: ReadonlySet<Proposed['kind']> = new Set([
  'role',
  'recovery',
  'order_cancel',
  'payout',
  'hold_release',
  'plan',
  'plan_withdraw',
  'erasure',
])

/** The act that a proposal asks for, as it was asked. */
export const askedIn = ({
  kind,
  object,
  after,
}: Pick<Stored, 'kind' | 'object' | 'after'>): Proposed =>
  ({ kind, object: NUMBERED.has(kind) ? Number(object) : object, values: after }) as Proposed

/** The fingerprint of all that a preview shows. */
export const fingerprintOfPreview = ({ basis, shown }: Outlook): string =>
  fingerprintOf({ ...basis, ...shown })

/** The fingerprint of what is left out of a list: an approval sends that of the page. */
export const fingerprintOfLeftOut = (leftOut: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(leftOut)).digest('hex')

/** The fingerprint of a basis. */
export const fingerprintOf = (basis: Outlook['basis']): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(basis).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex')

type Decision = Partial<{
  decidedBy: number
  decidedAt: number
  decisionReason: string
  changes: string
  failure: string | null
}>

/** Changes the state of a proposal, which the transaction holds. */
export async function changeState(
  tx: Tx,
  { id, version }: Pick<Stored, 'id' | 'version'>,
  state: Proposal['state'],
  decision: Decision,
): Promise<void> {
  await tx
    .updateTable('console.proposals')
    .set({ ...decision, state, version: version + 1 })
    .where('id', '=', id)
    .execute()
}

/** Whether somebody has the role to approve a kind, and can sign in. */
export const mayApprove = (kind: Proposed['kind'], operator: KnownOperator): boolean =>
  canSignIn(operator) && kindOf({ kind }).approves.some((role) => operator.roles.includes(role))

/** An account that the proposer has made or recovered counts as the proposer's own for this long. */
const OWN_ACCOUNT_MS = DAY_MS

/** Whether an operator is the proposer, or has an account that the proposer has just made or recovered. Source: APR-004. */
export function isProposers({ proposerId }: Stored, operator: KnownOperator, now: number): boolean {
  const { id, addedBy, addedAt, recoveredBy, recoveredAt } = operator
  const isRecent = (at: number | null) => at !== null && at > now - OWN_ACCOUNT_MS
  return (
    id === proposerId ||
    (addedBy === proposerId && isRecent(addedAt)) ||
    (recoveredBy === proposerId && isRecent(recoveredAt))
  )
}
