import { vi } from 'vitest'

/** Widths of the three layouts. Units: pixels. */
const WIDTHS = { phone: 400, tablet: 900, desktop: 1_400 } as const

/** The window has every width that is asked for, and does not change. */
export const stubWideWindow = () => stubWindow('desktop')

/** The window has the width of a layout, and does not change. */
export const stubWindow = (layout: keyof typeof WIDTHS) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: WIDTHS[layout] >= Number(/\d+/.exec(query)?.[0] ?? 0),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
