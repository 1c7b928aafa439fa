/**
 * Runs one call about payouts in a process of its own, and kills this process at one step of the call. Each line of a batch
 * is a step.
 *
 * Usage: node payout-kill-child.ts CALL(JSON) STEP
 */
import { writeSync } from 'node:fs'

import { approvePayout, takePayout } from '../business/payouts/end/end-payout.ts'
import { batchLines, handOverPayouts, settlePayouts } from '../business/payouts/end/hand-over.ts'
import { PayoutIntake } from '../business/payouts/confirm/payout-intake.ts'
import type { Core } from '../core/core.ts'
import { asUpload } from './core.ts'
import { killAtStep } from './kill-at-step.ts'
import { payerOf } from './payout-desk.ts'
import type { KillableCall } from './payout-kills.ts'

const [text = '', last = ''] = process.argv.slice(2)
const call = JSON.parse(text) as KillableCall

await killAtStep(Number(last), run)

async function run(core: Core, step: () => void): Promise<void> {
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
