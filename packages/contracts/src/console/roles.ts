import { z } from 'zod'

/** What an operator may do; several roles add up. Source: console.md section 2. */
export const ROLES = ['viewer', 'support', 'finance', 'plan', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** Roles that another operator must agree to, also when an operator who has one of them is recovered. Source: D-155, D-157. */
export const GUARDED_ROLES = ['finance', 'plan', 'admin'] as const satisfies readonly Role[]

/** The roles of an operator, each once. */
export const RoleList = z
  .array(z.enum(ROLES))
  .min(1)
  .refine((roles) => new Set(roles).size === roles.length)
