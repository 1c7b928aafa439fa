import { ROLES } from '@partner-office/contracts'

import { audited } from '../business/audit/audit-log.ts'
import { addOperator } from '../console/accounts/change-operators.ts'
import { makeLink } from '../console/accounts/links.ts'
import { readOperators, stateOf } from '../console/accounts/operators.ts'
import type { Core } from '../core/core.ts'

/** The operators of the demo: two, so that one can propose and the other approve. */
const DEMO_OPERATORS = ['operator@example.com', 'second@example.com'] as const

/** The way into the console of an operator who has not signed in yet. */
type Invitation = { readonly email: string; readonly link: string }

/**
 * Adds the operators of the demo to a database without operators, and returns a link for each of them whose first sign-in is
 * open; a link of an earlier start ends.
 *
 * Source: D-154.
 */
export async function inviteDemoOperators(core: Core): Promise<Invitation[]> {
  const operators = await readOperators(core.database.read)
  const entry = { actor: 'start', command: 'operator add', details: () => ({ DEMO_OPERATORS }) }
  if (operators.length === 0) return audited(core, entry, addBoth)
  const isOpen = (email: string) =>
    operators.find((each) => each.email === email && stateOf(each) === 'invited')
  const open = DEMO_OPERATORS.flatMap((email) => isOpen(email) ?? [])
  return core.database.transaction(async (tx) => {
    const invitations: Invitation[] = []
    for (const { id, email } of open) {
      invitations.push({ email, link: await makeLink(core, tx, id) })
    }
    return invitations
  })
}

const addBoth = (core: Core): Promise<Invitation[]> =>
  core.database.transaction(async (tx) => {
    const invitations: Invitation[] = []
    for (const email of DEMO_OPERATORS) {
      const { link } = await addOperator(core, tx, { email, roles: ROLES, by: null })
      invitations.push({ email, link })
    }
    return invitations
  })
