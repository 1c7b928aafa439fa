import type { IconName } from '@partner-office/ui'

import { PATHS } from '../paths.ts'

/** A page that the menus lead to. */
export type Entry = {
  readonly to: string
  readonly icon: IconName
  readonly key: 'menu.dashboard' | 'menu.rank' | 'menu.rankBonus'
}
type Group = { readonly heading: 'menu.bonuses' | null; readonly entries: readonly Entry[] }

/** Every page of the menus, in groups. Source: requirements NAV-002, NAV-003. */
export const MENU: readonly Group[] = [
  {
    heading: null,
    entries: [
      { to: PATHS.dashboard, icon: 'dashboard', key: 'menu.dashboard' },
      { to: PATHS.myRank, icon: 'rank', key: 'menu.rank' },
    ],
  },
  {
    heading: 'menu.bonuses',
    entries: [{ to: PATHS.bonusRank, icon: 'gift', key: 'menu.rankBonus' }],
  },
]
