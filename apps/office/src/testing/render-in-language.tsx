import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render, type RenderResult } from '@testing-library/react'
import type { ReactNode } from 'react'

import { PATHS } from '../paths.ts'

/** For tests: renders a part of a page whose address is in a language. */
export async function renderInLanguage(locale: string, part: ReactNode): Promise<RenderResult> {
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: PATHS.home, component: () => part })
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: [`/${locale}`] }),
  })
  await router.load()
  return render(<RouterProvider<typeof router> router={router} />)
}
