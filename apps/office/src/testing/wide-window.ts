import { vi } from 'vitest'

/** The window has every width that is asked for, and does not change. */
export const stubWideWindow = () =>
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
