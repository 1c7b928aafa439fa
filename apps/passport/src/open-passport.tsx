import passportTexts from '@partner-office/locales/en/passport.json'
import sharedTexts from '@partner-office/locales/en/shared.json'
import { Loader } from '@partner-office/ui'
import { Api, StartFailed, Texts } from '@partner-office/web'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'

import { type Config, loadConfig } from './lib/config.ts'
import { type Passport, PassportContext } from './lib/passport.ts'
import { queryCacheOf } from './lib/query-cache.ts'
import { Session } from './lib/session.ts'
import { createPassportRouter, firstLanguage } from './routes.tsx'

/**
 * Loads the configuration, then the texts, then shows the page.
 *
 * Source: requirements STA-001, STA-002.
 */
export function openPassport(root: Root, mailedToken: string): void {
  root.render(<Loader label={sharedTexts['common.loading']} />)
  load(root, mailedToken)
}

function load(root: Root, mailedToken: string): void {
  loadConfig().then(
    (config) => start(root, config, mailedToken),
    () =>
      root.render(
        <StartFailed
          title="Config cannot be loaded"
          isOfHost
          onRetry={() => load(root, mailedToken)}
        />,
      ),
  )
}

async function start(root: Root, config: Config, mailedToken: string): Promise<void> {
  reloadWhenRestored()
  const passport = passportOf(config, mailedToken)
  await passport.texts.show(firstLanguage(config))
  const router = createPassportRouter(passport)
  root.render(
    <PassportContext value={passport}>
      <I18nextProvider i18n={passport.texts.i18n}>
        <QueryClientProvider client={queryCacheOf(passport.session)}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </I18nextProvider>
    </PassportContext>,
  )
}

/** The services of the pages. */
export function passportOf(config: Config, mailedToken: string): Passport {
  const texts = new Texts(config.hosts.domainTranslations, { ...sharedTexts, ...passportTexts })
  const session = new Session()
  const api = new Api(config.hosts, session.token, {
    // An ended session leads to the sign-in; each form shows every other failure itself.
    failedGlobally: ({ code }) => {
      if (code === 'invalid_token') session.end()
    },
    serverFailed: () => {},
  })
  return { config, texts, session, mailedToken, api }
}

/** A page restored from the browser's cache would still hold a password and wait for an answer, so it is reloaded. */
function reloadWhenRestored(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}
