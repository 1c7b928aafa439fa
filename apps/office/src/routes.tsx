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
const BonusRankPage = lazyRouteComponent(
  () => import('./features/rank/rank-pages.tsx'),
  'BonusRankPage',
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
  { name: 'bonusRank', path: PATHS.bonusRank, auth: 'yes', ...back, component: BonusRankPage },
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
    routeTree: root.addChildren([index, locale.addChildren(pages)]),
    context: { office },
    history: office.history,
    scrollRestoration: true,
    defaultPendingMs: 200,
  })
}
