import type { Page, Request } from '@playwright/test'

/** Records the calls that a page makes from now on, in order, without its own files. */
export function recordCalls(page: Page): Request[] {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') calls.push(request)
  })
  return calls
}

/** The path of a call, without host and query. */
export const pathOf = (request: Request): string => new URL(request.url()).pathname
