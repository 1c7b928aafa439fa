import type { Rank, RankStatus } from '@partner-office/contracts'
import { rankRowStatus } from '@partner-office/domain'
import { Gem, GemLadder, KeyValues } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../lib/session/office.ts'
import { ranksQuery } from '../../lib/queries/ranks-query.ts'
import { type Ladder, rankNameKey, rankStatusQuery } from '../../lib/queries/ranks.ts'
import { Amount } from '../../parts/figures/amount.tsx'
import { RankBonus } from './rank-bonus.tsx'

/** The partner's current rank. Source: requirements RNK-002, RNK-013. */
export function CurrentRank({ ladder }: { ladder: Ladder }) {
  const { t } = useTranslation()
  const { api } = useOffice()
  const status = useQuery(rankStatusQuery(api, ladder))
  return (
    <section className={`card rank-current ${ladder}`} aria-labelledby="current-rank">
      <h2 className="label" id="current-rank">
        {t('dashboard.currentRank')}
      </h2>
      <Loaded query={status} placeholder="fill">
        {(data) => <Standing ladder={ladder} status={data} />}
      </Loaded>
    </section>
  )
}

function Standing({ ladder, status }: { ladder: Ladder; status: RankStatus }) {
  const { t } = useTranslation()
  const { api } = useOffice()
  const { currentRang, nextRang, totalTurnover, countingTurnover } = status
  const { data: ranks } = useQuery(ranksQuery(api, ladder))
  const name = t(rankNameKey(currentRang.code))
  const at = ranks?.findIndex(({ id }) => id === currentRang.id) ?? -1
  const place = at < 0 ? '\u00a0' : t('rank.place', { place: at + 1, count: ranks?.length })
  return (
    <>
      <div className="in-row gap-4">
        <Gem code={currentRang.code} size={72} />
        <div>
          <p className="heading-1">{name}</p>
          <p className="meta">{place}</p>
        </div>
      </div>
      <div className="rank-strip">
        {ranks && <Strip ranks={ranks} status={status} label={`${name}, ${place}`} />}
      </div>
      <KeyValues
        items={[
          ...(ladder === 'bonus'
            ? [{ label: t('rank.bonus'), value: <RankBonus rank={currentRang} /> }]
            : []),
          {
            label: t('dashboard.totalTurnover'),
            value: <Amount amount={totalTurnover} currency="EUR" />,
          },
          ...(nextRang === null
            ? []
            : [
                {
                  label: t('rank.countsFor', { rank: t(rankNameKey(nextRang.code)) }),
                  value: <Amount amount={countingTurnover} currency="EUR" />,
                },
              ]),
        ]}
      />
    </>
  )
}

type StripProps = {
  readonly ranks: readonly Rank[]
  readonly status: RankStatus
  readonly label: string
}

function Strip({ ranks, status: { currentRang, nextRang }, label }: StripProps) {
  const { t } = useTranslation()
  const steps = ranks.map(({ id, code }) => {
    const status = rankRowStatus(id, currentRang.id, nextRang?.id ?? null)
    const state = status === 'reached' || status === 'current' ? status : ('ahead' as const)
    return { id, code, name: t(rankNameKey(code)), state }
  })
  return <GemLadder steps={steps} label={label} />
}
