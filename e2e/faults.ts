import type { ErrorCode } from '@partner-office/contracts'
import type { Page, Route } from '@playwright/test'

/** How a host fails: it is unreachable, its answer is unreadable, or it answers an error. */
export type Fault =
  | 'down'
  | 'nonsense'
  | {
      readonly code: ErrorCode
      readonly status?: number
      readonly retryAfter?: number
      readonly fieldName?: string
      readonly errors?: readonly string[]
    }

/** Pages of another origin may read the answer, as they may read the product's answers. */
const READABLE = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' }

/** Makes a call of the page fail until the returned function is called. `path` may contain `*`. */
export function failCall(page: Page, path: string, fault: Fault): Promise<() => Promise<void>> {
  return intercept(page, path, (route) => fail(route, fault))
}

function fail(route: Route, fault: Fault): Promise<void> {
  if (fault === 'down') return route.abort('connectionrefused')
  if (fault === 'nonsense') {
    return route.fulfill({ contentType: 'text/html', body: '<p>hello', headers: READABLE })
  }
  const { code, status = 200, retryAfter, fieldName = null, errors: details = null } = fault
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  const errors = [{ code, fieldName, errors: details }]
  return answer(route, { state: 'error', data: null, errors }, { status, headers })
}

/** Answers a call of the page with this data until the returned function is called. */
export function answerCall(page: Page, path: string, data: unknown): Promise<() => Promise<void>> {
  return intercept(page, path, (route) =>
    answer(route, { state: 'success', data, errors: [] }, { status: 200, headers: {} }),
  )
}

/** Changes the data of the service's answers to a call of the page. */
export async function changeCall<Data>(
  page: Page,
  path: string,
  change: (data: Data) => Data,
): Promise<void> {
  await intercept(page, path, async (route) => {
    // The page may have been closed.
    const response = await route.fetch().catch(() => null)
    if (response === null) return
    const body = (await response.json()) as { data: Data }
    await route.fulfill({ response, json: { ...body, data: change(body.data) } })
  })
}

/** Delays a call of the page until the returned function is called. */
export async function slowCall(page: Page, path: string): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const stop = await intercept(page, path, async (route) => {
    await released
    // The caller may have timed out.
    await route.fallback().catch(() => {})
  })
  return async () => {
    release()
    await stop()
  }
}

type Head = { readonly status: number; readonly headers: Record<string, string> }

const answer = (route: Route, json: object, { status, headers }: Head): Promise<void> =>
  route.fulfill({ status, json, headers: { ...READABLE, ...headers } })

async function intercept(
  page: Page,
  path: string,
  handle: (route: Route) => Promise<void>,
): Promise<() => Promise<void>> {
  const plain = path.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
  const form = new RegExp(`^${plain.replaceAll('*', '.*')}$`)
  const isAsked = (url: URL) => form.test(url.pathname)
  await page.route(isAsked, handle)
  return () => page.unroute(isAsked, handle)
}
