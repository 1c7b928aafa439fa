import { DEFAULT_LANGUAGE, offeredLanguages } from '@partner-office/locales'
import { PAGE_SIZES } from '@partner-office/ui'
import { oneOf, searchParams } from '@partner-office/web'
import {
  type AnyRouter,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router'

// The first page of a session comes with the office, all others on their own.
import { DashboardPage } from './features/dashboard/dashboard-page.tsx'
import { CatchPage } from './features/sign-in/catch-page.tsx'
import { LogoutPage } from './features/sign-in/logout-page.tsx'
import { ADJUSTMENTS } from './features/transactions/adjustments/adjustment-filters.ts'
import { BONUS_HISTORY } from './features/transactions/bonus-filters.ts'
import { lazyPage } from './lib/navigation/lazy-page.ts'
import { PAYOUT_HISTORY } from './features/transactions/payout-filters.ts'
import { browserLanguage, localeOf } from './lib/formats/locale.ts'
import type { Office } from './lib/session/office.ts'
import { day, EXPLAINED, id, instant, month, text } from './lib/navigation/search-params.ts'
import { keepWantedPage } from './lib/navigation/wanted-page.ts'
import { dashboardAt, loginAt, PATHS } from './paths.ts'
import { Frame } from './shell/frame.tsx'
import { PageError } from './shell/page-error.tsx'
import { PageLoading } from './shell/page-loading.tsx'
import { PageNotFound } from './shell/page-not-found.tsx'
import type { PageName } from './shell/page-titles.ts'

/** Facts of a route. Source: requirements RTE-033, RTE-034, RTE-039 to RTE-042; decisions D-004, D-010. */
type RouteFacts = {
  /** `yes`: only for partners; `no`: only for visitors; `any`: for both. */
  readonly auth: 'yes' | 'no' | 'any'
  readonly layout: 'front' | 'back'
  readonly body: 'empty' | 'one-column' | 'two-column'
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends Partial<RouteFacts> {
    readonly name?: PageName
  }
  interface Register {
    readonly router: ReturnType<typeof createOfficeRouter>
  }
}

const noSearch = searchParams({})

const root = createRootRouteWithContext<{ readonly office: Office }>()({
  validateSearch: noSearch,
  component: Outlet,
})

/** Adds the default language to an address without one and keeps the rest. Source: requirements RTE-003; decisions D-002. */
const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: noSearch,
  beforeLoad: ({ location }) => {
    throw redirect({ href: `/${DEFAULT_LANGUAGE}${location.searchStr}`, replace: true })
  },
})

/** The address printed on statements: opens in the first language of the browser that is offered. Source: decisions/0012-statements.md. */
const printedStatement = createRoute({
  getParentRoute: () => root,
  path: '/statement/{-$code}',
  validateSearch: noSearch,
  beforeLoad: ({ location, context: { office } }) => {
    const offered = offeredLanguages(office.config.property('languages'))
    const language = browserLanguage(offered, navigator.languages)
    throw redirect({ href: `/${language}${location.pathname}`, replace: true })
  },
})

const locale = createRoute({
  getParentRoute: () => root,
  path: PATHS.home,
  validateSearch: noSearch,
  beforeLoad: async ({ params, location, context: { office } }) => {
    const offered = offeredLanguages(office.config.property('languages'))
    if (!offered.some((language) => language === params.locale)) {
      throw redirect({ href: `/${DEFAULT_LANGUAGE}${location.href}`, replace: true })
    }
    await office.texts.show(params.locale)
  },
  component: Frame,
})

type Below<Path extends string> = Path extends `${typeof PATHS.home}/${infer Rest}`
  ? `/${Rest}`
  : '/'

/** The part of a path after the language. */
const belowLocale = <const Path extends string>(path: Path) =>
  (path.slice(PATHS.home.length) || '/') as Below<Path>

/** Redirects the address of a group of pages to the first of them. Source: requirements RTE-009, RTE-012, RTE-019. */
const group = <const Path extends string>(path: Path, first: string) =>
  createRoute({
    getParentRoute: () => locale,
    path: belowLocale(path),
    validateSearch: noSearch,
    beforeLoad: ({ location }) => {
      const { pathname, searchStr } = location
      const [, language] = pathname.split('/')
      throw redirect({ href: `/${language}${belowLocale(first)}${searchStr}`, replace: true })
    },
  })

/** Redirects to the sign-in, which comes back to this address. Source: requirements STA-042, RTE-033. */
function toSignIn(address: string, language: string) {
  keepWantedPage(address)
  return redirect({ href: loginAt(language), replace: true })
}

