import { useEffect } from 'react'

import { useOffice } from '../lib/office.ts'

/** Restarts the app when another tab has signed in or out, also on a page restored from the browser's cache. */
export function useSharedSession(): void {
  const { startUp } = useOffice()
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible' && startUp.isOutdated) void startUp.run()
    }
    document.addEventListener('visibilitychange', look)
    window.addEventListener('pageshow', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('pageshow', look)
    }
  }, [startUp])
}
