/**
 * Follows the causes of events and delivers them in a process of its own, and kills this process at one step.
 *
 * Usage: node webhook-kill-child.ts CALL(JSON) STEP
 */
import { EventSender } from '../business/webhooks/event-sender.ts'
import { killAtStep } from './kill-at-step.ts'
import { followAll } from './webhook-kills.ts'
import { NEAR } from './webhook-receiver.ts'

const last = process.argv[3] ?? '0'

await killAtStep(Number(last), async (core) => {
  await followAll(core)
  const sender = new EventSender(core, { reachOf: () => NEAR })
  await sender.sendDue()
  await sender.settled()
})
