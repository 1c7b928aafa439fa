import type { CONSOLE, Operator } from '@partner-office/contracts'
import { Refusal, requireFields } from '@partner-office/domain'

import { audited } from '../../business/audit/audit-log.ts'
import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import type { Handlers } from '../../input/handlers.ts'
import { type Caller, type Console, signedIn } from '../console.ts'
import {
  addOperator,
  lockOperator,
  removeOperator,
  resetOperator,
  setRoles,
  unlockOperator,
} from './change-operators.ts'
import { hasGuarded } from './guarded-roles.ts'
import { mailLink } from './links.ts'
import { asOperator, readOperators, requireOperator } from './operators.ts'

type Act = {
  readonly caller: Caller
  readonly command: string
  readonly details: object
  readonly run: (core: Core, tx: Tx) => Promise<void>
}

/** The acts of admins on operators, each with its entry in the audit log, as of the commands. */
export const operatorCalls = (console: Console): Handlers<typeof CONSOLE.operators, Caller> => {
  const { core } = console
  const act = ({ caller, command, details, run }: Act) =>
    audited(
      core,
      { actor: signedIn(caller).session.email, command, details: () => details },
      (on) => on.database.transaction((tx) => run(on, tx)),
    )
  const changed = async (id: number): Promise<Operator> =>
    asOperator(await requireOperator(core.database.read, id), core.clock())
  const actOn = async (caller: Caller, command: string, id: number, run: Act['run'], more = {}) => {
    const { email } = await requireOperator(core.database.read, id)
    await act({ caller, command, details: { operator: email, ...more }, run })
  }
  const byOf = (caller: Caller) => signedIn(caller).session.operatorId

  return {
    getOperators: async () => {
      const operators = await readOperators(core.database.read)
      return { content: operators.map((each) => asOperator(each, core.clock())) }
    },
    postOperator: async ({ body: { email, roles } }, caller) => {
      requireFields({ email }, ['email'])
      if (hasGuarded(roles)) throw new Refusal('proposal_required', { field: 'roles' })
      let added = 0
      await act({
        caller,
        command: 'operator add',
        details: { operator: email, roles },
        run: async (on, tx) => {
          const { id, link } = await addOperator(on, tx, { email, roles, by: byOf(caller) })
          await mailLink(console, tx, { email, link })
          added = id
        },
      })
      return changed(added)
    },
    putOperatorRoles: async ({ params: { id }, body: { roles, version } }, caller) => {
      const { roles: before } = await requireOperator(core.database.read, id)
      const given = roles.filter((role) => !before.includes(role))
      if (hasGuarded(given)) throw new Refusal('proposal_required', { field: 'roles' })
      const run = (_on: Core, tx: Tx) => setRoles(tx, { id, version }, roles)
      await actOn(caller, 'operator roles', id, run, { roles })
      return changed(id)
    },
    postOperatorLock: async ({ params: { id }, body: { version } }, caller) => {
      await actOn(caller, 'operator lock', id, (on, tx) => lockOperator(on, tx, { id, version }))
      return changed(id)
    },
    postOperatorUnlock: async ({ params: { id }, body: { version } }, caller) => {
      await actOn(caller, 'operator unlock', id, (_on, tx) => unlockOperator(tx, { id, version }))
      return changed(id)
    },
    postOperatorReset: async ({ params: { id }, body: { version } }, caller) => {
      const { roles } = await requireOperator(core.database.read, id)
      if (hasGuarded(roles)) throw new Refusal('proposal_required')
      await actOn(caller, 'operator reset', id, async (on, tx) => {
        const by = byOf(caller)
        await mailLink(console, tx, await resetOperator(on, tx, { id, version, by }))
      })
      return changed(id)
    },
    postOperatorRemove: async ({ params: { id }, body: { version } }, caller) => {
      await actOn(caller, 'operator remove', id, (on, tx) =>
        removeOperator(on, tx, { id, version }),
      )
      return {}
    },
  }
}
