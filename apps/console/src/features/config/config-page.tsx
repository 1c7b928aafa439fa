import { getSettings } from '@partner-office/contracts'
import { Tabs } from '@partner-office/ui'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { CONFIG_TABS } from '../../lib/config-tabs.ts'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { CountriesTab } from './countries-tab.tsx'
import { DocumentsTab } from './documents/documents-tab.tsx'
import { EventsTab } from './events/events-tab.tsx'
import { LanguagesTab } from './languages/languages-tab.tsx'
import { NewsTab } from './news/news-tab.tsx'
import { RatesTab } from './rates-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'

const CONTENT = {
  settings: SettingsTab,
  rates: RatesTab,
  news: NewsTab,
  documents: DocumentsTab,
  events: EventsTab,
  countries: CountriesTab,
  languages: LanguagesTab,
} as const

/** What operators can set, by subject. Source: requirements CNF-001 to CNF-010. */
export function ConfigPage() {
  const { t } = useTranslation()
  const { tab = 'settings' } = useSearch({ from: `/frame${PATHS.config}` })
  const Shown = CONTENT[tab]
  return (
    <Page title={t('menu.config')} roles={getSettings.roles}>
      <Tabs
        label={t('config.tabs')}
        tabs={CONFIG_TABS.map((name) => ({ tab: name, text: t(`config.${name}`) }))}
        shown={tab}
        link={({ tab: name }, attributes) => (
          <Link {...attributes} from={PATHS.config} to="." search={{ tab: name }} />
        )}
      />
      <Shown key={tab} />
    </Page>
  )
}
