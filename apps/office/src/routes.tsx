import { DEFAULT_LANGUAGE, offeredLanguages } from '@partner-office/locales'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'

import type { Office } from './lib/office.ts'
import { dashboardAt, loginAt, PATHS } from './paths.ts'
import { CatchPage } from './features/sign-in/catch-page.tsx'
import { LoginPage } from './features/sign-in/login-page.tsx'
import { LogoutPage } from './features/sign-in/logout-page.tsx'
import { RegistrationPage } from './features/sign-in/registration-page.tsx'
import { Frame } from './shell/frame.tsx'
import { PageNotFound } from './shell/page-not-found.tsx'

/** `yes`: only for partners; `no`: only for visitors; `any`: for both. Source: requirements RTE-033, RTE-034; D-004. */
type Auth = 'yes' | 'no' | 'any'

/** What a route says about itself. Source: requirements RTE-039 to RTE-042; decisions D-010. */
export type RouteFacts = {
  readonly name: string
  readonly auth: Auth
  readonly layout: 'front' | 'back'
  readonly body: 'empty' | 'one-column' | 'two-column'
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends Partial<RouteFacts> {}
}

const front = { layout: 'front', body: 'one-column' } as const
const back = { layout: 'back', body: 'two-column' } as const
const empty = { layout: 'back', body: 'empty' } as const

const HomePage = lazyRouteComponent(() => import('./features/landing/home-page.tsx'), 'HomePage')
const InvitePage = lazyRouteComponent(
  () => import('./features/landing/invite-page.tsx'),
  'InvitePage',
)
const DashboardPage = lazyRouteComponent(
  () => import('./features/dashboard/dashboard-page.tsx'),
  'DashboardPage',
)
const MyRankPage = lazyRouteComponent(() => import('./features/rank/rank-pages.tsx'), 'MyRankPage')
const TeamMyPage = lazyRouteComponent(() => import('./features/team/team-pages.tsx'), 'TeamMyPage')
const TeamTreePage = lazyRouteComponent(
  () => import('./features/team/team-pages.tsx'),
  'TeamTreePage',
)
const BonusesPage = lazyRouteComponent(
  () => import('./features/bonuses/bonuses-page.tsx'),
  'BonusesPage',
)
const UnilevelPage = lazyRouteComponent(
  () => import('./features/bonuses/unilevel/unilevel-page.tsx'),
  'UnilevelPage',
)
const InfinityBonusPage = lazyRouteComponent(
  () => import('./features/infinity/infinity-pages.tsx'),
  'InfinityBonusPage',
)
const InfinityHistoryPage = lazyRouteComponent(
  () => import('./features/infinity/infinity-pages.tsx'),
  'InfinityHistoryPage',
)
const BonusRankPage = lazyRouteComponent(
  () => import('./features/rank/rank-pages.tsx'),
  'BonusRankPage',
)
const DiamondPage = lazyRouteComponent(
  () => import('./features/programmes/programme-pages.tsx'),
  'DiamondPage',
)
const DiamondPoolsPage = lazyRouteComponent(
  () => import('./features/programmes/programme-pages.tsx'),
  'DiamondPoolsPage',
)
const WinnerPage = lazyRouteComponent(
  () => import('./features/programmes/programme-pages.tsx'),
  'WinnerPage',
)
const LifestylePage = lazyRouteComponent(
  () => import('./features/programmes/lifestyle-page.tsx'),
  'LifestylePage',
)
const BspPage = lazyRouteComponent(
  () => import('./features/programmes/programme-pages.tsx'),
  'BspPage',
)
const TurboPage = lazyRouteComponent(
  () => import('./features/programmes/programme-pages.tsx'),
  'TurboPage',
)
const TransactionsBonusesPage = lazyRouteComponent(
  () => import('./features/transactions/bonuses-page.tsx'),
  'TransactionsBonusesPage',
)

