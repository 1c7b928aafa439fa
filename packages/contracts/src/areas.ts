import * as adjustments from './business/adjustments.ts'
import * as account from './business/account.ts'
import * as balances from './business/balances.ts'
import * as bonuses from './business/bonuses.ts'
import * as disclosureFiles from './business/disclosure-files.ts'
import * as disclosures from './business/disclosures.ts'
import * as disputes from './business/disputes.ts'
import * as events from './business/events.ts'
import * as frontendConfig from './business/frontend-config.ts'
import * as linkVisits from './business/link-visits.ts'
import * as links from './business/links.ts'
import * as legals from './business/legals.ts'
import * as news from './business/news.ts'
import * as notifications from './business/notifications.ts'
import * as payouts from './business/payouts.ts'
import * as profile from './business/profile.ts'
import * as push from './business/push.ts'
import * as ranks from './business/ranks.ts'
import * as rates from './business/rates.ts'
import * as statementFiles from './business/statement-files.ts'
import * as statements from './business/statements.ts'
import * as support from './business/support.ts'
import * as team from './business/team.ts'
import * as unsubscribe from './business/unsubscribe.ts'
import * as consoleAdjustments from './console/adjustments.ts'
import * as consoleAudit from './console/audit.ts'
import * as consoleConfig from './console/config.ts'
import * as consoleDisputes from './console/disputes.ts'
import * as consoleDocuments from './console/documents.ts'
import * as consoleExports from './console/exports.ts'
import * as consoleImports from './console/imports.ts'
import * as consoleFiles from './console/files.ts'
import * as consoleInbox from './console/inbox.ts'
import * as consoleIntegrity from './console/integrity.ts'
import * as consoleJobs from './console/jobs.ts'
import * as consoleAccount from './console/own-account.ts'
import * as consoleOperators from './console/operators.ts'
import * as consoleOrders from './console/orders.ts'
import * as consoleBatches from './console/payout-batches.ts'
import * as consoleRoutes from './console/payout-routes.ts'
import * as consolePayouts from './console/payouts.ts'
import * as consoleDifferences from './console/plan-differences.ts'
import * as consolePeriods from './console/periods.ts'
import * as consoleNotes from './console/partner-notes.ts'
import * as consolePast from './console/partner-past.ts'
import * as consolePersonalData from './console/personal-data.ts'
import * as consolePartners from './console/partners.ts'
import * as consolePlans from './console/plans.ts'
import * as consoleProposals from './console/proposals.ts'
import * as consoleSignIn from './console/sign-in.ts'
import * as consoleSystem from './console/system.ts'
import * as consoleTemplates from './console/templates.ts'
import * as consoleToday from './console/today.ts'
import * as consoleWebhooks from './console/webhooks.ts'
import type { Contract } from './contract.ts'
import * as content from './operators/content.ts'
import * as docs from './operators/docs.ts'
import * as metrics from './operators/metrics.ts'
import * as office from './operators/office.ts'
import * as orders from './operators/orders.ts'
import * as partners from './operators/partners.ts'
import * as operatorsPayouts from './operators/payouts.ts'
import * as operatorsSettings from './operators/settings.ts'
import * as ownAccount from './passport/account.ts'
import * as passkeys from './passport/passkeys.ts'
import * as security from './passport/security.ts'
import * as signIn from './passport/sign-in.ts'
import * as tokens from './passport/tokens.ts'
import * as verifications from './passport/verifications.ts'
import * as config from './shared/config.ts'
import * as health from './shared/health.ts'

/** Contracts by their names. */
export type Area = Readonly<Record<string, Contract>>

type ContractsOf<Module> = {
  readonly [Name in keyof Module as Module[Name] extends Contract ? Name : never]: Module[Name]
}

const isContract = (exported: unknown): boolean =>
  typeof exported === 'object' && exported !== null && 'method' in exported && 'path' in exported

/** Returns the contracts that a module exports. Each contract is written once; screens load only the contracts that they call. */
const areaOf = <Module extends object>(module: Module): ContractsOf<Module> =>
  Object.fromEntries(
    Object.entries(module).filter(([, exported]) => isContract(exported)),
  ) as ContractsOf<Module>

