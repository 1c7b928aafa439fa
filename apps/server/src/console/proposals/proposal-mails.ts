import { DAY_MS } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { readOperators } from '../accounts/operators.ts'
import type { Acting } from '../console.ts'
import { consoleLetter } from '../console-letter.ts'
import { mayApprove, rowOf } from './stored-proposals.ts'

/**
 * Owes the mails about a proposal with the commit of its transaction: a new one to those who may approve it, and one day before
 * it expires to its proposer too.
 *
 * Source: requirements APR-009, APR-012.
 */
export async function oweMails(core: Core, tx: Tx, proposalId: number): Promise<void> {
  const { kind, proposerId, expiresAt } = await rowOf(tx, proposalId)
  const operators = await readOperators(tx)
  const approvers = operators.filter((each) => each.id !== proposerId && mayApprove(kind, each))
  const now = core.clock()
  const rows = [
    ...approvers.map(({ id }) => ({ operatorId: id, kind: 'proposed', dueAt: now }) as const),
    ...[proposerId, ...approvers.map(({ id }) => id)].map(
      (operatorId) =>
        ({ operatorId, kind: 'expiring', dueAt: Math.max(now, expiresAt - DAY_MS) }) as const,
    ),
  ]
  await tx
    .insertInto('console.mails')
    .values(rows.map((each) => ({ ...each, proposalId })))
    .execute()
}

/** Sends the next mail about a proposal that is due; returns whether there was one. A decided proposal needs none any more. */
export function sendNextProposalMail({ core, mail }: Acting): Promise<boolean> {
  return core.database.transaction(async (tx) => {
    const due = await tx
      .selectFrom('console.mails')
      .selectAll()
      .where('dueAt', '<=', core.clock())
      .orderBy('dueAt')
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (due === undefined) return false
    await tx.deleteFrom('console.mails').where('id', '=', due.id).execute()
    const { state, objectName, kind, reason, proposerEmail } = await rowOf(tx, due.proposalId)
    const receiver = (await readOperators(tx)).find(({ id }) => id === due.operatorId)
    if (state !== 'OPEN' || receiver === undefined) return true
    const subject =
      due.kind === 'proposed' ? 'A proposal waits for you' : 'A proposal expires in a day'
    const link = `${core.consoleOrigin}/console/proposals/${due.proposalId}`
    const text = `${proposerEmail} proposes: ${kind} ${objectName}.\n\nReason: ${reason}\n\n{{link}}`
    const letter = consoleLetter({ email: receiver.email, subject, text, link })
    await mail.send(letter, { tx, id: `proposal-mail-${due.id}`, at: due.dueAt })
    return true
  })
}
