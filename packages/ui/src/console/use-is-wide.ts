import { useSyncExternalStore } from 'react'

const WIDE = '(min-width: 1200px)'

function subscribe(listener: () => void): () => void {
  const query = matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether a drawer, or an opened page, has room beside its list. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches)
