import { afterEach, expect, test, vi } from 'vitest'

import { BREAKPOINTS, readWindowClass } from './window-class.ts'

afterEach(() => vi.unstubAllGlobals())

test('NAV-029 phone from 0, tablet from 768, desktop from 1200 pixels', () => {
  expect(BREAKPOINTS).toEqual({ phone: 0, tablet: 768, desktop: 1200 })
})

test.each([
  [320, 'phone'],
  [767, 'phone'],
  [768, 'tablet'],
  [1199, 'tablet'],
  [1200, 'desktop'],
])('NAV-029 a window of %i pixels is a %s', (width, layout) => {
  const isWide = (query: string): boolean => width >= Number(/\d+/.exec(query)![0])
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isWide(query) }))
  expect(readWindowClass()).toBe(layout)
})
