import { useTranslation } from 'react-i18next'

import type { Ladder } from '../../lib/ranks.ts'
import '../../parts/rank/rank.css'
import { CurrentRank } from './current-rank.tsx'
import { NextRank } from './next-rank.tsx'
import { RankLadder } from './rank-ladder.tsx'

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

type RankPageProps = { readonly ladder: Ladder; readonly title: string; readonly hint?: string }

function RankPage({ ladder, title, hint }: RankPageProps) {
  return (
    <>
      <div className="page-head">
        <div className="stack g1">
          <h1 className="h1">{title}</h1>
          {hint !== undefined && <p className="meta">{hint}</p>}
        </div>
      </div>
      <div className="stack g5">
        <div className="grid rank-top">
          <CurrentRank ladder={ladder} />
          <NextRank ladder={ladder} />
        </div>
        <RankLadder ladder={ladder} />
      </div>
    </>
  )
}