/** Every call of the office's port, by area. */
export const OFFICE = {
  account: areaOf(account),
  adjustments: areaOf(adjustments),
  balances: areaOf(balances),
  bonuses: areaOf(bonuses),
  disclosureFiles: areaOf(disclosureFiles),
  disclosures: areaOf(disclosures),
  disputes: areaOf(disputes),
  events: areaOf(events),
  frontendConfig: areaOf(frontendConfig),
  legals: areaOf(legals),
  links: areaOf(links),
  linkVisits: areaOf(linkVisits),
  news: areaOf(news),
  notifications: areaOf(notifications),
  payouts: areaOf(payouts),
  profile: areaOf(profile),
  push: areaOf(push),
  ranks: areaOf(ranks),
  rates: areaOf(rates),
  statementFiles: areaOf(statementFiles),
  statements: areaOf(statements),
  support: areaOf(support),
  team: areaOf(team),
  unsubscribe: areaOf(unsubscribe),
}

/** Every call of the identity provider, by area. */
export const PASSPORT = {
  account: areaOf(ownAccount),
  passkeys: areaOf(passkeys),
  security: areaOf(security),
  signIn: areaOf(signIn),
  tokens: areaOf(tokens),
  verifications: areaOf(verifications),
}

/** Every call of the company's other systems, by area. `office`, a stream of lines, has a route of its own. */
export const OPERATORS = {
  content: areaOf(content),
  office: areaOf(office),
  orders: areaOf(orders),
  partners: areaOf(partners),
  payouts: areaOf(operatorsPayouts),
  settings: areaOf(operatorsSettings),
}

/** Every call of the operators' console, by area. */
export const CONSOLE = {
  adjustments: areaOf(consoleAdjustments),
  audit: areaOf(consoleAudit),
  config: areaOf(consoleConfig),
  disputes: areaOf(consoleDisputes),
  exports: areaOf(consoleExports),
  imports: areaOf(consoleImports),
  documents: areaOf(consoleDocuments),
  files: areaOf(consoleFiles),
  inbox: areaOf(consoleInbox),
  plans: areaOf(consolePlans),
  templates: areaOf(consoleTemplates),
  integrity: areaOf(consoleIntegrity),
  jobs: areaOf(consoleJobs),
  payouts: areaOf(consolePayouts),
  batches: areaOf(consoleBatches),
  payoutRoutes: areaOf(consoleRoutes),
  ownAccount: areaOf(consoleAccount),
  operators: areaOf(consoleOperators),
  orders: areaOf(consoleOrders),
  periods: areaOf(consolePeriods),
  planDifferences: areaOf(consoleDifferences),
  partnerNotes: areaOf(consoleNotes),
  partnerPast: areaOf(consolePast),
  partners: areaOf(consolePartners),
  personalData: areaOf(consolePersonalData),
  proposals: areaOf(consoleProposals),
  signIn: areaOf(consoleSignIn),
  system: areaOf(consoleSystem),
  today: areaOf(consoleToday),
  webhooks: areaOf(consoleWebhooks),
}

/** What the operators' port answers without a key. */
export const METRICS = areaOf(metrics)
export const DOCS = areaOf(docs)

/** Whether a process runs and can answer; on every port. */
export const HEALTH = areaOf(health)

/** What the screens ask first; on their ports. */
export const CONFIG = areaOf(config)

/** The contracts of areas. */
export const callsOf = (...areas: readonly Area[]): readonly Contract[] =>
  areas.flatMap((area) => Object.values(area))

type CallsIn<Areas> = {
  readonly [Name in keyof Areas]: Areas[Name][keyof Areas[Name]]
}[keyof Areas]

/** The calls that the screens make to each of the hosts that the configuration names. */
export type HostCalls = {
  readonly business: CallsIn<Omit<typeof OFFICE, 'news' | 'rates'>>
  readonly rates: CallsIn<Pick<typeof OFFICE, 'rates'>>
  readonly passport: CallsIn<Omit<typeof PASSPORT, 'tokens'>>
  readonly oauth: CallsIn<Pick<typeof PASSPORT, 'tokens'>>
  readonly console: CallsIn<typeof CONSOLE>
}