/** Every page there is, in one table. Source: requirements RTE-005 to RTE-031. */
export const ROUTES = [
  { name: 'home', path: PATHS.home, auth: 'no', ...front, component: HomePage },
  { name: 'invite', path: PATHS.invite, auth: 'any', ...front, component: InvitePage },
  { name: 'logout', path: PATHS.logout, auth: 'any', ...front, component: LogoutPage },
  { name: 'login', path: PATHS.login, auth: 'no', ...empty, component: LoginPage },
  {
    name: 'registration',
    path: PATHS.registration,
    auth: 'no',
    ...empty,
    component: RegistrationPage,
  },
  { name: 'catch', path: PATHS.catch, auth: 'any', ...empty, component: CatchPage },
  { name: 'dashboard', path: PATHS.dashboard, auth: 'yes', ...back, component: DashboardPage },
  { name: 'myRank', path: PATHS.myRank, auth: 'yes', ...back, component: MyRankPage },
  { name: 'teamMy', path: PATHS.teamMy, auth: 'yes', ...back, component: TeamMyPage },
  { name: 'teamTree', path: PATHS.teamTree, auth: 'yes', ...back, component: TeamTreePage },
  { name: 'bonuses', path: PATHS.bonuses, auth: 'yes', ...back, component: BonusesPage },
  { name: 'bonusRank', path: PATHS.bonusRank, auth: 'yes', ...back, component: BonusRankPage },
  {
    name: 'bonusUnilevel',
    path: PATHS.bonusUnilevel,
    auth: 'yes',
    ...back,
    component: UnilevelPage,
  },
  {
    name: 'bonusInfinityBonus',
    path: PATHS.bonusInfinityBonus,
    auth: 'yes',
    ...back,
    component: InfinityBonusPage,
  },
  {
    name: 'bonusInfinityHistory',
    path: PATHS.bonusInfinityHistory,
    auth: 'yes',
    ...back,
    component: InfinityHistoryPage,
  },
  { name: 'bonusDiamond', path: PATHS.bonusDiamond, auth: 'yes', ...back, component: DiamondPage },
  {
    name: 'bonusDiamondPools',
    path: PATHS.bonusDiamondPools,
    auth: 'yes',
    ...back,
    component: DiamondPoolsPage,
  },
  { name: 'bonusWinner', path: PATHS.bonusWinner, auth: 'yes', ...back, component: WinnerPage },
  {
    name: 'bonusLifestyle',
    path: PATHS.bonusLifestyle,
    auth: 'yes',
    ...back,
    component: LifestylePage,
  },
  { name: 'bonusBsp', path: PATHS.bonusBsp, auth: 'yes', ...back, component: BspPage },
  { name: 'bonusTurbo', path: PATHS.bonusTurbo, auth: 'yes', ...back, component: TurboPage },
  {
    name: 'transactionsBonuses',
    path: PATHS.transactionsBonuses,
    auth: 'yes',
    ...back,
    component: TransactionsBonusesPage,
  },
  { name: 'pageNotFound', path: `${PATHS.home}/$`, auth: 'any', ...front, component: PageNotFound },
] as const satisfies readonly (RouteFacts & { path: string; component: unknown })[]

type Context = { readonly office: Office }

const root = createRootRouteWithContext<Context>()({ component: Outlet })

/** An address without a language gets one, and keeps everything else. Source: requirements RTE-003; decisions D-002. */
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
  beforeLoad: async ({ params, location, context: { office } }) => {
    const offered = offeredLanguages(office.config.property('languages'))
    if (!offered.some((language) => language === params.locale)) {
      throw redirect({ href: `/${DEFAULT_LANGUAGE}${location.href}`, replace: true })
    }
    await office.texts.show(params.locale)
  },
  component: Frame,
})

/** Pages with views: the address alone shows the first. Source: requirements RTE-009, RTE-019. */
const firstViews = [
  { path: '/team', to: '/team/my' },
  { path: '/bonuses/infinity', to: '/bonuses/infinity/bonus' },
].map(({ path, to }) =>
  createRoute({
    getParentRoute: () => locale,
    path,
    beforeLoad: ({ params, location }) => {
      const { locale: language } = params as { locale: string }
      throw redirect({ href: `/${language}${to}${location.searchStr}`, replace: true })
    },
  }),
)

const pages = ROUTES.map(({ path, component, ...facts }) =>
  createRoute({
    getParentRoute: () => locale,
    path: path.slice(PATHS.home.length) || '/',
    staticData: facts,
    beforeLoad: ({ params, context: { office } }) => {
      const language = (params as { locale: string }).locale
      const { isSignedIn } = office.startUp
      if (facts.auth === 'yes' && !isSignedIn) {
        throw redirect({ href: loginAt(language), replace: true })
      }
      if (facts.auth === 'no' && isSignedIn) {
        throw redirect({ href: dashboardAt(language), replace: true })
      }
    },
    component,
  }),
)

/** The router of the office. */
export function createOfficeRouter(office: Office) {
  return createRouter({
    routeTree: root.addChildren([index, locale.addChildren([...firstViews, ...pages])]),
    context: { office },
    history: office.history,
    scrollRestoration: true,
    defaultPendingMs: 200,
  })
}
