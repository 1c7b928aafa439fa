import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { ById, Field, Id, Instant } from '../primitives.ts'
import { RoleList, ROLES } from './roles.ts'

/**
 * An operator. `invited`: the first sign-in is open, also after a recovery; `locked`: by an admin, until unlocked.
 *
 * Units: instants; `lockedUntil` is the end of a lock after wrong passwords or codes.
 */
export const Operator = z.object({
  id: Id,
  email: z.string(),
  roles: z.array(z.enum(ROLES)),
  state: z.enum(['invited', 'active', 'locked']),
  lockedUntil: Instant.nullable(),
  addedAt: Instant,
  lastSignInAt: Instant.nullable(),
  version: z.int().positive(),
})
export type Operator = z.infer<typeof Operator>

/** The version of the operator that the caller saw. */
const Versioned = z.object({ version: z.int().positive() })

const onOne = { auth: 'operator', roles: ['admin'], isFresh: true, params: ById } as const

/** All operators, by e-mail address. */
export const getOperators = {
  method: 'GET',
  path: '/console/v1/operators',
  auth: 'operator',
  roles: ['admin'],
  reply: z.object({ content: z.array(Operator) }),
  refusals: [],
} as const satisfies Contract

/**
 * Add an operator; the link of the first sign-in goes to the address by mail and is shown to nobody.
 *
 * Refuses: `proposal_required`, for the roles finance, plan and admin: add the operator with another role and propose them.
 * Source: D-154, D-155; requirements OPR-001.
 */
export const postOperator = {
  method: 'POST',
  path: '/console/v1/operators',
  auth: 'operator',
  roles: ['admin'],
  isFresh: true,
  body: z.object({ email: Field, roles: RoleList }),
  reply: Operator,
  refusals: ['required', 'wrong_email', 'not_unique', 'proposal_required'],
} as const satisfies Contract

/** Set the roles of an operator. Refuses: `proposal_required`, when one of finance, plan and admin is given. */
export const putOperatorRoles = {
  method: 'PUT',
  path: '/console/v1/operators/:id/roles',
  ...onOne,
  body: Versioned.extend({ roles: RoleList }),
  reply: Operator,
  refusals: ['changed_meanwhile', 'last_admin', 'proposal_required'],
} as const satisfies Contract

/** Lock an operator until unlocked; the operator's sessions end. */
export const postOperatorLock = {
  method: 'POST',
  path: '/console/v1/operators/:id/lock',
  ...onOne,
  body: Versioned,
  reply: Operator,
  refusals: ['changed_meanwhile', 'last_admin'],
} as const satisfies Contract

/** End a lock, also one after wrong passwords or codes. */
export const postOperatorUnlock = {
  method: 'POST',
  path: '/console/v1/operators/:id/unlock',
  ...onOne,
  body: Versioned,
  reply: Operator,
  refusals: ['changed_meanwhile'],
} as const satisfies Contract

/**
 * Remove password, second factors and sessions of an operator and mail a new link.
 *
 * Refuses: `proposal_required`, for an operator who has finance, plan or admin.
 * Source: requirements OPR-017.
 */
export const postOperatorReset = {
  method: 'POST',
  path: '/console/v1/operators/:id/reset',
  ...onOne,
  body: Versioned,
  reply: Operator,
  refusals: ['changed_meanwhile', 'last_admin', 'proposal_required'],
} as const satisfies Contract

/** Remove an operator; what the operator did keeps the name. */
export const postOperatorRemove = {
  method: 'POST',
  path: '/console/v1/operators/:id/remove',
  ...onOne,
  body: Versioned,
  reply: z.object({}),
  refusals: ['changed_meanwhile', 'last_admin'],
} as const satisfies Contract
