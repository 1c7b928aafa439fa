import {
  INBOX_KINDS,
  AuditResult,
  BalanceSign,
  DeliveryState,
  DocumentState,
  DocumentType,
  JobKind,
  JobState,
  OrderState,
  PayoutState,
  PAST_KINDS,
  ProposalKind,
  ProposalState,
  RiskMark,
  TicketState,
  WEBHOOK_TYPES,
} from '@partner-office/contracts'
import { ADJUSTMENT_KINDS, BONUS_TYPES, CURRENCIES, DISPUTE_KINDS } from '@partner-office/domain'
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
import { SHOWN_STATES } from './features/disputes/shown-states.ts'
import { lazyPage } from './lib/lazy-page.ts'
import { PLAN_TABS } from './lib/plan-tabs.ts'
import { PARTNER_TABS } from './lib/partner-tabs.ts'
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

/** A version or a draft of the plan, such as `version-3`. */
const comparedPlan: Reader<string> = (value) =>
  typeof value === 'string' && /^(version|draft)-[1-9]\d{0,8}$/.test(value) ? value : undefined

/** Names with commas between them, such as columns. */
const names: Reader<string> = (value) =>
  typeof value === 'string' && /^\w+(,\w+)*$/.test(value) ? value : undefined

/** Words that something is filtered by. */
const words: Reader<string> = (value) =>
  typeof value === 'string' && value !== '' && value.length <= 256 ? value : undefined

/** A whole number of a filter. */
const digits: Reader<string> = (value) =>
  typeof value === 'string' && /^\d{1,5}$/.test(value) ? value : undefined

/** An amount of a filter, with at most 2 decimals. */
const amount: Reader<string> = (value) =>
  typeof value === 'string' && /^\d{1,12}(\.\d{1,2})?$/.test(value) ? value : undefined

/** An instant of a filter. Units: epoch milliseconds. */
const instant: Reader<string> = (value) =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? value : undefined

