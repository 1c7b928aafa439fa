import { Tabs } from '@partner-office/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { MonthSelect } from '../../parts/months/month-select.tsx'
import type { BonusMonth } from '../../parts/months/use-bonus-month.ts'
import { PATHS } from '../../paths.ts'
import { AppLink } from '../../lib/navigation/app-link.tsx'
import './infinity.css'

const TABS = [
  { tab: 'bonus', to: PATHS.bonusInfinityBonus, key: 'infinity.tab.bonus' },
  { tab: 'history', to: PATHS.bonusInfinityHistory, key: 'infinity.tab.history' },
] as const

type Tab = (typeof TABS)[number]['tab']

type FrameProps = {
  readonly tab: Tab
  readonly month: BonusMonth
  readonly children: ReactNode
}

/** The frame of both tabs: header, month and tab bar. Source: requirements INF-001. */
export function InfinityFrame({ tab, month, children }: FrameProps) {
  const { t } = useTranslation()
  return (
    <>
      <div className="page-head">
        <div className="stack gap-1">
          <h1 className="heading-1">{t('infinity.title')}</h1>
          <p className="meta">
            <AppLink to={PATHS.bonuses} className="link">
              {t('bonuses.all')}
            </AppLink>
          </p>
        </div>
        <MonthSelect {...month} />
      </div>
      <div className="stack gap-5">
        <InfinityTabs shown={tab} />
        <div className="stack gap-5" role="tabpanel" aria-label={t(`infinity.tab.${tab}`)}>
          {children}
        </div>
      </div>
    </>
  )
}

function InfinityTabs({ shown }: { readonly shown: Tab }) {
  const { t } = useTranslation()
  return (
    <Tabs
      label={t('infinity.tabs')}
      tabs={TABS.map((tab) => ({ ...tab, text: t(tab.key) }))}
      shown={shown}
      link={({ to }, attributes) => <AppLink {...attributes} to={to} search resetScroll={false} />}
    />
  )
}
