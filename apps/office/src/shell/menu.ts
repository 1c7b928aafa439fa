import type { IconName } from '@partner-office/ui'

import type { Config } from '../lib/config.ts'
import { type OfferedKind, TITLES } from '../parts/bonus/programme-titles.ts'
import { PATHS } from '../paths.ts'

type MenuPath = Exclude<(typeof PATHS)[keyof typeof PATHS], typeof PATHS.invite>

/** A link of a menu. */
export type Entry = {
  readonly to: MenuPath
  /** Another page of the same area, behind a tab. */
  readonly also?: MenuPath
  /** The link stands in the menu only where the office shows the page of this programme. */
  readonly programme?: OfferedKind
  /** Whether the link is current on its own page only, not on pages below. */
  readonly isExact?: boolean
  readonly icon: IconName
  readonly key:
    | 'menu.dashboard'
    | 'menu.rank'
    | 'menu.team'
    | 'menu.bonuses'
    | 'bonuses.all'
    | 'bonusHistory.title'
    | (typeof TITLES)[OfferedKind]['title']
    | 'menu.rankBonus'
    | 'menu.unilevel'
    | 'menu.infinity'
    | 'menu.payout'
    | 'menu.payouts'
    | 'menu.transactions'
    | 'menu.support'
}
type Group = {
  readonly heading: 'menu.bonuses' | 'menu.payouts' | null
  readonly entries: readonly Entry[]
}

const PROGRAMME_ICONS = {
  DIAMOND: 'rank',
  DIAMOND_POOL: 'team',
  WINNER: 'done',
  LIFESTYLE: 'sun',
  BSP: 'ascending',
  CYCLED_TURBO: 'retry',
} as const satisfies Readonly<Record<OfferedKind, IconName>>

const PROGRAMMES: readonly Entry[] = (Object.keys(TITLES) as OfferedKind[]).map((kind) => ({
  to: PATHS[TITLES[kind].page],
  icon: PROGRAMME_ICONS[kind],
  key: TITLES[kind].title,
  programme: kind,
}))

const FIRST: readonly Entry[] = [
  { to: PATHS.dashboard, icon: 'dashboard', key: 'menu.dashboard' },
  { to: PATHS.myRank, icon: 'rank', key: 'menu.rank' },
  { to: PATHS.teamMy, also: PATHS.teamTree, icon: 'team', key: 'menu.team' },
]

/** The links of the bottom bar: a group has one link to its overview. Source: requirements NAV-001. */
export const BOTTOM: readonly Entry[] = [
  ...FIRST,
  { to: PATHS.bonuses, icon: 'gift', key: 'menu.bonuses' },
  { to: PATHS.payout, also: PATHS.transactionsPayouts, icon: 'wallet', key: 'menu.payouts' },
]

/** The links of the side menu, in groups. Source: requirements NAV-002 to NAV-004. */
export const MENU: readonly Group[] = [
  { heading: null, entries: FIRST },
  {
    heading: 'menu.bonuses',
    entries: [
      { to: PATHS.bonuses, icon: 'layers', key: 'bonuses.all', isExact: true },
      { to: PATHS.bonusRank, icon: 'gift', key: 'menu.rankBonus' },
      { to: PATHS.bonusUnilevel, icon: 'rings', key: 'menu.unilevel' },
      { to: PATHS.bonusInfinity, icon: 'infinity', key: 'menu.infinity' },
      ...PROGRAMMES,
      { to: PATHS.transactionsBonuses, icon: 'clock', key: 'bonusHistory.title' },
    ],
  },
  {
    heading: 'menu.payouts',
    entries: [
      { to: PATHS.payout, icon: 'wallet', key: 'menu.payout' },
      {
        to: PATHS.transactionsPayouts,
        also: PATHS.transactionsReports,
        icon: 'list',
        key: 'menu.transactions',
      },
      { to: PATHS.support, icon: 'help', key: 'menu.support' },
    ],
  },
]

/** A link of the profile menu: to a page of the office, or to a page of the identity provider. */
export type AccountEntry = {
  readonly icon: IconName
  readonly key: 'menu.account' | 'menu.passport' | 'menu.notifications' | 'common.logOut'
} & ({ readonly to: MenuPath } | { readonly href: (config: Config, locale: string) => string })

/** The links of the profile menu. Source: requirements NAV-005 to NAV-008; decisions D-008. */
export const ACCOUNT: readonly AccountEntry[] = [
  {
    icon: 'person',
    key: 'menu.account',
    href: (config, locale) =>
      config.property('accountSettingsUrl') || config.passportPage(locale, 'profile/general'),
  },
  {
    icon: 'shield',
    key: 'menu.passport',
    href: (config, locale) =>
      config.property('profilePassportUrl') || config.passportPage(locale, 'profile/passport'),
  },
  { icon: 'mail', key: 'menu.notifications', to: PATHS.profileNotifications },
  { icon: 'log-out', key: 'common.logOut', to: PATHS.logout },
]
