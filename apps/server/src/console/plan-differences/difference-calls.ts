import type { CONSOLE } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import { differenceLines } from '../../business/plans/differences/difference-file.ts'
import { explainDifference } from '../../business/plans/differences/explain-difference.ts'
import { readResult } from '../../business/plans/differences/read-result.ts'
import type { Handlers } from '../../input/handlers.ts'
import { type Caller, type Console, signedIn } from '../console.ts'
import { startDifference } from './start-difference.ts'
import { listDifferences, readCompared, readDifference } from './stored-differences.ts'

/** The calls about plan differences. */
export const differenceCalls = ({
  core,
  jobs,
}: Console): Handlers<typeof CONSOLE.planDifferences, Caller> => {
  const { read } = core.database
  const sessionOf = (caller: Caller) => signedIn(caller).session
  return {
    getPlanDifferences: ({ query }, caller) => listDifferences(read, query, sessionOf(caller)),
    postPlanDifference: ({ body }, caller) =>
      startDifference({ core, jobs }, body, sessionOf(caller)),
    getPlanDifference: async ({ params: { id }, query }, caller) => ({
      ...(await readDifference(read, id, sessionOf(caller))),
      ...(await readCompared(read, id)),
      result: await readResult(read, id, query),
    }),
    getPlanDifferenceFile: async ({ params: { id }, query }, caller) => {
      const { job } = await readDifference(read, id, sessionOf(caller))
      if (job.state !== 'DONE') throw new Refusal('not_found')
      return {
        name: `plan-difference-${id}.csv`,
        chunks: differenceLines(core.database, id, query),
      }
    },
    getPlanDifferenceExplanation: async ({ params: { id }, query }) => ({
      content: await explainDifference(core, id, query),
    }),
  }
}
