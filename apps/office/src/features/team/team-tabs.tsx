import { Tabs } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { PATHS } from '../../paths.ts'
import { AppLink } from '../../lib/navigation/app-link.tsx'

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
    <Tabs
      label={t('team.tabs')}
      id="tabs"
      tabs={TABS.map((tab) => ({ ...tab, text: t(tab.key) }))}
      shown={shown}
      link={({ to, search }, attributes) => (
        <AppLink
          {...attributes}
          to={to}
          search={search}
          hash="tabs"
          resetScroll={false}
          hashScrollIntoView={false}
        />
      )}
    />
  )
}