const AT_PASSPORT = ['verification', 'passport', 'address', 'additional', 'security'] as const

/** Redirects a partner's page to the identity provider. Source: requirements RTE-032; decisions D-007. */
const atPassport = (name: (typeof AT_PASSPORT)[number]) =>
  createRoute({
    getParentRoute: () => locale,
    path: `/profile/${name}`,
    validateSearch: noSearch,
    beforeLoad: ({ location, context: { office } }) => {
      const language = localeOf(location.pathname, office.config.property('languages'))
      if (!office.startUp.isSignedIn) throw toSignIn(location.href, language)
      const page = name === 'verification' ? 'passport' : name
      throw redirect({
        href: office.config.passportPage(language, `profile/${page}`),
        replace: true,
      })
    },
  })

type Validator = (address: Readonly<Record<string, unknown>>) => object

/** One page: visitors and partners are redirected from the pages that are not for them. */
const page = <const Name extends PageName, V extends Validator>(
  name: Name,
  facts: RouteFacts,
  validateSearch: V,
  component: RouteComponent,
) =>
  createRoute({
    getParentRoute: () => locale,
    path: belowLocale(PATHS[name]),
    staticData: { ...facts, name },
    validateSearch,
    beforeLoad: ({ location, context: { office } }) => {
      const language = localeOf(location.pathname, office.config.property('languages'))
      const { isSignedIn } = office.startUp
      if (facts.auth === 'yes' && !isSignedIn) {
        throw toSignIn(location.href, language)
      }
      if (facts.auth === 'no' && isSignedIn) {
        throw redirect({ href: dashboardAt(language), replace: true })
      }
    },
    component,
    pendingComponent: PageLoading,
  })

const front = { layout: 'front', body: 'one-column' } as const
const empty = { layout: 'back', body: 'empty' } as const
const visitor = { auth: 'no' } as const
const everyone = { auth: 'any' } as const
const partner = { auth: 'yes', layout: 'back', body: 'two-column' } as const

const landing = () => import('./features/landing/home-page.tsx')
const invite = () => import('./features/landing/invite-page.tsx')
const login = () => import('./features/sign-in/login-page.tsx')
const registration = () => import('./features/sign-in/registration-page.tsx')
const ranks = () => import('./features/rank/rank-pages.tsx')
const team = () => import('./features/team/team-pages.tsx')
const bonuses = () => import('./features/bonuses/bonuses-page.tsx')
const unilevel = () => import('./features/bonuses/unilevel/unilevel-page.tsx')
const infinity = () => import('./features/infinity/infinity-pages.tsx')
const programmes = () => import('./features/programmes/programme-pages.tsx')
const lifestyle = () => import('./features/programmes/lifestyle-page.tsx')
const payout = () => import('./features/payout/payout-page.tsx')
const transactionsPayouts = () => import('./features/transactions/payouts-page.tsx')
const reports = () => import('./features/transactions/reports-page.tsx')
const transactions = () => import('./features/transactions/bonuses-page.tsx')
const adjustments = () => import('./features/transactions/adjustments/adjustments-page.tsx')
const support = () => import('./features/support/support-page.tsx')
const disputes = () => import('./features/disputes/disputes-page.tsx')
const profile = () => import('./features/profile/profile-page.tsx')
const statement = () => import('./features/statement/statement-page.tsx')
const links = () => import('./features/links/links-page.tsx')
const notifications = () => import('./features/profile/notifications/notifications-page.tsx')

const newsOpened = searchParams({ news: id })
const rankView = searchParams({ view: oneOf('missing') })
const ownRankView = searchParams({ view: oneOf('missing', 'history') })
const teamSearch = searchParams({ search: text })
const teamTree = searchParams({ search: text, view: oneOf('picture'), day })
const monthly = searchParams({ month })
const explained = searchParams({ month, ...EXPLAINED })
const lifestyleTabs = searchParams({
  month,
  tab: oneOf('history'),
  page: id,
  size: oneOf(...PAGE_SIZES),
  ...EXPLAINED,
})
const turboWindow = searchParams({ at: instant, ...EXPLAINED })
const bonusHistory = searchParams(BONUS_HISTORY)
const payoutHistory = searchParams(PAYOUT_HISTORY)
const adjustmentHistory = searchParams(ADJUSTMENTS)

