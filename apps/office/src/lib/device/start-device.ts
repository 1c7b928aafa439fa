import type { Office } from '../session/office.ts'
import { keepingFor, pushChoice } from './device-flags.ts'
import { isInstalled } from './install-prompt.ts'
import { knowsWorkers, startWorker } from './service-worker.ts'

/** Does what the partner has switched on for this device: after the first page. */
export async function startDevice(office: Office): Promise<void> {
  const { partnerId } = office.startUp
  if (partnerId === null || office.kept !== null) return
  if (keepingFor() !== null) {
    const { keepDashboard } = await import('./kept-dashboard.ts')
    keepDashboard(office)
  }
  if (knowsWorkers() && (isInstalled() || keepingFor() !== null)) await startWorker()
  if (pushChoice() !== null) {
    const { readDevice } = await import('./push.ts')
    await readDevice(office.api, partnerId)
  }
}

/** An app that was just installed keeps the built files. */
export const keepBuiltFiles = async (): Promise<void> => void (await startWorker())
