import type { Contract } from '@partner-office/contracts'
import { DEFAULT_LANGUAGE, offeredLanguages } from '@partner-office/locales'
import { Loader, ToastProvider } from '@partner-office/ui'
import {
  Api,
  type CallFailed,
  dropEarly,
  type Service,
  StartFailed,
  Texts,
} from '@partner-office/web'
import { onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { CatchBoundary, createBrowserHistory } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Root } from 'react-dom/client'
import { I18nextProvider, useTranslation } from 'react-i18next'

import { Config } from './lib/configuration/config.ts'
import { keepingFor, pushChoice } from './lib/device/device-flags.ts'
import { isInstalled, offerInstallation } from './lib/device/install-prompt.ts'
import type { Kept } from './lib/device/kept.ts'
import { cookiesOf } from './lib/session/view.ts'
import { type EnglishTexts, loadEnglish } from './lib/formats/english.ts'
import { loadConfig } from './lib/configuration/load-config.ts'
import { localeOf } from './lib/formats/locale.ts'
import { type Office, OfficeContext } from './lib/session/office.ts'
import { Notifier } from './lib/queries/notifier.ts'
import { officeQueries } from './lib/queries/query-cache.ts'
import { takeWantedPage } from './lib/navigation/wanted-page.ts'
import { dashboardAt, inLanguage, loginAt, withoutStrayEnd } from './paths.ts'
import { App } from './shell/app.tsx'
import { AppError } from './shell/app-error.tsx'
import { StartUp } from './shell/start-up.ts'

/**
 * Loads the configuration and the English texts, then authorizes the session, then shows the page.
 *
 * Source: requirements STA-001 to STA-003.
 */
export function openOffice(root: Root): void {
  root.render(<Loader label="Loading" />)
  load(root)
}

function load(root: Root): void {
  const failed = (title: string) => (): void => {
    dropEarly()
    root.render(<StartFailed title={title} isOfHost onRetry={() => load(root)} />)
  }
  const english = loadEnglish()
  loadConfig().then(
    (config) =>
      english.then((texts) => start(root, config, texts), failed('Texts cannot be loaded')),
    async () => {
      if (!(await startKept(root, english))) failed('Config cannot be loaded')()
    },
  )
}

/** Opens the last dashboard, if this device keeps one. Returns false without it. Source: PWA-003. */
async function startKept(root: Root, english: Promise<EnglishTexts>): Promise<boolean> {
  if (keepingFor() === null) return false
  try {
    const { readKept } = await import('./lib/device/kept-dashboard.ts')
    const kept = await readKept(Date.now())
    if (kept === null) return false
    return start(root, new Config(kept.hosts, new Map(kept.properties)), await english, kept)
  } catch {
    return false
  }
}

/** Returns false for a kept dashboard whose partner is no longer signed in. */
function start(root: Root, config: Config, english: EnglishTexts, kept?: Kept): boolean {
  const office = officeOf(config, english, kept?.at ?? null)
  if (kept !== undefined) {
    if (!office.startUp.openKept(kept)) return false
    // Nothing is asked until the page is loaded again.
    onlineManager.setOnline(false)
    window.addEventListener('online', () => location.reload())
  }
  root.render(
    <Providers office={office}>
      <CatchBoundary getResetKey={() => ''} errorComponent={AppError}>
        <App />
      </CatchBoundary>
    </Providers>,
  )
  const locale = localeOf(location.pathname, config.property('languages'))
  void office.texts
    .show(locale)
    .then(() => (kept === undefined ? office.startUp.run() : undefined))
    .then(dropEarly)
    .then(() => afterFirstPage(office))
  return true
}

/** What a device does beside the pages comes after the first of them: its code is loaded where the partner has switched it on. */
async function afterFirstPage(office: Office): Promise<void> {
  if (!office.startUp.isSignedIn || office.startUp.isView) return
  const loadDevice = () => import('./lib/device/start-device.ts')
  offerInstallation(office.texts.i18n.language, () => {
    void loadDevice()
      .then(({ keepBuiltFiles }) => keepBuiltFiles())
      // The browser is asked again when the app starts.
      .catch(() => {})
  })
  if (!isInstalled() && keepingFor() === null && pushChoice() === null) return
  const { startDevice } = await loadDevice()
  await startDevice(office)
}

function officeOf(config: Config, english: EnglishTexts, kept: number | null): Office {
  const arrived = tokenOfAddress()
  const cookies = cookiesOf(config.product, arrived)
  const queries = officeQueries()
  const notifier = new Notifier()
  tidyAddress()
  const history = createBrowserHistory()
  const texts = new Texts(config.hosts.domainTranslations, english)
  const failures = {
    failedGlobally: (failure: CallFailed) => startUp.fail(failure),
    serverFailed: notifier.serverFailed,
    headersFor: (service: Service) => startUp.headersFor(service),
    refuses: (contract: Contract) => startUp.refuses(contract) && notifier.onlyRead(),
  }
  const token = (): string | null => cookies.read('access_token')
  const api = new Api(config.hosts, token, failures, config.giveUpMs)
  const locale = (): string => localeOf(location.pathname, config.property('languages'))
  const startUp: StartUp = new StartUp({
    config,
    api,
    cookies,
    queries,
    tokenOfAddress: arrived,
    go: {
      toWanted: () => history.replace(takeWantedPage() ?? dashboardAt(locale())),
      refresh: () => location.reload(),
      toHome: () => history.replace(`/${DEFAULT_LANGUAGE}`),
      toLogin: () => history.replace(loginAt(locale())),
      toLanguage: (language) => {
        const isOffered = offeredLanguages(config.property('languages')).some(
          (offered) => offered === language,
        )
        if (!isOffered || locale() === language) return
        const { pathname, search, hash } = location
        history.push(`${inLanguage(pathname, language)}${search}${hash}`)
      },
    },
  })
  return { config, api, cookies, queries, texts, startUp, notifier, history, kept }
}

/** Otherwise an invite link with signs behind its last slash would be an unknown page. */
function tidyAddress(): void {
  const { pathname, search, hash } = location
  const tidy = withoutStrayEnd(pathname)
  if (tidy !== pathname) history.replaceState(history.state, '', `${tidy}${search}${hash}`)
}

/** Returns and removes the token that `start.js` took out of the address before any other script could read it. */
function tokenOfAddress(): string | null {
  const { tokenOfAddress: token = null } = window
  delete window.tokenOfAddress
  return token
}

declare global {
  interface Window {
    tokenOfAddress?: string
  }
}

function Providers({ office, children }: { office: Office; children: ReactNode }) {
  return (
    <OfficeContext value={office}>
      <I18nextProvider i18n={office.texts.i18n}>
        <QueryClientProvider client={office.queries}>
          <Toasts>{children}</Toasts>
        </QueryClientProvider>
      </I18nextProvider>
    </OfficeContext>
  )
}

function Toasts({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return <ToastProvider closeLabel={t('common.close')}>{children}</ToastProvider>
}