const root = createRootRouteWithContext<{ readonly console: Console }>()({
  component: Outlet,
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

/** Every other address. Without a session it leads to the sign-in, as the pages do. */
const unknown = createRoute({
  getParentRoute: () => frame,
  path: '$',
  component: PageNotFound,
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
    forMe: oneOf('true'),
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
    add: oneOf('adjustment'),
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

const months = createRoute({
  getParentRoute: () => frame,
  path: PATHS.months,
  component: lazyPage(() => import('./features/months/months-page.tsx'), 'MonthsPage'),
})

const month = createRoute({
  getParentRoute: () => frame,
  path: PATHS.month,
  component: lazyPage(() => import('./features/months/month-page.tsx'), 'MonthPage'),
})

const planDifferences = createRoute({
  getParentRoute: () => frame,
  path: PATHS.planDifferences,
  component: lazyPage(
    () => import('./features/plan-differences/differences-page.tsx'),
    'DifferencesPage',
  ),
})

const planDifference = createRoute({
  getParentRoute: () => frame,
  path: PATHS.planDifference,
  validateSearch: searchParams({
    month: words,
    type: oneOf(...BONUS_TYPES),
    currency: oneOf(...CURRENCIES),
    rank: words,
    country: words,
  }),
  component: lazyPage(
    () => import('./features/plan-differences/difference-page.tsx'),
    'DifferencePage',
  ),
})

/** The list of the inbox, also where it stands beside an opened line. */
const inboxFilters = {
  state: oneOf(...TicketState.options, 'open', 'all'),
  kind: oneOf(...INBOX_KINDS),
  type: id,
  partner: id,
  language: words,
  assignee: oneOf('me', 'none'),
  search: words,
}

const disputes = createRoute({
  getParentRoute: () => frame,
  path: PATHS.disputes,
  validateSearch: searchParams({
    state: oneOf(...SHOWN_STATES),
    kind: oneOf(...DISPUTE_KINDS),
    programme: oneOf(...BONUS_TYPES),
    month: words,
    partner: id,
  }),
  component: lazyPage(() => import('./features/disputes/disputes-page.tsx'), 'DisputesPage'),
})

const dispute = createRoute({
  getParentRoute: () => frame,
  path: PATHS.dispute,
  validateSearch: searchParams({ ...inboxFilters, beside: oneOf('inbox') }),
  component: lazyPage(() => import('./features/disputes/dispute-page.tsx'), 'DisputePage'),
})

const partners = createRoute({
  getParentRoute: () => frame,
  path: PATHS.partners,
  validateSearch: searchParams({
    hide: names,
    search: words,
    rang: words,
    country: words,
    registeredFrom: words,
    registeredTo: words,
    isActive: oneOf('true', 'false'),
    isBlocked: oneOf('true', 'false'),
    isHidden: oneOf('true', 'false'),
    isVerified: oneOf('true', 'false'),
    isRoot: oneOf('true', 'false'),
    balance: oneOf(...BalanceSign.options),
  }),
  component: lazyPage(() => import('./features/partners/partners-page.tsx'), 'PartnersPage'),
})

const partner = createRoute({
  getParentRoute: () => frame,
  path: PATHS.partner,
  validateSearch: searchParams({
    tab: oneOf(...PARTNER_TABS),
    account: words,
    open: id,
    order: id,
    kind: oneOf(...PAST_KINDS),
    from: words,
    to: words,
  }),
  component: lazyPage(() => import('./features/partners/partner-page.tsx'), 'PartnerPage'),
})

const dataRequests = createRoute({
  getParentRoute: () => frame,
  path: PATHS.dataRequests,
  component: lazyPage(
    () => import('./features/personal-data/data-requests-page.tsx'),
    'DataRequestsPage',
  ),
})

const tree = createRoute({
  getParentRoute: () => frame,
  path: PATHS.tree,
  validateSearch: searchParams({ partner: id, day: words }),
  component: lazyPage(() => import('./features/tree/tree-page.tsx'), 'TreePage'),
})

const documents = createRoute({
  getParentRoute: () => frame,
  path: PATHS.documents,
  validateSearch: searchParams({
    state: oneOf(...DocumentState.options),
    type: oneOf(...DocumentType.options),
    partner: id,
  }),
  component: lazyPage(() => import('./features/documents/documents-page.tsx'), 'DocumentsPage'),
})

const document_ = createRoute({
  getParentRoute: () => frame,
  path: PATHS.document,
  component: lazyPage(() => import('./features/documents/document-page.tsx'), 'DocumentPage'),
})

const inbox = createRoute({
  getParentRoute: () => frame,
  path: PATHS.inbox,
  validateSearch: searchParams(inboxFilters),
  component: lazyPage(() => import('./features/inbox/inbox-page.tsx'), 'InboxPage'),
})

const templates = createRoute({
  getParentRoute: () => frame,
  path: PATHS.templates,
  component: lazyPage(() => import('./features/inbox/templates-page.tsx'), 'TemplatesPage'),
})

const ticket = createRoute({
  getParentRoute: () => frame,
  path: PATHS.ticket,
  validateSearch: searchParams(inboxFilters),
  component: lazyPage(() => import('./features/inbox/ticket-page.tsx'), 'TicketPage'),
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
    language: names,
    state: oneOf('planned', 'published'),
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

const plan = createRoute({
  getParentRoute: () => frame,
  path: PATHS.plan,
  component: lazyPage(() => import('./features/plans/plans-page.tsx'), 'PlansPage'),
})

const planVersion = createRoute({
  getParentRoute: () => frame,
  path: PATHS.planVersion,
  component: lazyPage(() => import('./features/plans/version-page.tsx'), 'VersionPage'),
})

const planDraft = createRoute({
  getParentRoute: () => frame,
  path: PATHS.planDraft,
  validateSearch: searchParams({ tab: oneOf(...PLAN_TABS) }),
  component: lazyPage(() => import('./features/plans/draft-page.tsx'), 'DraftPage'),
})

const planComparison = createRoute({
  getParentRoute: () => frame,
  path: PATHS.planComparison,
  validateSearch: searchParams({ before: comparedPlan, after: comparedPlan }),
  component: lazyPage(() => import('./features/plans/compare-page.tsx'), 'ComparePage'),
})

const payouts = createRoute({
  getParentRoute: () => frame,
  path: PATHS.payouts,
  validateSearch: searchParams({
    hide: names,
    state: oneOf(...PayoutState.options),
    partner: id,
    from: names,
    risk: oneOf(...RiskMark.options),
    waits: digits,
    eurFrom: amount,
    eurTo: amount,
    country: words,
    operator: words,
    batch: id,
    sort: oneOf('created', 'eur'),
    order: oneOf('ascending', 'descending'),
  }),
  component: lazyPage(() => import('./features/payouts/payouts-page.tsx'), 'PayoutsPage'),
})

const payout = createRoute({
  getParentRoute: () => frame,
  path: PATHS.payout,
  component: lazyPage(() => import('./features/payouts/payout-page.tsx'), 'PayoutPage'),
})

const batches = createRoute({
  getParentRoute: () => frame,
  path: PATHS.batches,
  validateSearch: searchParams({ open: id, state: oneOf('open', 'late') }),
  component: lazyPage(() => import('./features/payouts/batches-page.tsx'), 'BatchesPage'),
})

const payoutRoutes = createRoute({
  getParentRoute: () => frame,
  path: PATHS.routes,
  component: lazyPage(() => import('./features/payouts/routes-page.tsx'), 'RoutesPage'),
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
        months,
        month,
        planDifferences,
        planDifference,
        disputes,
        dispute,
        partners,
        partner,
        dataRequests,
        tree,
        documents,
        document_,
        inbox,
        templates,
        ticket,
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
        plan,
        planVersion,
        planDraft,
        planComparison,
        payouts,
        payout,
        batches,
        payoutRoutes,
        unknown,
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
