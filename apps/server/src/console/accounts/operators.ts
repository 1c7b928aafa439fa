import type { Operator, Role } from '@partner-office/contracts'
import { ROLES } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Db, Tx } from '../../db/database.ts'
import { isLockedAt } from '../../proofs/wrong-attempts.ts'

/** An operator as the console knows one. `canSignIn`: not locked, and the first sign-in is done. */
export type KnownOperator = {
  readonly id: number
  readonly email: string
  readonly roles: readonly Role[]
  readonly passwordHash: string | null
  readonly lockedAt: number | null
  readonly lockedUntil: number | null
  readonly addedAt: number
  readonly addedBy: number | null
  readonly recoveredAt: number | null
  readonly recoveredBy: number | null
  readonly lastSignInAt: number | null
  readonly version: number
}

/** Whether an operator can sign in: not locked, and the first sign-in is done. */
export const canSignIn = ({ passwordHash, lockedAt }: KnownOperator): boolean =>
  passwordHash !== null && lockedAt === null

/** Operators who are not removed, with their roles, by e-mail address. */
export async function readOperators(db: Db): Promise<KnownOperator[]> {
  const rows = await db
    .selectFrom('console.operators as o')
    .select([
      'o.id',
      'o.email',
      'o.passwordHash',
      'o.lockedAt',
      'o.lockedUntil',
      'o.addedAt',
      'o.addedBy',
      'o.recoveredAt',
      'o.recoveredBy',
      'o.lastSignInAt',
      'o.version',
      sql<Role[]>`array(select role from console.operator_roles r where r.operator_id = o.id)`.as(
        'roles',
      ),
    ])
    .where('o.removedAt', 'is', null)
    .orderBy(sql`lower(o.email)`)
    .execute()
  return rows.map((row) => ({ ...row, roles: inOrder(row.roles) }))
}

/** One operator. Refuses: `not_found`. */
export async function requireOperator(db: Db, id: number): Promise<KnownOperator> {
  const operator = (await readOperators(db)).find((each) => each.id === id)
  if (operator === undefined) throw new Refusal('not_found', { field: 'operatorId' })
  return operator
}

/** The operator with an e-mail address. Refuses: `not_found`. */
export async function operatorCalled(db: Db, email: string): Promise<KnownOperator> {
  const called = (each: KnownOperator) => each.email.toLowerCase() === email.toLowerCase()
  const operator = (await readOperators(db)).find(called)
  if (operator === undefined) throw new Refusal('not_found', { field: 'email' })
  return operator
}

/** Roles in the order of the papers. */
export const inOrder = (roles: readonly Role[]): Role[] =>
  ROLES.filter((role) => roles.includes(role))

/** Locks all operators until the transaction ends: acts on them run one after the other. */
export async function lockOperators(tx: Tx): Promise<void> {
  await tx.selectFrom('console.operators').select('id').orderBy('id').forUpdate().execute()
}

/** Locks an operator until the transaction ends. */
export async function lockOperator(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('console.operators').select('id').where('id', '=', id).forUpdate().execute()
}

/** An operator on the wire. */
export const asOperator = (operator: KnownOperator, now: number): Operator => {
  const { id, email, roles, lockedUntil, addedAt, lastSignInAt, version } = operator
  return {
    id,
    email,
    roles: [...roles],
    state: stateOf(operator),
    lockedUntil: isLockedAt(lockedUntil, now) ? lockedUntil : null,
    addedAt,
    lastSignInAt,
    version,
  }
}

/** The state of an operator. */
export const stateOf = ({ lockedAt, passwordHash }: KnownOperator): Operator['state'] => {
  if (lockedAt !== null) return 'locked'
  return passwordHash === null ? 'invited' : 'active'
}