/** Every page: who may open it, its search parameters, and its component. Source: requirements RTE-005 to RTE-031. */
const pages = [
  page('home', { ...visitor, ...front }, noSearch, lazyPage(landing, 'HomePage')),
  page('invite', { ...everyone, ...front }, noSearch, lazyPage(invite, 'InvitePage')),
  page('logout', { ...everyone, ...front }, noSearch, LogoutPage),
  page('login', { ...visitor, ...empty }, noSearch, lazyPage(login, 'LoginPage')),
  page(
    'registration',
    { ...visitor, ...empty },
    noSearch,
    lazyPage(registration, 'RegistrationPage'),
  ),
  page('catch', { ...everyone, ...empty }, noSearch, CatchPage),
  page('dashboard', partner, newsOpened, DashboardPage),
  page('myRank', partner, ownRankView, lazyPage(ranks, 'MyRankPage')),
  page('teamMy', partner, teamSearch, lazyPage(team, 'TeamMyPage')),
  page('teamTree', partner, teamTree, lazyPage(team, 'TeamTreePage')),
  page('bonuses', partner, noSearch, lazyPage(bonuses, 'BonusesPage')),
  page('bonusRank', partner, rankView, lazyPage(ranks, 'BonusRankPage')),
  page('bonusUnilevel', partner, noSearch, lazyPage(unilevel, 'UnilevelPage')),
  page('bonusInfinityBonus', partner, monthly, lazyPage(infinity, 'InfinityBonusPage')),
  page('bonusInfinityHistory', partner, explained, lazyPage(infinity, 'InfinityHistoryPage')),
  page('bonusDiamond', partner, explained, lazyPage(programmes, 'DiamondPage')),
  page('bonusDiamondPools', partner, explained, lazyPage(programmes, 'DiamondPoolsPage')),
  page('bonusWinner', partner, explained, lazyPage(programmes, 'WinnerPage')),
  page('bonusLifestyle', partner, lifestyleTabs, lazyPage(lifestyle, 'LifestylePage')),
  page('bonusBsp', partner, explained, lazyPage(programmes, 'BspPage')),
  page('bonusTurbo', partner, turboWindow, lazyPage(programmes, 'TurboPage')),
  page('bonusAdjustments', partner, adjustmentHistory, lazyPage(adjustments, 'AdjustmentsPage')),
  page('payout', partner, noSearch, lazyPage(payout, 'PayoutPage')),
  page(
    'transactionsPayouts',
    partner,
    payoutHistory,
    lazyPage(transactionsPayouts, 'TransactionsPayoutsPage'),
  ),
  page(
    'transactionsBonuses',
    partner,
    bonusHistory,
    lazyPage(transactions, 'TransactionsBonusesPage'),
  ),
  page('transactionsReports', partner, noSearch, lazyPage(reports, 'TransactionsReportsPage')),
  page('support', partner, noSearch, lazyPage(support, 'SupportPage')),
  page('disputes', partner, noSearch, lazyPage(disputes, 'DisputesPage')),
  page('links', partner, noSearch, lazyPage(links, 'LinksPage')),
  page('profileGeneral', partner, noSearch, lazyPage(profile, 'ProfilePage')),
  page('profileNotifications', partner, noSearch, lazyPage(notifications, 'NotificationsPage')),
  page('statement', { ...everyone, ...front }, noSearch, lazyPage(statement, 'StatementPage')),
  page('pageNotFound', { ...everyone, ...front }, noSearch, PageNotFound),
] as const

const groups = [
  group(PATHS.team, PATHS.teamMy),
  group(PATHS.bonusInfinity, PATHS.bonusInfinityBonus),
  group(PATHS.transactions, PATHS.transactionsPayouts),
] as const

const passportPages = AT_PASSPORT.map(atPassport)

/** The router of the office. */
export const createOfficeRouter = (office: Office) =>
  keepingScroll(
    createRouter({
      routeTree: root.addChildren([
        index,
        printedStatement,
        locale.addChildren([...groups, ...passportPages, ...pages]),
      ]),
      context: { office },
      history: office.history,
      scrollRestoration: true,
      defaultPendingMs: 200,
      defaultErrorComponent: PageError,
    }),
  )

/**
 * Saves the window's scroll position at every navigation, so that Back restores it.
 *
 * The router saves the position only if it saw a scroll event since the page was rendered. The event comes up to a frame
 * later, and one that comes while a change of the address is still being rendered is forgotten.
 */
function keepingScroll<Router extends AnyRouter>(router: Router): Router {
  router.subscribe('onBeforeNavigate', () => document.dispatchEvent(new Event('scroll')))
  return router
}
