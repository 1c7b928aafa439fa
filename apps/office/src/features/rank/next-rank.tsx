import type { Rank, RankStatus } from '@partner-office/contracts'
import { Avatar, Gem, LegBar, Note } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../lib/session/office.ts'
import { fullNameOf, useProfile } from '../../lib/session/profile.ts'
import { type Ladder, rankNameKey, rankStatusQuery } from '../../lib/queries/ranks.ts'
import { useFormat } from '../../lib/formats/use-format.ts'
import { Amount } from '../../parts/figures/amount.tsx'
import { LegRow } from '../../parts/legs/leg-row.tsx'
import { drawnPercent, isNonZero } from '../../parts/figures/eur.ts'
import { LegKeys } from '../../parts/legs/leg-keys.tsx'
import { OtherLegs } from '../../parts/legs/other-legs.tsx'
import { type CappedLeg, type RankFigures } from '../../parts/rank/rank-figures.ts'
import { legTone, RankProgress } from '../../parts/rank/rank-progress.tsx'
import { useRankRule } from '../../parts/rule/rule.ts'
import { RuleButton } from '../../parts/rule/rule-button.tsx'
import { useRankFigures } from '../../parts/rank/use-rank-figures.ts'
import { RankBonus } from './rank-bonus.tsx'
import { hasLegLimit } from './rank-row.ts'

/** Rows of the leg list: two legs against a cap, and all others together. */
const MOST_ROWS = 3

/** Turnover that is missing to the next rank. Source: requirements RNK-003 to RNK-006. */
export function NextRank({ ladder }: { ladder: Ladder }) {
  const { t } = useTranslation()
  const { api } = useOffice()
  const { teamFl } = useProfile()
  const status = useQuery(rankStatusQuery(api, ladder))
  return (
    <section
      className={`card rank-next ${ladder}`}
      aria-labelledby="next-rank"
      style={{ '--legs': Math.min(teamFl, MOST_ROWS) } as CSSProperties}
    >
      <h2 className="label" id="next-rank">
        {t('dashboard.nextRank')}
      </h2>
      <Loaded query={status} placeholder="fill">
        {(data) =>
          data.nextRang === null ? (
            <p className="subdued">{t('dashboard.topReached')}</p>
          ) : (
            <Way ladder={ladder} status={data} next={data.nextRang} />
          )
        }
      </Loaded>
    </section>
  )
}

type WayProps = { readonly ladder: Ladder; readonly status: RankStatus; readonly next: Rank }

function Way({ ladder, status, next }: WayProps) {
  const { t } = useTranslation()
  const figures = useRankFigures(status)
  const rule = useRankRule(status)
  const rank = t(rankNameKey(next.code))
  const hasBegun = isNonZero(status.totalTurnover)
  return (
    <>
      <Head ladder={ladder} next={next} toGo={figures.toGo} />
      <RankProgress status={status} figures={figures} rank={rank} />
      {hasBegun ? (
        <>
          <Legs figures={figures} />
          <p className="meta">{t('rank.legNote')}</p>
        </>
      ) : (
        <p className="subdued">{t('dashboard.noTeamYet', { rank })}</p>
      )}
      <Note>
        <Targets next={next} rank={rank} />
      </Note>
      <div className="in-row between wrap rank-foot">
        <LegKeys />
        <RuleButton rule={rule} />
      </div>
    </>
  )
}

type HeadProps = Omit<WayProps, 'status'> & { readonly toGo: string }

/** The next rank, its bonus, and the turnover that is missing. */
function Head({ ladder, next, toGo }: HeadProps) {
  const { t } = useTranslation()
  return (
    <div className="in-row between from-top wrap">
      <div className="in-row gap-3">
        <Gem code={next.code} size={44} />
        <div>
          <p className="heading-1">{t(rankNameKey(next.code))}</p>
          {ladder === 'bonus' && (
            <p className="meta rank-bonus">
              {t('rank.bonus')} <RankBonus rank={next} />
            </p>
          )}
        </div>
      </div>
      <p className="to-end rank-to-go">
        <Amount amount={toGo} currency="EUR" size="l" />{' '}
        <span className="meta">{t('dashboard.toGo')}</span>
      </p>
    </div>
  )
}

/** Legs that stand against a cap, and all others as one row. */
function Legs({ figures: { legs, others, scale } }: { figures: RankFigures }) {
  const { teamFl } = useProfile()
  return (
    <ul className="rank-legs">
      {legs.map((leg) => (
        <LimitedLeg key={leg.partner.leg} leg={leg} scale={scale} />
      ))}
      {teamFl > legs.length && (
        <OtherLegs amount={others.amount} scale={scale} drawn={legs.length} />
      )}
    </ul>
  )
}

function LimitedLeg({ leg, scale }: { leg: CappedLeg; scale: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { partner, amount, cap } = leg
  const name = fullNameOf(partner) || t('common.noname')
  const total = format.amountText(partner.turnover, 'EUR')
  const capText = format.amountText(cap, 'EUR')
  const isAbove = partner.turnover !== amount
  return (
    <LegRow
      face={<Avatar name={name} src={partner.avatar} />}
      name={name}
      detail={t('dashboard.legNone', { number: partner.leg })}
      amount={amount}
      aside={isAbove ? t('rank.ofTotal', { amount: total }) : t('rank.capAt', { amount: capText })}
    >
      <LegBar
        tone={legTone(leg)}
        counted={drawnPercent(amount, scale)}
        total={drawnPercent(partner.turnover, scale)}
        cap={drawnPercent(cap, scale)}
        label={t('rank.legBar', { name, total, cap: capText })}
      />
    </LegRow>
  )
}

/** The three target amounts of a rank. Source: requirements RNK-006; decisions D-042. */
function Targets({ next, rank }: { next: Rank; rank: string }) {
  const { t } = useTranslation()
  const { amountText } = useFormat()
  const [first, second, rest] = next.targets.map((target) => amountText(target, 'EUR'))
  const target = amountText(next.turnover, 'EUR')
  if (!hasLegLimit(next)) return t('rank.noLegLimit', { rank, target })
  return t('rank.targets', { rank, first, second, rest })
}
