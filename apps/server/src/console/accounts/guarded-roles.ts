import { GUARDED_ROLES, type Role } from '@partner-office/contracts'

/** Whether roles hold one that another operator must agree to. Source: D-155. */
export const hasGuarded = (roles: readonly Role[]): boolean =>
  GUARDED_ROLES.some((role) => roles.includes(role))
