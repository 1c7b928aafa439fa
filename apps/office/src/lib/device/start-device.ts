import type { Office } from '../session/office.ts'
import { keepingFor, pushChoice } from './device-flags.ts'
import { knowsWorkers, startWorker } from './service-worker.ts'

/** The question of the browser whether the office is to be installed, kept for the partner's click. */
type InstallPrompt = Event & { prompt(): Promise<unknown> }

let prompt: InstallPrompt | null = null
const listeners = new Set<() => void>()

/** The kept question; null where the browser does not ask. */
export const installPrompt = (): InstallPrompt | null => prompt

export function subscribeToPrompt(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the page runs as an installed app. */
export const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches

/** After the first page of a partner: names the manifest, and does what the partner has switched on for this device. */
export async function startDevice(office: Office): Promise<void> {
  window.addEventListener('beforeinstallprompt', (event) => setPrompt(event as InstallPrompt))
  window.addEventListener('appinstalled', () => {
    setPrompt(null)
    void startWorker().catch(() => {})
  })
  linkManifest(office.texts.i18n.language)
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

function setPrompt(event: InstallPrompt | null): void {
  event?.preventDefault()
  prompt = event
  for (const listener of listeners) listener()
}

/** Start page and texts of an installed app are in the language in which it was installed. Source: PWA-001. */
function linkManifest(language: string): void {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = `/app-${language}.webmanifest`
  document.head.append(link)
}
