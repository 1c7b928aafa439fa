import { installTopLayer } from '@partner-office/ui/testing/top-layer.ts'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'

import { stubWindow } from './wide-window.ts'

/** Each test of the file begins at this instant in a desktop window, and leaves no page and no stub behind. */
export function testPagesAt(now: number): void {
  beforeAll(installTopLayer)
  beforeEach(() => {
    vi.useFakeTimers({ now, toFake: ['Date'] })
    vi.stubGlobal('scrollTo', () => {})
    stubWindow('desktop')
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
}
