import { useSyncExternalStore } from 'react'

/** The three layouts of a page. */
type WindowClass = 'phone' | 'tablet' | 'desktop'

const QUERIES = { tablet: '(min-width: 768px)', desktop: '(min-width: 1200px)' } as const

/** The layout for the width of the window, where CSS alone cannot change it. */
export function useWindowClass(): WindowClass {
  return useSyncExternalStore(subscribe, read)
}

function read(): WindowClass {
  if (matchMedia(QUERIES.desktop).matches) return 'desktop'
  return matchMedia(QUERIES.tablet).matches ? 'tablet' : 'phone'
}

function subscribe(onChange: () => void): () => void {
  const queries = Object.values(QUERIES).map((query) => matchMedia(query))
  for (const query of queries) query.addEventListener('change', onChange)
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange)
  }
}
