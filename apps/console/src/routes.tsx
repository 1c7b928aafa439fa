import {
  AuditResult,
  DeliveryState,
  JobKind,
  JobState,
  OrderState,
  ProposalKind,
  ProposalState,
  WEBHOOK_TYPES,
} from '@partner-office/contracts'
import { ADJUSTMENT_KINDS } from '@partner-office/domain'
import { oneOf, type Reader, searchParams } from '@partner-office/web'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router'

import { SignInPage } from './features/sign-in/sign-in-page.tsx'
import { CONFIG_TABS } from './lib/config-tabs.ts'
import type { Console } from './lib/console.ts'
import { lazyPage } from './lib/lazy-page.ts'
import { PATHS } from './paths.ts'
import { Frame } from './shell/frame.tsx'
import { PageError } from './shell/page-error.tsx'
import { PageNotFound } from './shell/page-not-found.tsx'

declare module '@tanstack/react-router' {
  interface Register {
    readonly router: ReturnType<typeof createConsoleRouter>
  }
}

/** The id of something in the address. */
const id: Reader<string> = (value) =>
  typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value) ? value : undefined

/** A page of the console, to come back to after the sign-in. */
const ownPath: Reader<string> = (value) =>
  typeof value === 'string' && /^\/(?!\/)/.test(value) ? value : undefined

/** Names with commas between them, such as columns. */
const names: Reader<string> = (value) =>
  typeof value === 'string' && /^\w+(,\w+)*$/.test(value) ? value : undefined

/** Words that something is filtered by. */
const words: Reader<string> = (value) =>
  typeof value === 'string' && value !== '' && value.length <= 256 ? value : undefined

/** An instant of a filter. Units: epoch milliseconds. */
const instant: Reader<string> = (value) =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? value : undefined

const root = createRootRouteWithContext<{ readonly console: Console }>()({
  component: Outlet,
  notFoundComponent: PageNotFound,
})

const readWanted = searchParams({ to: ownPath })

const signIn = createRoute({
  getParentRoute: () => root,
  path: PATHS.signIn,
  validateSearch: readWanted,
  beforeLoad: ({ context: { console }, search }) => {
    if (console.session.state().kind === 'open') {
      throw redirect({ href: search.to ?? PATHS.start, replace: true })
    }
  },
  component: SignInPage,
})

const welcome = createRoute({
  getParentRoute: () => root,
  path: PATHS.welcome,
  component: lazyPage(() => import('./features/welcome/welcome-page.tsx'), 'WelcomePage'),
})

/** Pages of a signed-in operator. Source: requirements OPR-002, OPR-004. */
const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  beforeLoad: ({ context: { console }, location }) => {
    if (console.session.state().kind === 'none') {
      throw redirect({ to: PATHS.signIn, search: { to: location.href }, replace: true })
    }
  },
  component: Frame,
})

const start = createRoute({
  getParentRoute: () => frame,
  path: PATHS.start,
  beforeLoad: () => {
    throw redirect({ to: PATHS.today, replace: true })
  },
})

const today = createRoute({
  getParentRoute: () => frame,
  path: PATHS.today,
  component: lazyPage(() => import('./features/today/today-page.tsx'), 'TodayPage'),
})

const me = createRoute({
  getParentRoute: () => frame,
  path: PATHS.me,
  component: lazyPage(() => import('./features/me/me-page.tsx'), 'MePage'),
})

const operators = createRoute({
  getParentRoute: () => frame,
  path: PATHS.operators,
  validateSearch: searchParams({
    open: id,
    hide: names,
    state: oneOf('invited', 'active', 'locked'),
    sort: oneOf('email', 'lastSignInAt', 'addedAt'),
    order: oneOf('ascending', 'descending'),
  }),
  component: lazyPage(() => import('./features/operators/operators-page.tsx'), 'OperatorsPage'),
})

const system = createRoute({
  getParentRoute: () => frame,
  path: PATHS.system,
  validateSearch: searchParams({
    job: id,
    state: oneOf(...JobState.options),
    kind: oneOf(...JobKind.options),
  }),
  component: lazyPage(() => import('./features/system/system-page.tsx'), 'SystemPage'),
})

const proposals = createRoute({
  getParentRoute: () => frame,
  path: PATHS.proposals,
  validateSearch: searchParams({
    open: id,
    hide: names,
    state: oneOf(...ProposalState.options),
    kind: oneOf(...ProposalKind.options),
  }),
  component: lazyPage(() => import('./features/proposals/proposals-page.tsx'), 'ProposalsPage'),
})

