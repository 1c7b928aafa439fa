import type { IconName } from '@partner-office/ui'

import type { Config } from '../lib/configuration/config.ts'
import { PATHS } from '../paths.ts'

type MenuPath = Exclude<(typeof PATHS)[keyof typeof PATHS], typeof PATHS.invite>

/** A link of a menu. */
export type Entry = {
  readonly to: MenuPath
  /** Another page of the same area, behind a tab. */
  readonly also?: MenuPath
  readonly icon: IconName
  readonly key:
    | 'menu.dashboard'
    | 'menu.rank'
    | 'menu.team'
    | 'menu.bonuses'
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
  /** The page that the heading leads to: an overview of more than the group holds. */
  readonly overview?: MenuPath
  readonly entries: readonly Entry[]
}

const FIRST: readonly Entry[] = [
  { to: PATHS.dashboard, icon: 'dashboard', key: 'menu.dashboard' },
  { to: PATHS.myRank, icon: 'rank', key: 'menu.rank' },
  { to: PATHS.teamMy, also: PATHS.teamTree, icon: 'team', key: 'menu.team' },
]

/** The links of the bottom bar: a group has one link to its overview. Source: requirements NAV-001. */
export const BOTTOM: readonly Entry[] = [
  ...FIRST,
  { to: PATHS.bonuses, icon: 'gift', key: 'menu.bonuses' },
  // The history: where a payout is stands one tap away; its page leads to a new payout.
  { to: PATHS.transactionsPayouts, also: PATHS.payout, icon: 'wallet', key: 'menu.payouts' },
]

/** The links of the side menu, in groups. The overview of bonuses leads to the other programmes. Source: requirements NAV-002 to NAV-004. */
export const MENU: readonly Group[] = [
  { heading: null, entries: FIRST },
  {
    heading: 'menu.bonuses',
    overview: PATHS.bonuses,
    entries: [
      { to: PATHS.bonusRank, icon: 'gift', key: 'menu.rankBonus' },
      { to: PATHS.bonusUnilevel, icon: 'rings', key: 'menu.unilevel' },
      { to: PATHS.bonusInfinity, icon: 'infinity', key: 'menu.infinity' },
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
const ACCOUNT: readonly AccountEntry[] = [
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

/** The links of the profile menu; a view has none to the identity provider, where the operator is not signed in. */
export const accountEntries = (isView: boolean): readonly AccountEntry[] =>
  isView ? ACCOUNT.filter((entry) => 'to' in entry) : ACCOUNT
