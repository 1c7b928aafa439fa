import type { CONSOLE } from '@partner-office/contracts'

import { audited } from '../../business/audit/audit-log.ts'
import { lockPayouts } from '../../business/payouts/end/lock-payouts.ts'
import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import type { Handlers } from '../../input/handlers.ts'
import { type Caller, type Console, signedIn } from '../console.ts'
import { within } from '../within.ts'
import { approveByOperator, rejectByOperator, takeByOperator, takeOver } from './acts.ts'
import { handOverBatch, previewBatch, readBatch, readBatches, readBatchFile } from './batches.ts'
import { requireOnChain } from './chain.ts'
import { Queue } from './queue.ts'
import { readPayout } from './read-payout.ts'
import { readRoutes, tryAddresses } from './routes.ts'
import { previewSettle, settle } from './settle.ts'
import { readStop } from './stops.ts'
import { readTotals } from './totals.ts'

type Details = Readonly<Record<string, unknown>>
type Run<T> = (core: Core, tx: Tx, by: number) => Promise<T>

/** Does something with its entry in the audit log, under the name of the command, in one transaction. */
const actWith =
  (core: Core) =>
  <T>(caller: Caller, command: string, details: Details, run: Run<T>): Promise<T> => {
    const { email, operatorId } = signedIn(caller).session
    const entry = { actor: email, command: `payouts ${command}`, details: () => details }
    return audited(core, entry, (on) => on.database.transaction((tx) => run(on, tx, operatorId)))
  }

const byOf = (caller: Caller): number => signedIn(caller).session.operatorId

type Calls = Handlers<typeof CONSOLE.payouts, Caller>

/** The calls about the queue of payouts, one payout, stops and sums. */
export const payoutCalls = ({ core, chain }: Console): Calls => {
  const queue = new Queue(core)
  return {
    getQueue: ({ query }) => queue.read(query),
    getQueuedPayout: ({ params: { id } }) => readPayout(core, chain, id),
    getPayoutTotals: () => readTotals(core, chain),
    ...actCalls({ core, chain }),
    ...stopCalls(core),
  }
}

type Acts = 'postQueueTake' | 'postQueueTakeOver' | 'postQueueApprove' | 'postQueueReject'

const actCalls = ({ core, chain }: Pick<Console, 'core' | 'chain'>): Pick<Calls, Acts> => {
  const act = actWith(core)
  return {
    postQueueTake: ({ params: { id }, body: { version } }, caller) =>
      act(caller, 'take', { id }, (on, tx, by) => takeByOperator(on, tx, { id, version, by })),
    postQueueTakeOver: ({ params: { id }, body: { version, reason } }, caller) =>
      act(caller, 'take over', { id, reason }, (on, tx, by) =>
        takeOver(on, tx, { id, version, by, reason }),
      ),
    postQueueApprove: async ({ params: { id }, body: { version, txId } }, caller) => {
      if (chain !== null) {
        const { read } = core.database
        const payout = await read
          .selectFrom('payouts')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirst()
        // An unknown payout, or one that is not pending, is refused by the act itself.
        if (payout?.status === 'PENDING') await requireOnChain(chain, payout, txId)
      }
      return act(caller, 'approve', { id, txId }, (on, tx, by) =>
        approveByOperator(on, tx, { id, version, by, txId }),
      )
    },
    postQueueReject: ({ params: { id }, body: { version, reason, isNotSent = false } }, caller) =>
      act(caller, 'reject', { id, reason, ...(isNotSent && { isNotSent }) }, (on, tx, by) =>
        rejectByOperator(on, tx, { id, version, by, reason, isNotSent }),
      ),
  }
}

type Stops = 'getPayoutStop' | 'putPayoutStop' | 'deletePayoutStop'

const stopCalls = (core: Core): Pick<Calls, Stops> => {
  const { read } = core.database
  const act = actWith(core)
  const stopOf = async (id: number) => ({ stop: await readStop(read, id, core.clock()) })
  return {
    getPayoutStop: ({ params: { id } }) => stopOf(id),
    putPayoutStop: async ({ params: { id }, body }, caller) => {
      await act(caller, 'lock', { id, ...body }, (on, tx, by) =>
        lockPayouts(within(on, tx), id, true, { ...body, by }),
      )
      return stopOf(id)
    },
    deletePayoutStop: async ({ params: { id } }, caller) => {
      await act(caller, 'unlock', { id }, (on, tx) => lockPayouts(within(on, tx), id, false))
      return { stop: null }
    },
  }
}

/** The calls about batches. */
export const batchCalls = ({ core, chain }: Console): Handlers<typeof CONSOLE.batches, Caller> => ({
  postBatchPreview: ({ body }, caller) => previewBatch(core, body, byOf(caller)),
  postBatch: ({ body: { payoutIds } }, caller) =>
    actWith(core)(caller, 'hand-over', { payouts: payoutIds }, (on, tx, by) =>
      handOverBatch(on, tx, { payoutIds, by }),
    ),
  getBatches: ({ query }) => readBatches(core, query),
  getBatch: ({ params: { id } }) => readBatch(core, id),
  getBatchFile: ({ params: { id } }) => readBatchFile(core, id),
  postSettle: ({ body: { csv, isPreview } }, caller) => {
    const { operatorId: by, email } = signedIn(caller).session
    const settling = { core, chain, by, email }
    return isPreview ? previewSettle(settling, csv) : settle(settling, csv)
  },
})

/** The calls about routes. */
export const routeCalls = ({ core }: Console): Handlers<typeof CONSOLE.payoutRoutes, Caller> => ({
  getPayoutRoutes: async () => ({ content: await readRoutes(core.database.read) }),
  postAddressTrial: ({ body }) => tryAddresses(core.database.read, body),
})
