import { RoleList, type Role } from '@partner-office/contracts'

import {
  addOperator,
  lockOperator,
  removeOperator,
  resetOperator,
  setRoles,
  unlockOperator,
} from '../../console/accounts/change-operators.ts'
import { operatorCalled, readOperators, stateOf } from '../../console/accounts/operators.ts'
import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import type { Command } from '../command-table.ts'
import { DONE, type Handler, listLine } from './handler.ts'

const emailOf = ({ arguments: [email] }: Command): string => email ?? ''

/** The roles of an option, such as `viewer,support`; the table of commands has checked their form. */
const rolesOf = ({ options }: Command): Role[] => RoleList.parse(options['role']?.split(','))

export const operatorAdd: Handler = async ({ core, command, io }) => {
  const added = { email: emailOf(command), roles: rolesOf(command), by: null }
  const { link } = await core.database.transaction((tx) => addOperator(core, tx, added))
  await io.out(`${link}\n`)
  io.note(LINK_NOTE)
  return DONE
}

const LINK_NOTE = 'Give this link to the operator: it works once, for 24 hours.'

export const operatorList: Handler = async ({ core, io }) => {
  await io.out(listLine('e-mail', 'roles', 'state'))
  for (const operator of await readOperators(core.database.read)) {
    await io.out(listLine(operator.email, operator.roles.join(','), stateOf(operator)))
  }
  return DONE
}

type Act = (core: Core, tx: Tx, operator: { id: number }, command: Command) => Promise<void>

/** Does something to the operator with an address, and says what holds now. */
const actOn =
  (act: Act, said: string): Handler =>
  async ({ core, command, io }) => {
    const { id, email } = await operatorCalled(core.database.read, emailOf(command))
    await core.database.transaction((tx) => act(core, tx, { id }, command))
    await io.out(`${email} ${said}\n`)
    return DONE
  }

export const operatorRoles = actOn(
  (_core, tx, operator, command) => setRoles(tx, operator, rolesOf(command)),
  'has these roles now',
)
export const operatorLock = actOn(lockOperator, 'is locked')
export const operatorUnlock = actOn(
  (_core, tx, operator) => unlockOperator(tx, operator),
  'may sign in again',
)
export const operatorRemove = actOn(removeOperator, 'is removed')

export const operatorReset: Handler = async ({ core, command, io }) => {
  const { id } = await operatorCalled(core.database.read, emailOf(command))
  const { link } = await core.database.transaction((tx) =>
    resetOperator(core, tx, { id, by: null }),
  )
  await io.out(`${link}\n`)
  io.note(LINK_NOTE)
  return DONE
}