const proposal = createRoute({
  getParentRoute: () => frame,
  path: PATHS.proposal,
  component: lazyPage(() => import('./features/proposals/proposal-page.tsx'), 'ProposalPage'),
})

const adjustments = createRoute({
  getParentRoute: () => frame,
  path: PATHS.adjustments,
  validateSearch: searchParams({
    tab: oneOf('adjustments', 'holds'),
    partner: id,
    account: words,
    kind: oneOf(...ADJUSTMENT_KINDS),
    holds: oneOf('all'),
  }),
  component: lazyPage(
    () => import('./features/adjustments/adjustments-page.tsx'),
    'AdjustmentsPage',
  ),
})

const adjustment = createRoute({
  getParentRoute: () => frame,
  path: PATHS.adjustment,
  component: lazyPage(() => import('./features/adjustments/adjustment-page.tsx'), 'AdjustmentPage'),
})

const orders = createRoute({
  getParentRoute: () => frame,
  path: PATHS.orders,
  validateSearch: searchParams({
    hide: names,
    order: id,
    partner: id,
    paid: words,
    recorded: words,
    amount: words,
    lateFor: words,
    file: id,
    state: oneOf(...OrderState.options),
  }),
  component: lazyPage(() => import('./features/orders/orders-page.tsx'), 'OrdersPage'),
})

const order = createRoute({
  getParentRoute: () => frame,
  path: PATHS.order,
  component: lazyPage(() => import('./features/orders/order-page.tsx'), 'OrderPage'),
})

const imports = createRoute({
  getParentRoute: () => frame,
  path: PATHS.imports,
  component: lazyPage(() => import('./features/imports/imports-page.tsx'), 'ImportsPage'),
})

const importPage = createRoute({
  getParentRoute: () => frame,
  path: PATHS.import,
  component: lazyPage(() => import('./features/imports/import-page.tsx'), 'ImportPage'),
})

const audit = createRoute({
  getParentRoute: () => frame,
  path: PATHS.audit,
  validateSearch: searchParams({
    open: id,
    hide: names,
    actor: words,
    from: words,
    command: words,
    object: words,
    result: oneOf(...AuditResult.options),
    proposal: id,
    requestId: words,
    since: instant,
    until: instant,
  }),
  component: lazyPage(() => import('./features/audit/audit-page.tsx'), 'AuditPage'),
})

const integrity = createRoute({
  getParentRoute: () => frame,
  path: PATHS.integrity,
  component: lazyPage(() => import('./features/integrity/integrity-page.tsx'), 'IntegrityPage'),
})

const config = createRoute({
  getParentRoute: () => frame,
  path: PATHS.config,
  validateSearch: searchParams({
    tab: oneOf(...CONFIG_TABS),
    open: words,
    hide: names,
    find: words,
    group: words,
    sort: names,
    order: oneOf('ascending', 'descending'),
  }),
  component: lazyPage(() => import('./features/config/config-page.tsx'), 'ConfigPage'),
})

const exported = createRoute({
  getParentRoute: () => frame,
  path: PATHS.exports,
  component: lazyPage(() => import('./features/exports/exports-page.tsx'), 'ExportsPage'),
})

const webhooks = createRoute({
  getParentRoute: () => frame,
  path: PATHS.webhooks,
  component: lazyPage(() => import('./features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
})

const endpoint = createRoute({
  getParentRoute: () => frame,
  path: PATHS.endpoint,
  validateSearch: searchParams({
    open: id,
    event: words,
    type: oneOf(...WEBHOOK_TYPES),
    partner: id,
    state: oneOf(...DeliveryState.options),
  }),
  component: lazyPage(() => import('./features/webhooks/endpoint-page.tsx'), 'EndpointPage'),
})

/** Makes the router of the console. All parameters are texts: a search such as `1e5` is not a number. */
export const createConsoleRouter = (made: Console) =>
  createRouter({
    routeTree: root.addChildren([
      signIn,
      welcome,
      frame.addChildren([
        start,
        today,
        me,
        operators,
        system,
        proposals,
        proposal,
        adjustments,
        adjustment,
        orders,
        order,
        imports,
        importPage,
        audit,
        integrity,
        config,
        exported,
        webhooks,
        endpoint,
      ]),
    ]),
    basepath: '/console',
    context: { console: made },
    defaultErrorComponent: PageError,
    scrollRestoration: true,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const known = Object.entries(search).filter(([, value]) => value !== undefined)
      const query = new URLSearchParams(known as [string, string][])
      return query.size > 0 ? `?${query}` : ''
    },
  })
