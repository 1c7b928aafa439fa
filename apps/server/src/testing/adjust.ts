import type { AdjustmentLine } from '@partner-office/contracts'

import { placeHold } from '../business/adjustments/holds.ts'
import { readOperators } from '../console/accounts/operators.ts'
import { approveProposal } from '../console/proposals/decide-proposal.ts'
import { propose } from '../console/proposals/propose.ts'
import type { Core } from '../core/core.ts'
import { consoleOf, sessionOf } from './proposal-kills.ts'
import { runOffice } from './run-office.ts'

const PROPOSER = 'pia@example.com'
const APPROVER = 'abe@example.com'

async function knowOperators(core: Core): Promise<void> {
  if ((await readOperators(core.database.read)).some(({ email }) => email === PROPOSER)) return
  for (const email of [PROPOSER, APPROVER]) {
    await runOffice(core, ['operator', 'add', email, '--role', 'finance'])
  }
  // As after their first sign-in.
  await core.database.transaction((tx) =>
    tx
      .updateTable('console.operators')
      .set({ passwordHash: 'a hash' })
      .where('passwordHash', 'is', null)
      .execute(),
  )
}

/** Posts adjustments as two operators do; returns the proposal's id. */
export async function adjust(core: Core, lines: readonly AdjustmentLine[]): Promise<number> {
  await knowOperators(core)
  const asked = {
    kind: 'adjustment' as const,
    object: 'for a test',
    values: { lines: [...lines], mayGoNegative: false },
    reason: 'for a test of adjustments',
  }
  const { id } = await propose(consoleOf(core), asked, await sessionOf(core, PROPOSER))
  const session = await sessionOf(core, APPROVER)
  const { state } = await approveProposal(consoleOf(core), { id, version: 1, session })
  if (state !== 'DONE') throw new Error(`proposal ${id} is ${state}`)
  return id
}

type Held = {
  readonly partnerId: number
  readonly account: string
  readonly amount: string
  readonly until?: number
}

/** Holds an amount as an operator does; returns the hold's id. */
export async function hold(core: Core, { until, ...held }: Held): Promise<number> {
  await knowOperators(core)
  const { operatorId } = await sessionOf(core, PROPOSER)
  const reasons = { reason: 'for a test', internalReason: 'for a test' }
  return core.database.transaction((tx) =>
    placeHold(core, tx, { ...held, ...reasons, until: until ?? null }, operatorId),
  )
}

/** Releases a hold, below the limit from which a second operator decides. */
export async function release(core: Core, id: number): Promise<void> {
  const asked = {
    kind: 'hold_release',
    object: id,
    values: {},
    reason: 'for a test of holds',
  } as const
  await propose(consoleOf(core), asked, await sessionOf(core, PROPOSER))
}
