import { useSyncExternalStore } from 'react'

/** The narrowest window of each layout. Units: pixels. Source: requirements NAV-029. */
export const BREAKPOINTS = { phone: 0, tablet: 768, desktop: 1_200 } as const

/** The three layouts of a page. */
type WindowClass = keyof typeof BREAKPOINTS

/** The layout for the width of the window, where CSS alone cannot change it. */
export function useWindowClass(): WindowClass {
  return useSyncExternalStore(subscribe, readWindowClass)
}

/** The layout for the width of the window now. */
export function readWindowClass(): WindowClass {
  if (from('desktop').matches) return 'desktop'
  return from('tablet').matches ? 'tablet' : 'phone'
}

const from = (layout: WindowClass): MediaQueryList =>
  matchMedia(`(min-width: ${BREAKPOINTS[layout]}px)`)

function subscribe(onChange: () => void): () => void {
  const queries = [from('tablet'), from('desktop')]
  for (const query of queries) query.addEventListener('change', onChange)
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange)
  }
}
