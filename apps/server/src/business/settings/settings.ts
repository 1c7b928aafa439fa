import { ALL_LANGUAGES } from '@partner-office/locales'
import { z } from 'zod'

import {
  type AcceptedValue,
  countries,
  duration,
  either,
  feedUrl,
  flag,
  instant,
  integer,
  isWebAddress,
  json,
  linkTemplate,
  listOf,
  methods,
  name,
  oneOf,
  orEmpty,
  partnerId,
  site,
  someOf,
  text,
  url,
} from './setting-values.ts'
import { CALLS_ALLOWED } from '../../input/limits.ts'

/** Reader of a setting: the screens, through `GET /v1/config/frontend`, or the server alone. */
export type Audience = 'frontend' | 'server'

export type Setting = AcceptedValue & { readonly audience: Audience; readonly default: string }

const frontend = (value: AcceptedValue, byDefault: string): Setting => ({
  ...value,
  audience: 'frontend',
  default: byDefault,
})

const server = (value: AcceptedValue, byDefault: string): Setting => ({
  ...value,
  audience: 'server',
  default: byDefault,
})

/** Nothing set: the screens do without, or the server answers what follows from the environment. */
const NONE = ''

const BONUS_PAGES = [
  'bonusDiamond',
  'bonusDiamondPools',
  'bonusWinner',
  'bonusLifestyle',
  'bonusBsp',
  'bonusTurbo',
]
const BONUS_TYPES = [
  'DIRECT',
  'TEAM',
  'TURNOVER',
  'UCHAIN_INFINITY',
  'DIAMOND',
  'DIAMOND_POOL',
  'WINNER',
  'LIFESTYLE',
  'BSP',
  'CYCLED_TURBO',
]
const TEAM_SORTS = [
  'registeredAt',
  'teamTurnover',
  'teamSize',
  'flTurnover',
  'flSize',
  'ownTurnover',
].flatMap((field) => [`${field}|asc`, `${field}|desc`])

const webAddress = z.string().refine(isWebAddress)
const fileName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*\.pdf$/)
const shortText = z.string().min(1).max(100)

const SOCIAL_LINKS = [
  { name: 'Telegram', url: 'https://t.me' },
  { name: 'Instagram', url: 'https://www.instagram.com' },
  { name: 'YouTube', url: 'https://www.youtube.com' },
]
const LEGAL_FILES = {
  privacy: 'privacy-policy.pdf',
  terms: 'terms.pdf',
  disclaimer: 'disclaimer.pdf',
  donts: 'donts.pdf',
}
const LEGAL_DOCUMENTS = [
  { name: 'terms', file: 'terms.pdf' },
  { name: 'privacy', file: 'privacy-policy.pdf' },
  { name: 'disclaimer', file: 'disclaimer.pdf' },
  { name: 'donts', file: 'donts.pdf' },
  { name: 'compensationPlan', file: 'compensation-plan.pdf' },
  { name: 'refundPolicy', file: 'refund-policy.pdf' },
  { name: 'riskNotice', file: 'risk-notice.pdf' },
  { name: 'identityCheck', file: 'identity-check-policy.pdf' },
]

const socialLinks = json(
  z.array(z.object({ name: shortText, url: webAddress })).length(3),
  'a list of exactly three {"name", "url"}',
)
const legalFiles = json(
  z.object({ privacy: fileName, terms: fileName, disclaimer: fileName, donts: fileName }),
  'the PDF file names {"privacy", "terms", "disclaimer", "donts"}',
)
const legalDocuments = json(
  z.array(z.object({ name: shortText, file: fileName })).length(8),
  'a list of exactly eight {"name", "file"}, the file a PDF',
)
const videos = json(
  z.record(z.string(), z.record(z.string(), webAddress)),
  'the address of a video by page and language, such as {"home": {"en": "https://..."}}',
)

const limit = integer(0, 1_000_000)
const callsAllowed = Object.fromEntries(
  Object.entries(CALLS_ALLOWED).map(([limited, calls]) => [limited, server(limit, calls)]),
) as Record<keyof typeof CALLS_ALLOWED, Setting>

