import { vi } from 'vitest'

type Answer = { readonly status?: number; readonly body: unknown } | 'silence'

export const success = (data: unknown): Answer => ({ body: { state: 'success', data, errors: [] } })

export const refusal = (code: string, status = 200): Answer => ({
  status,
  body: { state: 'error', data: null, errors: [{ code, fieldName: null, errors: null }] },
})

/** For tests: sets the answers of the services by method and path. Returns the list of calls, which grows. */
export function answerCalls(answers: Readonly<Record<string, Answer>>): string[] {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    const call = `${method} ${new URL(url).pathname}`
    calls.push(call)
    const answer = answers[call]
    if (answer === undefined) throw new Error(`no answer for ${call}`)
    if (answer === 'silence') throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(answer.body), { status: answer.status ?? 200 })
  })
  return calls
}

/** For tests: records the queries of calls from now on. Returns the queries that a path was called with. */
export function recordQueries(): (path: string) => string[] {
  const addresses: URL[] = []
  const answer = fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    addresses.push(new URL(url))
    return answer(url, init)
  })
  return (path) =>
    addresses
      .filter(({ pathname }) => pathname === path)
      .map(({ search }) => decodeURIComponent(search))
}

/** For tests: a page of a list, as the services answer it. */
export const page = (content: readonly unknown[], totalPages = 1) =>
  success({ content, number: 0, totalPages })

/** For tests: the bodies that are sent to a path from now on. The list grows. */
export function recordBodies(path: string): unknown[] {
  const bodies: unknown[] = []
  const answer = fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (url.endsWith(path) && typeof init?.body === 'string') bodies.push(JSON.parse(init.body))
    return answer(url, init)
  })
  return bodies
}
