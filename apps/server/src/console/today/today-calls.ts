import type { CONSOLE } from '@partner-office/contracts'

import type { Handlers } from '../../input/handlers.ts'
import { type Caller, type Console, signedIn } from '../console.ts'
import { ActivePartnersCache } from './active-partners-cache.ts'
import { acknowledge, silenceAlert, speakAgain } from './change-alerts.ts'
import { readAlerts } from './read-alerts.ts'
import { readCharts } from './read-charts.ts'
import { readFigures } from './read-figures.ts'
import { readWaiting } from './read-waiting.ts'

/** The calls of the start page. */
export const todayCalls = ({ core }: Console): Handlers<typeof CONSOLE.today, Caller> => {
  const actives = new ActivePartnersCache(core)
  const sessionOf = (caller: Caller) => signedIn(caller).session
  return {
    getToday: async (_input, caller) => {
      const session = sessionOf(caller)
      return {
        waiting: await readWaiting(core, session),
        alerts: await readAlerts(core, session),
      }
    },
    getTodayFigures: () => readFigures(core, actives),
    getTodayCharts: () => readCharts(core, actives),
    postAlertSilence: async ({ body }, caller) => {
      await silenceAlert(core, body, sessionOf(caller))
      return {}
    },
    deleteAlertSilence: async ({ query }, caller) => {
      await speakAgain(core, query, sessionOf(caller))
      return {}
    },
    postAcknowledgement: async ({ body: { entry } }, caller) => {
      await acknowledge(core, entry, sessionOf(caller))
      return {}
    },
  }
}
