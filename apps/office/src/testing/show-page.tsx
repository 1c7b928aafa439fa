import { ToastProvider } from '@partner-office/ui'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'

import { type Office, OfficeContext } from '../lib/session/office.ts'
import { PATHS } from '../paths.ts'

type Place = { readonly path: string; readonly address: string }

/** For tests: renders a page or a part of one in English, at `/en/page` or at the address of a route. Returns the history of the browser. */
export function showPage(
  office: Office,
  component: () => ReactNode,
  { path, address }: Place = { path: '/page', address: '/en/page' },
): RouterHistory {
  const root = createRootRoute()
  const locale = createRoute({ getParentRoute: () => root, path: PATHS.home, component: Outlet })
  const page = createRoute({ getParentRoute: () => locale, path, component })
  const router = createRouter({
    routeTree: root.addChildren([locale.addChildren([page])]),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  render(
    <OfficeContext value={office}>
      <I18nextProvider i18n={office.texts.i18n}>
        <QueryClientProvider client={office.queries}>
          <ToastProvider closeLabel="Close">
            <RouterProvider<typeof router> router={router} />
          </ToastProvider>
        </QueryClientProvider>
      </I18nextProvider>
    </OfficeContext>,
  )
  return router.history
}
