import { afterEach, expect, test, vi } from 'vitest'

import { observeHalfVisible } from './half-visible.ts'

type Report = (entries: readonly { intersectionRatio: number }[]) => void

class Observer {
  static last: Observer
  readonly observe = vi.fn<(element: unknown) => void>()
  readonly disconnect = vi.fn<() => void>()
  readonly report: Report
  readonly options: { threshold: number }
  constructor(report: Report, options: { threshold: number }) {
    this.report = report
    this.options = options
    Observer.last = this
  }
}

afterEach(() => vi.unstubAllGlobals())

test('NAV-039 an element counts as seen from half of it on', () => {
  vi.stubGlobal('IntersectionObserver', Observer)
  const seen: boolean[] = []
  const element = {} as Element
  const stop = observeHalfVisible(element, (isVisible) => seen.push(isVisible))
  const { options, observe, report, disconnect } = Observer.last
  expect(options).toEqual({ threshold: 0.5 })
  expect(observe).toHaveBeenCalledWith(element)
  report([{ intersectionRatio: 0.49 }])
  report([{ intersectionRatio: 0.5 }])
  report([{ intersectionRatio: 1 }, { intersectionRatio: 0.2 }])
  expect(seen).toEqual([false, true, false])
  stop()
  expect(disconnect).toHaveBeenCalledTimes(1)
})
