import { buttonClass, Icon, Tabs } from '@partner-office/ui'
import { useDocumentTitle } from '@partner-office/web'
import { Link, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'

import type { Ladder } from '../../lib/queries/ranks.ts'
import { PATHS } from '../../paths.ts'
import { CurrentRank } from './current-rank.tsx'
import { NextRank } from './next-rank.tsx'
import './rank.css'
import { RankLadder } from './rank-ladder.tsx'

const RankPast = lazy(async () => ({
  default: (await import('./history/rank-past.tsx')).RankPast,
}))
const WhatIf = lazy(async () => ({ default: (await import('./what-if/what-if.tsx')).WhatIf }))

/** The ladder that pays bonuses. Source: requirements RNK-001, RNK-019. */
export function BonusRankPage() {
  const { t } = useTranslation()
  return <RankPage ladder="bonus" title={t('rank.bonusTitle')} hint={t('rank.bonusHint')} />
}

/** The ordinary ladder, without any bonus, or the way along it. Source: requirements RNK-016 to RNK-018, RKH-001. */
export function MyRankPage() {
  const { t } = useTranslation()
  const { view } = useSearch({ from: PATHS.myRank })
  if (view === 'history') return <HistoryPage />
  return <RankPage ladder="ordinary" title={t('rank.title')} tabs={<RankTabs shown="rank" />} />
}

const TABS = [
  { tab: 'rank', key: 'rank.title', view: undefined },
  { tab: 'history', key: 'infinity.tab.history', view: 'history' },
] as const

function RankTabs({ shown }: { readonly shown: (typeof TABS)[number]['tab'] }) {
  const { t } = useTranslation()
  return (
    <Tabs
      label={t('rankPast.tabs')}
      tabs={TABS.map((tab) => ({ ...tab, text: t(tab.key) }))}
      shown={shown}
      link={({ view }, attributes) => (
        <Link
          {...attributes}
          from={PATHS.myRank}
          to="."
          search={view === undefined ? {} : { view }}
          resetScroll={false}
        />
      )}
    />
  )
}

/** The history of ranks, as a tab of its own. */
function HistoryPage() {
  const { t } = useTranslation()
  useDocumentTitle(t('rankPast.title'), 'subject')
  return (
    <>
      <div className="page-head">
        <h1 className="heading-1">{t('rankPast.title')}</h1>
      </div>
      <div className="stack gap-5">
        <RankTabs shown="history" />
        <div role="tabpanel" aria-label={t('infinity.tab.history')}>
          <Suspense>
            <RankPast />
          </Suspense>
        </div>
      </div>
    </>
  )
}

const LADDERS = { bonus: PATHS.bonusRank, ordinary: PATHS.myRank } as const

type RankPageProps = {
  readonly ladder: Ladder
  readonly title: string
  readonly hint?: string
  readonly tabs?: ReactNode
}

function RankPage({ ladder, title, hint, tabs }: RankPageProps) {
  const from = LADDERS[ladder]
  const { view } = useSearch({ from })
  if (view === 'missing') return <MissingPage ladder={ladder} title={title} />
  return (
    <>
      <div className="page-head">
        <div className="stack gap-1">
          <h1 className="heading-1">{title}</h1>
          {hint !== undefined && <p className="meta">{hint}</p>}
        </div>
        <MissingLink ladder={ladder} />
      </div>
      <div className="stack gap-5">
        {tabs}
        <div className="grid rank-top">
          <CurrentRank ladder={ladder} />
          <NextRank ladder={ladder} />
        </div>
        <RankLadder ladder={ladder} />
      </div>
    </>
  )
}

function MissingLink({ ladder }: Pick<RankPageProps, 'ladder'>) {
  const { t } = useTranslation()
  return (
    <Link from={LADDERS[ladder]} to="." search={{ view: 'missing' }} className={buttonClass({})}>
      {t('whatIf.title')}
    </Link>
  )
}

/** What is missing to a rank: a page of its own with a link back. */
function MissingPage({ ladder, title }: RankPageProps) {
  const { t } = useTranslation()
  useDocumentTitle(t('whatIf.title'), 'subject')
  return (
    <>
      <div className="page-head">
        <div className="stack gap-1">
          <Link from={LADDERS[ladder]} to="." search={{}} className="link in-row">
            <Icon name="back" size={18} />
            {title}
          </Link>
          <h1 className="heading-1">{t('whatIf.title')}</h1>
          <p className="meta">{t('whatIf.hint')}</p>
        </div>
      </div>
      <Suspense>
        <WhatIf ladder={ladder} />
      </Suspense>
    </>
  )
}
