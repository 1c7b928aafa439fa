import { useSyncExternalStore } from 'react'

import { lastingStorage } from './browser-storage.ts'

export type Theme = 'light' | 'dark'

const listeners = new Set<() => void>()

/** The current theme; a script of the page set it before the first paint. */
const themeNow = (): Theme =>
  document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'

/** Sets the theme of this page and stores it for the next pages. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  lastingStorage.write('theme', theme)
  for (const listener of listeners) listener()
}

/** The current theme; light where there is no page yet. */
export const useTheme = (): Theme => useSyncExternalStore(listen, themeNow, () => 'light')

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
