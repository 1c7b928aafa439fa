import { useEffect } from 'react'

import { useOffice } from '../lib/office.ts'

/** Signing in or out in another tab, or before the page came back from the browser's memory, counts here too. */
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
