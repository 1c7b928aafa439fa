import { installTopLayer } from '@partner-office/ui/testing/top-layer.ts'
import { RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'

import type { Console } from '../lib/console.ts'
import { ConsoleServices, makeConsole, readSession } from '../open-console.tsx'
import { createConsoleRouter } from '../routes.tsx'
import type { FakeService } from './fake-service.ts'

/** For tests: opens a page of the console, which calls the given service. The next file finds the document as it was. */
export async function openPage(
  path: string,
  service: FakeService,
  { isWide = true }: { readonly isWide?: boolean } = {},
): Promise<Console> {
  const removeTopLayer = installTopLayer()
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => {}
  onTestFinished(() => {
    removeTopLayer()
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
  })
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('matchMedia', () => ({
    matches: isWide,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { method = 'GET', body } = init
    const { pathname: called, searchParams: query } = new URL(address, location.origin)
    const asked = typeof body === 'string' ? (JSON.parse(body) as unknown) : (body ?? undefined)
    const answer = service.answer(
      { method, path: called, query, body: asked },
      new Headers(init.headers),
    )
    if (answer.status === 0) throw new TypeError('Failed to fetch')
    return Response.json(answer.body, { status: answer.status })
  })
  history.pushState(null, '', path)
  const made = makeConsole()
  await readSession(made)
  // A page that still looks up an act when its test has ended asks the service of no other test.
  onTestFinished(() => {
    made.api.call = () => new Promise(() => {})
  })
  render(
    <ConsoleServices console={made}>
      <RouterProvider router={createConsoleRouter(made)} />
    </ConsoleServices>,
  )
  return made
}
