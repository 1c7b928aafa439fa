import { vi } from 'vitest'

/** For tests: how a host fails. `wrong`: the answer is valid JSON of another shape. */
export const HOST_FAULTS = ['down', 'slow', 'nonsense', 'wrong'] as const

type HostFault = (typeof HOST_FAULTS)[number]

type Host = {
  /** Makes every call of these paths fail. */
  fail(fault: HostFault): void
  repair(): void
}

/**
 * For tests: lets the calls of some paths fail and leaves all others as they are stubbed. Timeouts end by the clock of the test.
 */
export function failingHost(isOfHost: (path: string) => boolean): Host {
  let fault: HostFault | null = null
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, call: RequestInit = {}) =>
    fault !== null && isOfHost(new URL(url, location.href).pathname)
      ? failed(fault, call.signal)
      : answer(url, call),
  )
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(timeoutOfTest)
  return {
    fail: (next) => (fault = next),
    repair: () => (fault = null),
  }
}

async function failed(fault: HostFault, signal: RequestInit['signal']): Promise<Response> {
  if (fault === 'down') throw new TypeError('Failed to fetch')
  if (fault === 'nonsense') return new Response('<p>hello')
  if (fault === 'wrong') return Response.json({ state: 'success', data: { hello: ['world'] } })
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })
}

function timeoutOfTest(ms: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), ms)
  return controller.signal
}
