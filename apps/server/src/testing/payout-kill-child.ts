/**
 * Runs one call about payouts in a process of its own, and kills this process at one step of the call. Prints `steps N` if
 * the call ends before.
 *
 * Usage: node payout-kill-child.ts CALL(JSON) STEP
 *   Each statement to the database has two steps: it is sent, and it is answered. Each line of a batch is one more.
 */
import { writeSync } from 'node:fs'

import pg from 'pg'

import { approvePayout, takePayout } from '../business/payouts/end/end-payout.ts'
import { batchLines, handOverPayouts, settlePayouts } from '../business/payouts/end/hand-over.ts'
import { PayoutIntake } from '../business/payouts/confirm/payout-intake.ts'
import type { Core } from '../core/core.ts'
import { asUpload } from './core.ts'
import { payerOf } from './payout-desk.ts'
import type { KillableCall } from './payout-kills.ts'
import { withCore } from './with-core.ts'

const [text = '', stepText = ''] = process.argv.slice(2)
const call = JSON.parse(text) as KillableCall
const lastStep = Number(stepText)

let steps = -1

function step(): void {
  if (steps < 0) return
  steps += 1
  if (steps === lastStep) process.kill(process.pid, 'SIGKILL')
}

countStatements()
const { DATA_DIR = '', DATABASE_URL } = process.env
await withCore({ DATA_DIR, ...(DATABASE_URL !== undefined && { DATABASE_URL }) }, async (core) => {
  steps = 0
  await run(core)
  const met = steps
  steps = -1
  writeSync(1, `steps ${met}\n`)
})

/** Counts the statements of every connection: one step when it was sent, and one before its answer is used. */
function countStatements(): void {
  const { prototype } = pg.Client
  const send = prototype.query as (...words: unknown[]) => unknown
  prototype.query = function query(this: pg.Client, ...words: unknown[]) {
    const answer = send.apply(this, words)
    step()
    return answer instanceof Promise ? answer.finally(step) : answer
  } as typeof prototype.query
}

async function run(core: Core): Promise<void> {
  switch (call.kind) {
    case 'confirm': {
      const { code, from } = call
      await new PayoutIntake(core).confirm(payerOf(call.partnerId), { code, from })
      return
    }
    case 'take': {
      await takePayout(core, call.id)
      return
    }
    case 'approve': {
      await approvePayout(core, call.id, call.txId)
      return
    }
    case 'hand-over': {
      for (const line of batchLines(await handOverPayouts(core))) {
        writeSync(1, line)
        step()
      }
      return
    }
    case 'settle': {
      await settlePayouts(core, asUpload(call.file))
    }
  }
}
