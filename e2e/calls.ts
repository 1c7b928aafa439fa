import type { Page, Request } from '@playwright/test'

/** Records the calls that a page makes from now on, in order, without its own files. */
export function recordCalls(page: Page): Request[] {
  const calls: Request[] = []
  page.on('request', (request) => {
    const isOwnFile = pathOf(request).startsWith('/assets/')
    if (request.resourceType() === 'fetch' && !isOwnFile) calls.push(request)
  })
  return calls
}

/** The path of a call, without host and query. */
export const pathOf = (request: Request): string => new URL(request.url()).pathname
