import type { CONSOLE, FileReply } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import { findClosing } from '../../business/months/closing.ts'
import { previewCorrection, recomputePeriod } from '../../business/months/recompute-period.ts'
import type { Core } from '../../core/core.ts'
import type { Handlers } from '../../input/handlers.ts'
import { type Caller, type Console, signedIn } from '../console.ts'
import { acceptCheck } from './accept-check.ts'
import { differencesFile } from './differences-file.ts'
import { listPeriods } from './list-periods.ts'
import { readPeriod } from './read-period.ts'
import { SealedSums } from './sealed-sums.ts'

type MonthJob = 'dryRun' | 'close' | 'recompute' | 'corrections' | 'statements'

/** The calls of the close cockpit. */
export const monthCalls = (console: Console): Handlers<typeof CONSOLE.periods, Caller> => {
  const { core, jobs } = console
  const sums = new SealedSums()
  const start = async (kind: MonthJob, month: string, caller: Caller) => ({
    jobId: await jobs.start(core, { kind, object: month }, signedIn(caller).session),
  })
  return {
    getPeriods: ({ query: { cursor } }) => listPeriods(core, sums, cursor),
    getPeriod: ({ params: { month } }, caller) =>
      readPeriod(core, { month, sums, session: signedIn(caller).session }),
    postDryRun: async ({ params: { month } }, caller) => {
      await requireNotBegun(core, month)
      return start('dryRun', month, caller)
    },
    postCheckAccept: (input, caller) => acceptCheck(core, input, signedIn(caller).session),
    postRecompute: async ({ params: { month }, body: { now } }, caller) => {
      await requireSealed(core, month)
      return start(now ? 'corrections' : 'recompute', month, caller)
    },
    getRecomputed: async ({ params: { month }, query: { now } }): Promise<FileReply> => {
      await requireSealed(core, month)
      const lines = now === 'true' ? previewCorrection(core, month) : recomputePeriod(core, month)
      return differencesFile(month, lines)
    },
    postStatements: async ({ params: { month } }, caller) => {
      await requireSealed(core, month)
      return start('statements', month, caller)
    },
    postContinue: async ({ params: { month } }, caller) => {
      const closing = await findClosing(core.database.read, month)
      if (closing?.isSealed !== false) throw new Refusal('not_found', { field: 'month' })
      return start('close', month, caller)
    },
  }
}

/** Refuses: `not_found`, a month that has not begun; `too_late`, once its closing has. */
async function requireNotBegun(core: Core, month: string): Promise<void> {
  if (Date.parse(`${month}-01`) > core.clock()) throw new Refusal('not_found', { field: 'month' })
  const begun = await findClosing(core.database.read, month)
  if (begun !== null) throw new Refusal('too_late', {}, [new Date(begun.begunAt).toISOString()])
}

async function requireSealed({ database: { read } }: Core, month: string): Promise<void> {
  const closing = await findClosing(read, month)
  if (closing?.isSealed !== true) throw new Refusal('not_found', { field: 'month' })
}
