import { useTranslation } from 'react-i18next'

import { moveTabFocus } from '../../lib/move-tab-focus.ts'
import { PATHS } from '../../paths.ts'
import { AppLink } from '../../shell/app-link.tsx'

/** The three views of a team. */
export type TeamTab = 'search' | 'tree' | 'picture'

const TABS = [
  { tab: 'search', to: PATHS.teamMy, search: {}, key: 'team.tab.search' },
  { tab: 'tree', to: PATHS.teamTree, search: {}, key: 'team.tab.tree' },
  { tab: 'picture', to: PATHS.teamTree, search: { view: 'picture' }, key: 'team.tab.picture' },
] as const

/** The views of the team, each with an address of its own. Source: requirements TEA-003. */
export function TeamTabs({ shown }: { readonly shown: TeamTab }) {
  const { t } = useTranslation()
  return (
    <div
      className="tabs"
      id="tabs"
      role="tablist"
      aria-label={t('team.tabs')}
      onKeyDown={moveTabFocus}
    >
      {TABS.map(({ tab, to, search, key }) => (
        <AppLink
          key={tab}
          to={to}
          search={search}
          hash="tabs"
          resetScroll={false}
          hashScrollIntoView={false}
          role="tab"
          aria-selected={tab === shown}
        >
          {t(key)}
        </AppLink>
      ))}
    </div>
  )
}