/**
 * Every property of `GET /v1/config/frontend` and every server setting, with what it may hold.
 *
 * Source: api.md section 2, "Configuration"; decisions A1 to A5.
 */
export const SETTINGS = {
  // Hosts; none set: what follows from the environment.
  domainPassport: frontend(orEmpty(url), NONE),
  domainBusinessRest: frontend(orEmpty(url), NONE),
  domainCdn: frontend(orEmpty(url), NONE),
  domainBlog: frontend(orEmpty(url), NONE),
  domainTranslations: frontend(orEmpty(url), NONE),
  product: frontend(name, 'partner'),

  // News and promotion.
  newsfeed: frontend(flag, 'TRUE'),
  newsfeedPopup: frontend(flag, 'TRUE'),
  newsLanguages: frontend(listOf(...ALL_LANGUAGES), 'ru,es,de,hi'),
  newsFeedUrl: server(orEmpty(feedUrl), NONE),
  bullBanner: frontend(oneOf('TRUE', 'FALSE', 'true'), 'FALSE'),
  bullPromoPeriodStart: frontend(orEmpty(instant), NONE),
  bullPromoPeriodEnd: frontend(orEmpty(instant), NONE),
  bullPromoCode: frontend(orEmpty(text), NONE),
  bullPromoCodeValue: frontend(orEmpty(text), NONE),
  bullBotAppUrl: frontend(orEmpty(url), NONE),

  // Screens.
  languages: frontend(either('default', either('all', someOf(...ALL_LANGUAGES))), 'default'),
  accountSettingsUrl: frontend(orEmpty(url), NONE),
  profilePassportUrl: frontend(orEmpty(url), NONE),
  selfieUrl: frontend(orEmpty(url), NONE),
  imprintUrl: frontend(orEmpty(url), NONE),
  socialLinks: frontend(socialLinks, JSON.stringify(SOCIAL_LINKS)),
  legalFiles: frontend(legalFiles, JSON.stringify(LEGAL_FILES)),
  legalDocuments: frontend(legalDocuments, JSON.stringify(LEGAL_DOCUMENTS)),
  videos: frontend(videos, '{}'),
  googleApiKey: frontend(orEmpty(text), NONE),
  gravatarHost: frontend(url, 'https://www.gravatar.com'),
  bonusPages: frontend(listOf(...BONUS_PAGES), BONUS_PAGES.join(',')),
  teamSearchDefaultSort: frontend(oneOf(...TEAM_SORTS), 'registeredAt|desc'),
  teamSearchScope: frontend(oneOf('firstLine', 'downline'), 'firstLine'),
  numberFormat: frontend(oneOf('locale', 'plain'), 'locale'),
  progressFormula: frontend(oneOf('percent', 'literal'), 'percent'),
  quietBalanceDefault: frontend(oneOf('dash', 'zero'), 'dash'),
  retryGiveUpMs: frontend(integer(0, 600_000), '30000'),

  // Rates and payouts.
  exchangeProvider: frontend(oneOf('internal', 'feed'), 'internal'),
  exchangeRefresh: frontend(integer(1_000, 86_400_000), '60000'),
  exchangeFeedUrl: server(orEmpty(url), NONE),
  permissionsPayout: frontend(flag, 'TRUE'),
  permissionsPayoutTwoFa: frontend(methods, 'GOOGLE_AUTHENTICATOR'),

  // Buttons.
  'button.payout': frontend(flag, 'TRUE'),
  'button.reportGenerate': frontend(flag, 'FALSE'),
  'button.registration': frontend(flag, 'TRUE'),
  'button.login': frontend(flag, 'TRUE'),

  // Orders and partners.
  paymentsEnabled: server(flag, 'TRUE'),
  purchaseRestrictedCountries: server(countries, NONE),
  registrationBarredCountries: server(countries, NONE),
  defaultSponsor: server(orEmpty(partnerId), NONE),
  allowHideContacts: server(flag, 'TRUE'),
  enforceLegalsOnApi: server(flag, 'TRUE'),
  historyTypes: server(listOf(...BONUS_TYPES), NONE),
  lateOrderCorrections: server(flag, 'TRUE'),

  // What everybody sees of the income of partners.
  disclosure: frontend(flag, 'TRUE'),
  disclosureByCountry: server(flag, 'FALSE'),

  // What partners see of their links.
  linkStatistics: server(flag, 'TRUE'),

  // Where tickets go; none: they stay in the list of `office tickets list`.
  helpDeskUrl: server(orEmpty(url), NONE),

  // Where webhooks may go.
  webhookPrivateTargets: server(flag, 'FALSE'),

  // Sessions and payouts.
  sessionIdle: server(duration, '24h'),
  sessionMax: server(duration, '30d'),
  signInToken: server(oneOf('handoff', 'access'), 'handoff'),
  maxPendingPayouts: server(integer(1, 1_000), '3'),
  payoutNewAddressHoldHours: server(integer(0, 8_760), '0'),

  // What needs a second operator.
  fourEyes: server(flag, 'TRUE'),
  fourEyesCommandLine: server(flag, 'FALSE'),
  fourEyesCancelEur: server(integer(0, 1_000_000_000), '5000'),
  fourEyesPayoutEur: server(integer(0, 1_000_000_000), '10000'),
  proposalDays: server(integer(1, 30), '7'),
  rateJumpPercent: server(integer(0, 1_000), '20'),

  // Views of operators as a partner.
  tellPartnerOfViews: server(flag, 'TRUE'),

  // Closes of months; thresholds of their checks.
  closeByItself: server(flag, 'TRUE'),
  'closeCheck.totals': server(integer(0, 1_000_000), '25'),
  'closeCheck.newTop': server(integer(1, 1_000_000_000), '1000'),
  'closeCheck.factor': server(integer(1, 1_000_000), '3'),
  'closeCheck.negative': server(integer(1, 1_000_000_000), '1'),
  'closeCheck.late': server(integer(1, 1_000_000_000), '1'),
  'closeCheck.slowOrders': server(integer(0, 100), '1'),
  'closeCheck.rateAge': server(integer(1, 100_000), '72'),
  'closeCheck.rateJump': server(integer(0, 1_000_000), '20'),
  'closeCheck.disputes': server(integer(1, 1_000_000_000), '1'),
  'closeCheck.plan': server(integer(1, 1_000), '1'),
  'closeCheck.blocked': server(integer(1, 1_000_000_000), '1'),
  'closeCheck.backup': server(integer(1, 100_000), '24'),
  'closeCheck.verifyAge': server(integer(1, 100_000), '24'),

  // Adjustments of balances, by their worth in EUR.
  adjustmentMaxEur: server(integer(1, 1_000_000_000), '50000'),
  adjustmentFloorEur: server(integer(0, 1_000_000_000), '0'),

  // Disputes of partners.
  disputeWindowDays: server(integer(1, 3_650), '90'),
  disputeAnswerDays: server(integer(1, 365), '3'),

  // What a minute allows (tickets: an hour); 0: no limit.
  ...callsAllowed,
} as const satisfies Readonly<Record<string, Setting>>

export type SettingName = keyof typeof SETTINGS

/** Families of settings, each with a prefix of the names. */
const FAMILIES: readonly { readonly names: RegExp; readonly setting: Setting }[] = [
  { names: /^button\.[A-Za-z][A-Za-z0-9]{0,63}$/, setting: frontend(flag, 'TRUE') },
  { names: /^txLink\.[A-Z0-9][A-Z0-9_]{0,63}$/, setting: frontend(orEmpty(linkTemplate), NONE) },
  { names: /^publicSite\.[1-3]$/, setting: frontend(orEmpty(site), NONE) },
]

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[]

/** A setting by its name; undefined when nothing is called that. */
export function settingCalled(called: string): Setting | undefined {
  if (Object.hasOwn(SETTINGS, called)) return SETTINGS[called as SettingName]
  return FAMILIES.find(({ names }) => names.test(called))?.setting
}
