import { useEffect } from 'react'

import { useOffice } from '../lib/session/office.ts'

/** The cookies that another tab has changed may arrive after its message. */
const LATE_MS = 1_000

/**
 * Restarts the app when another tab has signed in or out: at once, and also on a page restored from the browser's cache. A
 * page whose session has ended goes on instead.
 */
export function useSharedSession(): void {
  const { startUp, config } = useOffice()
  useEffect(() => {
    const tabs = new BroadcastChannel(`${config.product}-session`)
    const look = (): void => {
      if (startUp.isOutdated) void (startUp.hasEnded ? startUp.resume() : startUp.run())
    }
    let later = 0
    const lookTwice = (): void => {
      look()
      window.clearTimeout(later)
      later = window.setTimeout(look, LATE_MS)
    }
    const lookIfVisible = (): void => {
      if (document.visibilityState === 'visible') look()
    }
    const stop = startUp.subscribe(() => {
      if (startUp.status.kind === 'success') tabs.postMessage('changed')
    })
    tabs.addEventListener('message', lookTwice)
    document.addEventListener('visibilitychange', lookIfVisible)
    window.addEventListener('pageshow', lookIfVisible)
    return () => {
      stop()
      window.clearTimeout(later)
      tabs.close()
      document.removeEventListener('visibilitychange', lookIfVisible)
      window.removeEventListener('pageshow', lookIfVisible)
    }
  }, [startUp, config])
}
