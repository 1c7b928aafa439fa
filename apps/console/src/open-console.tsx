import { getMe } from '@partner-office/contracts'
import consoleTexts from '@partner-office/locales/en/console.json'
import sharedTexts from '@partner-office/locales/en/shared.json'
import { Loader, ToastProvider } from '@partner-office/ui'
import { codeOf, StartFailed, translator } from '@partner-office/web'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'

import { Clock } from './lib/clock.ts'
import { ConsoleApi } from './lib/console-api.ts'
import { type Console, ConsoleContext } from './lib/console.ts'
import { Fresh } from './lib/fresh.ts'
import { Session } from './lib/session.ts'
import { createConsoleRouter } from './routes.tsx'

/** Asks who is signed in, then shows the page. */
export async function openConsole(root: Root): Promise<void> {
  root.render(<Loader label={sharedTexts['common.loading']} />)
  const made = makeConsole()
  try {
    await readSession(made)
  } catch {
    const retry = () => void openConsole(root)
    root.render(<StartFailed title="The console cannot be reached" isOfHost onRetry={retry} />)
    return
  }
  root.render(
    <ConsoleServices console={made}>
      <RouterProvider router={createConsoleRouter(made)} />
    </ConsoleServices>,
  )
}

/** The services of the pages. */
export function makeConsole(): Console {
  const session = new Session()
  const fresh = new Fresh()
  const clock = new Clock()
  const i18n = translator('en', { ...sharedTexts, ...consoleTexts })
  const api = new ConsoleApi(session, fresh, clock)
  return { session, fresh, clock, i18n, api, drafts: new Map() }
}

/**
 * Opens the session of the browser's cookie, if there is one.
 *
 * Refuses: the failure of the call. A missing session is no failure: the app shows the sign-in.
 */
export async function readSession({ api, session }: Console): Promise<void> {
  try {
    session.open(await api.call(getMe))
  } catch (error) {
    if (codeOf(error) !== 'invalid_token') throw error
  }
}

type ConsoleServicesProps = { readonly console: Console; readonly children: ReactNode }

/** Gives the services to the pages. */
export function ConsoleServices({ console: made, children }: ConsoleServicesProps) {
  const [queries] = useState(newQueries)
  return (
    <ConsoleContext value={made}>
      <I18nextProvider i18n={made.i18n}>
        <QueryClientProvider client={queries}>
          <ToastProvider closeLabel={made.i18n.t('common.close')}>{children}</ToastProvider>
        </QueryClientProvider>
      </I18nextProvider>
    </ConsoleContext>
  )
}

/** Data is read anew by each visit of a page, and by the act that changes it: never by itself, which would count as a call. */
const newQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
    },
  })
