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

/**
 * Names the manifest of a language, and keeps the question of the browser. Start page and texts of an installed app are in the
 * language in which it was installed. Source: PWA-001.
 */
export function offerInstallation(language: string, onInstalled: () => void): void {
  window.addEventListener('beforeinstallprompt', (event) => setPrompt(event as InstallPrompt))
  window.addEventListener('appinstalled', () => {
    setPrompt(null)
    onInstalled()
  })
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = `/app-${language}.webmanifest`
  document.head.append(link)
}

function setPrompt(event: InstallPrompt | null): void {
  event?.preventDefault()
  prompt = event
  for (const listener of listeners) listener()
}
