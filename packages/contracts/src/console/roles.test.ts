import { expect, test } from 'vitest'

import { callsOf, CONSOLE } from '../areas.ts'
import type { Contract } from '../contract.ts'
import { GUARDED_ROLES, RoleList, ROLES } from './roles.ts'

test('OPR-009 a call of operators without roles does not compile', () => {
  // @ts-expect-error: the roles are missing.
  const withoutRoles: Contract = {
    method: 'GET',
    path: '/console/v1/x',
    auth: 'operator',
    refusals: [],
  }
  // @ts-expect-error: an empty list names no role.
  const withNoRole: Contract = { ...withoutRoles, auth: 'operator', roles: [] }
  expect([withoutRoles.path, withNoRole.path]).toEqual(['/console/v1/x', '/console/v1/x'])
})

test('OPR-009 every call of the console stands below /console/v1', () => {
  for (const { path } of callsOf(...Object.values(CONSOLE))) {
    expect(path).toMatch(/^\/console\/v1\//)
  }
})

test('the roles that need a second operator are roles, and a list names each role once', () => {
  expect(ROLES).toEqual(expect.arrayContaining([...GUARDED_ROLES]))
  expect(RoleList.safeParse(['admin', 'plan']).success).toBe(true)
  expect(RoleList.safeParse(['admin', 'admin']).success).toBe(false)
  expect(RoleList.safeParse([]).success).toBe(false)
})
