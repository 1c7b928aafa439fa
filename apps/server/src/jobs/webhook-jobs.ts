import { forgetOldEvents } from '../business/webhooks/switch-endpoints.ts'
import { EventSender } from '../business/webhooks/event-sender.ts'
import { Causes } from '../business/webhooks/events/follow-causes.ts'
import { tellNextSwitchedOff } from '../console/webhooks/tell-switched-off.ts'
import type { Core } from '../core/core.ts'
import type { Mail } from '../mails/letter.ts'
import type { Job } from './background-work.ts'
import { unlessRestored } from './jobs.ts'

const HOUR_MS = 3_600_000

/** Jobs of the leader that make events, deliver them to endpoints, and forget old ones. */
export function webhookJobs(core: Core, mail: Mail): Job[] {
  const causes = new Causes(core)
  const sender = new EventSender(core)
  return [
    { name: 'note events for endpoints', everyMs: 1_000, run: () => causes.follow() },
    unlessRestored(core, {
      name: 'deliver webhooks',
      everyMs: 1_000,
      run: async () => {
        await sender.sendDue()
        return false
      },
    }),
    unlessRestored(core, {
      name: 'tell admins about endpoints',
      everyMs: 5_000,
      run: () => tellNextSwitchedOff({ core, mail }),
    }),
    {
      name: 'forget old events',
      everyMs: HOUR_MS,
      run: async () => {
        await core.database.transaction((tx) => forgetOldEvents(tx, core.clock()))
        return false
      },
    },
  ]
}
