import type { Rank, RankStatus } from '@partner-office/contracts'
import { rankRowStatus } from '@partner-office/domain'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../lib/session/office.ts'
import { ranksQuery } from '../../lib/queries/ranks-query.ts'
import { type Ladder, rankNameKey, rankStatusQuery } from '../../lib/queries/ranks.ts'
import { useWindowClass } from '../../lib/browser/window-class.ts'
import { type RankBonuses, useRankBonuses } from '../../parts/rank/rank-bonuses.ts'
import { Rate } from '../../parts/rates/rate.tsx'
import type { RankRow } from './rank-row.ts'
import { RanksList } from './ranks-list.tsx'
import { RanksTable, RankTable } from './rank-tables.tsx'

/** All ranks: one table on desktops, one table per rank on tablets, a list on phones. Source: requirements RNK-007 to RNK-010. */
export function RankLadder({ ladder }: { ladder: Ladder }) {
  const { t } = useTranslation()
  const { api } = useOffice()
  const ranks = useQuery(ranksQuery(api, ladder))
  const status = useQuery(rankStatusQuery(api, ladder)).data
  return (
    <section className="card flush rank-ladder" aria-labelledby="all-ranks">
      <div className="card-head">
        <h2 className="heading-2" id="all-ranks">
          {t('rank.all')}
        </h2>
        {ladder === 'bonus' && (
          <span className="meta">
            <Rate from="EUR" to="UPT" />
          </span>
        )}
      </div>
      <Loaded query={ranks} placeholder="fill">
        {(data) =>
          ladder === 'bonus' ? (
            <BonusRanks ranks={data} status={status} />
          ) : (
            <Ranks ranks={data} status={status} />
          )
        }
      </Loaded>
    </section>
  )
}

type LadderProps = { readonly ranks: readonly Rank[]; readonly status: RankStatus | undefined }

function BonusRanks(props: LadderProps) {
  return <Ranks {...props} bonuses={useRankBonuses(props.ranks)} />
}

function Ranks({ ranks, status, bonuses }: LadderProps & { readonly bonuses?: RankBonuses }) {
  const { t } = useTranslation()
  const window = useWindowClass()
  const rows = ranks.map((rank): RankRow => {
    const { currentRang, nextRang } = status ?? {}
    return {
      rank,
      name: t(rankNameKey(rank.code)),
      bonus: bonuses?.of(rank),
      state: currentRang ? rankRowStatus(rank.id, currentRang.id, nextRang?.id ?? null) : '',
    }
  })
  const currency = bonuses?.currency
  if (window === 'phone') return <RanksList rows={rows} />
  if (window === 'desktop') return <RanksTable rows={rows} currency={currency} />
  return rows.map((row, at) => (
    <RankTable key={row.rank.id} row={row} currency={currency} isFirst={at === 0} />
  ))
}
