import { buttonClass, Icon } from '@partner-office/ui'
import { useDocumentTitle } from '@partner-office/web'
import { Link, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'

import type { Ladder } from '../../lib/queries/ranks.ts'
import { PATHS } from '../../paths.ts'
import { CurrentRank } from './current-rank.tsx'
import { NextRank } from './next-rank.tsx'
import './rank.css'
import { RankLadder } from './rank-ladder.tsx'

const WhatIf = lazy(async () => ({ default: (await import('./what-if/what-if.tsx')).WhatIf }))

/** The ladder that pays bonuses. Source: requirements RNK-001, RNK-019. */
export function BonusRankPage() {
  const { t } = useTranslation()
  return <RankPage ladder="bonus" title={t('rank.bonusTitle')} hint={t('rank.bonusHint')} />
}

/** The ordinary ladder, without any bonus. Source: requirements RNK-016 to RNK-018. */
export function MyRankPage() {
  const { t } = useTranslation()
  return <RankPage ladder="ordinary" title={t('rank.title')} />
}

const LADDERS = { bonus: PATHS.bonusRank, ordinary: PATHS.myRank } as const

type RankPageProps = { readonly ladder: Ladder; readonly title: string; readonly hint?: string }

function RankPage({ ladder, title, hint }: RankPageProps) {
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
