import { useEffect, useRef, useSyncExternalStore } from 'react'

/** Whether the browser reports a network connection. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

/** Calls `onBack` when a lost connection is back. Returns whether there is a connection. */
export function useBackOnline(onBack: () => void): boolean {
  const isOnline = useOnline()
  const wasOnline = useRef(isOnline)
  useEffect(() => {
    if (isOnline && !wasOnline.current) onBack()
    wasOnline.current = isOnline
  }, [isOnline, onBack])
  return isOnline
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}
