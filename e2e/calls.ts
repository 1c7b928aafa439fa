import type { Page, Request } from '@playwright/test'

/** The calls that a page makes from now on, in their order; what its pages are made of is none of them. */
export function recordCalls(page: Page): Request[] {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') calls.push(request)
  })
  return calls
}

/** What a call asks for, without its host and its query. */
export const pathOf = (request: Request): string => new URL(request.url()).pathname
