import type { Role } from '@partner-office/contracts'
import { emailProblem, FormRefusal, problemOf, Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { makeLink } from './links.ts'
import { canSignIn, type KnownOperator, lockOperators, readOperators } from './operators.ts'

/** Who changes operators: another operator, or null for the command line. */
type By = { readonly by: number | null }

/** An operator to change, as the caller saw it; without a version, as it stands. */
export type Seen = { readonly id: number; readonly version?: number }

/**
 * Adds an operator without a password; returns the id and the link of the first sign-in.
 *
 * Refuses: `wrong_email`; `not_unique`.
 * Source: requirements OPR-001.
 */
export async function addOperator(
  core: Core,
  tx: Tx,
  { email, roles, by }: By & { readonly email: string; readonly roles: readonly Role[] },
): Promise<{ id: number; link: string }> {
  FormRefusal.refuseAny(problemOf('email', emailProblem(email)))
  await lockOperators(tx)
  const isTaken = (await readOperators(tx)).some(
    (each) => each.email.toLowerCase() === email.toLowerCase(),
  )
  if (isTaken) throw new Refusal('not_unique', { field: 'email' })
  const { id } = await tx
    .insertInto('console.operators')
    .values({ email, addedAt: core.clock(), addedBy: by })
    .returning('id')
    .executeTakeFirstOrThrow()
  await storeRoles(tx, id, roles)
  return { id, link: await makeLink(core, tx, id) }
}

/** Sets the roles of an operator. Refuses: `not_found`; `changed_meanwhile`; `last_admin`. */
export async function setRoles(tx: Tx, seen: Seen, roles: readonly Role[]): Promise<void> {
  const { operator, others } = await lockOne(tx, seen)
  if (!roles.includes('admin')) requireOtherAdmin(operator, others)
  await tx.deleteFrom('console.operatorRoles').where('operatorId', '=', operator.id).execute()
  await storeRoles(tx, operator.id, roles)
  await change(tx, operator, {})
}

/** Locks an operator until unlocked, and ends the sessions. Refuses: `not_found`; `changed_meanwhile`; `last_admin`. */
export async function lockOperator(core: Core, tx: Tx, seen: Seen): Promise<void> {
  const { operator, others } = await lockOne(tx, seen)
  requireOtherAdmin(operator, others)
  await change(tx, operator, { lockedAt: operator.lockedAt ?? core.clock() })
  await endAccess(tx, operator.id)
}

/** Ends a lock, also one after wrong passwords or codes. Refuses: `not_found`; `changed_meanwhile`. */
export async function unlockOperator(tx: Tx, seen: Seen): Promise<void> {
  const { operator } = await lockOne(tx, seen)
  await change(tx, operator, { lockedAt: null, lockedUntil: null, wrongPasswords: 0 })
}

/**
 * Removes password, second factors and sessions of an operator; returns the address and the link of a new first sign-in. The
 * last admin can be recovered too: who is locked out needs nothing else.
 *
 * Refuses: `not_found`; `changed_meanwhile`.
 * Source: requirements OPR-017.
 */
export async function resetOperator(
  core: Core,
  tx: Tx,
  { by, ...seen }: Seen & By,
): Promise<{ email: string; link: string }> {
  const { operator } = await lockOne(tx, seen)
  await endAccess(tx, operator.id)
  await tx.deleteFrom('console.operatorFactors').where('operatorId', '=', operator.id).execute()
  const recovered = { recoveredAt: core.clock(), recoveredBy: by }
  const unlocked = { lockedUntil: null, wrongPasswords: 0 }
  await change(tx, operator, { passwordHash: null, ...recovered, ...unlocked })
  return { email: operator.email, link: await makeLink(core, tx, operator.id) }
}

/** Removes an operator; the row stays for the name. Refuses: `not_found`; `changed_meanwhile`; `last_admin`. */
export async function removeOperator(core: Core, tx: Tx, seen: Seen): Promise<void> {
  const { operator, others } = await lockOne(tx, seen)
  requireOtherAdmin(operator, others)
  await endAccess(tx, operator.id)
  for (const table of ['console.operatorFactors', 'console.operatorRoles'] as const) {
    await tx.deleteFrom(table).where('operatorId', '=', operator.id).execute()
  }
  await change(tx, operator, { passwordHash: null, removedAt: core.clock() })
}

async function lockOne(
  tx: Tx,
  { id, version }: Seen,
): Promise<{ operator: KnownOperator; others: KnownOperator[] }> {
  await lockOperators(tx)
  const all = await readOperators(tx)
  const operator = all.find((each) => each.id === id)
  if (operator === undefined) throw new Refusal('not_found', { field: 'operatorId' })
  if (version !== undefined && version !== operator.version) throw new Refusal('changed_meanwhile')
  return { operator, others: all.filter((each) => each.id !== id) }
}

/** All operators are locked, so of two admins who remove each other one stays. Source: requirements OPR-019. */
function requireOtherAdmin(operator: KnownOperator, others: readonly KnownOperator[]): void {
  const isAdmin = (each: KnownOperator) => each.roles.includes('admin') && canSignIn(each)
  if (isAdmin(operator) && !others.some(isAdmin)) throw new Refusal('last_admin')
}

type Change = Partial<{
  passwordHash: null
  lockedAt: number | null
  lockedUntil: null
  wrongPasswords: number
  removedAt: number
  recoveredAt: number
  recoveredBy: number | null
}>

async function change(tx: Tx, { id, version }: KnownOperator, values: Change): Promise<void> {
  await tx
    .updateTable('console.operators')
    .set({ ...values, version: version + 1 })
    .where('id', '=', id)
    .execute()
}

async function endAccess(tx: Tx, operatorId: number): Promise<void> {
  await tx.deleteFrom('console.sessions').where('operatorId', '=', operatorId).execute()
  await tx.deleteFrom('console.links').where('operatorId', '=', operatorId).execute()
}

async function storeRoles(tx: Tx, operatorId: number, roles: readonly Role[]): Promise<void> {
  const rows = roles.map((role) => ({ operatorId, role }))
  await tx.insertInto('console.operatorRoles').values(rows).execute()
}
