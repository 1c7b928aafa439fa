import { DEFAULT_LANGUAGE } from '@partner-office/locales'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router'

import { AccountFrame } from './account/account-frame.tsx'
import { GeneralPage } from './account/general-page.tsx'
import { SecurityPage } from './account/security-page.tsx'
import {
  AdditionalPage,
  AddressPage,
  PassportPage,
  ResumePage,
} from './account/verification-pages.tsx'
import { readRequest } from './lib/address.ts'
import type { Config } from './lib/config.ts'
import type { Passport } from './lib/passport.ts'
import { LoginPage } from './login/login-page.tsx'
import { ConfirmPage } from './mail-links/confirm-page.tsx'
import { EmailBackPage, EmailConfirmPage } from './mail-links/email-pages.tsx'
import { ForgotPage } from './mail-links/forgot-page.tsx'
import { MailsOffPage } from './mail-links/mails-off-page.tsx'
import { ResetPage } from './mail-links/reset-page.tsx'
import { PATHS } from './paths.ts'
import { RegistrationPage } from './registration/registration-page.tsx'
import { GenericError } from './shell/generic-error.tsx'
import { PageNotFound } from './shell/page-not-found.tsx'

declare module '@tanstack/react-router' {
  interface Register {
    readonly router: ReturnType<typeof createPassportRouter>
  }
}

const root = createRootRouteWithContext<{ readonly passport: Passport }>()({ component: Outlet })

/** Adds the default language to an address without one and keeps the rest. Source: decisions D-002. */
const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: ({ location }) => {
    throw redirect({ href: `/${DEFAULT_LANGUAGE}${location.searchStr}`, replace: true })
  },
})

const locale = createRoute({
  getParentRoute: () => root,
  path: PATHS.home,
  validateSearch: readRequest,
  beforeLoad: async ({ params, location, context: { passport } }) => {
    if (!isOffered(passport.config, params.locale)) {
      throw redirect({ href: `/${DEFAULT_LANGUAGE}${location.href}`, replace: true })
    }
    await passport.texts.show(params.locale)
  },
})

const home = createRoute({
  getParentRoute: () => locale,
  path: '/',
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: PATHS.login, params, search, replace: true })
  },
})

const page = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => locale, path, component })

/** Every page, in one table. */
const pages = [
  page('login', LoginPage),
  page('registration', RegistrationPage),
  page('confirm', ConfirmPage),
  page('forgot', ForgotPage),
  page('reset', ResetPage),
  page('email-confirm', EmailConfirmPage),
  page('email-back', EmailBackPage),
  page('mails-off', MailsOffPage),
  page('$', PageNotFound),
] as const

const account = createRoute({
  getParentRoute: () => locale,
  id: 'account',
  component: AccountFrame,
})

const accountPage = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => account, path, component })

/** The pages of a signed-in partner. Source: decisions D-007 to D-009, D-114. */
const accountPages = [
  accountPage('profile/general', GeneralPage),
  accountPage('profile/passport', PassportPage),
  accountPage('profile/address', AddressPage),
  accountPage('profile/additional', AdditionalPage),
  accountPage('profile/security', SecurityPage),
  accountPage('resume-account', ResumePage),
] as const

const isOffered = ({ languages }: Config, name: string): boolean =>
  languages.some((language) => language === name)

/** The language of the opened address, or the default language. */
export function firstLanguage(config: Config): string {
  const [, first = ''] = location.pathname.split('/')
  return isOffered(config, first) ? first : DEFAULT_LANGUAGE
}

/** Makes the router of the passport. All parameters are texts: a referral such as `1e5` is not a number. */
export const createPassportRouter = (passport: Passport) =>
  createRouter({
    routeTree: root.addChildren([
      index,
      locale.addChildren([home, account.addChildren(accountPages), ...pages]),
    ]),
    context: { passport },
    defaultErrorComponent: GenericError,
    scrollRestoration: true,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const known = Object.entries(search).filter(([, value]) => value !== undefined)
      const query = new URLSearchParams(known)
      return query.size > 0 ? `?${query}` : ''
    },
  })
