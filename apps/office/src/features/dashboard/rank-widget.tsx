import type { Rank, RankStatus } from '@partner-office/contracts'
import { CardNote, Gem, Key, KeyValues, Money, Note } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, use } from 'react'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../lib/session/office.ts'
import { fullNameOf } from '../../lib/session/profile.ts'
import { rankNameKey, rankStatusQuery } from '../../lib/queries/ranks.ts'
import { useFormat } from '../../lib/formats/use-format.ts'
import { Amount } from '../../parts/figures/amount.tsx'
import { Dash } from '../../parts/figures/dash.tsx'
import { shareText } from '../../parts/figures/percent-text.ts'
import { useRankBonuses } from '../../parts/rank/rank-bonuses.ts'
import type { RankFigures } from '../../parts/rank/rank-figures.ts'
import { useRankRule } from '../../parts/rule/rule.ts'
import { RuleButton } from '../../parts/rule/rule-button.tsx'
import { useRankFigures } from '../../parts/rank/use-rank-figures.ts'
import { PATHS } from '../../paths.ts'
import { AppLink } from '../../lib/navigation/app-link.tsx'
import { isNonZero } from '../../parts/figures/eur.ts'
import { legTone, RankProgress } from '../../parts/rank/rank-progress.tsx'

/** The current rank, and the progress to the next one. Source: requirements DSH-004, DSH-007, DSH-009. */
export function RankWidget() {
  const { t } = useTranslation()
  const { api } = useOffice()
  const rank = useQuery(rankStatusQuery(api, 'bonus'))
  const note = use(CardNote)
  return (
    <section className="card rank-widget" aria-label={t('dashboard.currentRank')}>
      <Loaded query={rank} placeholder={264}>
        {(status) => (
          <>
            <CurrentRank status={status} />
            {status.nextRang === null ? (
              <p className="rank-widget-next subdued">{t('dashboard.topReached')}</p>
            ) : (
              <NextRank status={status} next={status.nextRang} />
            )}
          </>
        )}
      </Loaded>
      {note}
    </section>
  )
}

function CurrentRank({ status: { currentRang, nextRang, totalTurnover } }: { status: RankStatus }) {
  const { t } = useTranslation()
  const bonuses = useRankBonuses(nextRang === null ? [currentRang] : [currentRang, nextRang])
  const bonus = (rank: Rank): ReactNode => {
    const amount = bonuses.of(rank)
    return amount === null ? <Dash /> : <Money {...amount} />
  }
  const nameOf = (rank: Rank): string => t(rankNameKey(rank.code))
  return (
    <div className="stack gap-4 rank-widget-current">
      <div className="in-row gap-4">
        <Gem code={currentRang.code} size={56} />
        <div className="stack">
          <h2 className="meta">{t('dashboard.currentRank')}</h2>
          <span className="rank-name">{nameOf(currentRang)}</span>
        </div>
      </div>
      <KeyValues
        items={[
          { label: t('dashboard.rankBonus'), value: bonus(currentRang) },
          ...(nextRang === null
            ? []
            : [
                {
                  label: t('dashboard.bonusAt', { rank: nameOf(nextRang) }),
                  value: bonus(nextRang),
                },
              ]),
          {
            label: t('dashboard.totalTurnover'),
            value: <Amount amount={totalTurnover} currency="EUR" />,
          },
        ]}
      />
      <div className="in-row wrap gap-4">
        <AppLink to={PATHS.myRank} className="link">
          {t('dashboard.openRank')}
        </AppLink>
        {nextRang !== null && (
          <AppLink to={PATHS.bonusRank} search={{ view: 'missing' }} className="link">
            {t('whatIf.title')}
          </AppLink>
        )}
      </div>
    </div>
  )
}

function NextRank({ status, next }: { status: RankStatus; next: Rank }) {
  const { t } = useTranslation()
  const figures = useRankFigures(status)
  const rank = t(rankNameKey(next.code))
  return (
    <div className="stack gap-4 rank-widget-next">
      <div className="in-row between from-top wrap">
        <div className="in-row gap-3">
          <Gem code={next.code} size={36} />
          <div className="stack">
            <h3 className="meta">{t('dashboard.nextRank')}</h3>
            <span className="heading-2">{rank}</span>
          </div>
        </div>
        <div className="to-end">
          <div>
            <Amount amount={figures.toGo} currency="EUR" size="l" />
          </div>
          <span className="meta">{t('dashboard.toGo')}</span>
        </div>
      </div>
      <RankProgress status={status} figures={figures} rank={rank} />
      <Legs figures={figures} />
      <RankNote status={status} figures={figures} rank={rank} />
    </div>
  )
}

function Legs({ figures: { legs, others, aboveCaps } }: { figures: RankFigures }) {
  const { t } = useTranslation()
  return (
    <div className="legs">
      {legs.map((leg) => (
        <Leg key={leg.partner.leg} amount={leg.amount} tone={legTone(leg)}>
          <LegName leg={leg.partner} />
        </Leg>
      ))}
      <Leg amount={others.amount} tone="others">
        {t('dashboard.otherLegs')}
      </Leg>
      <Leg amount={aboveCaps} tone="hatched">
        {t('dashboard.aboveCaps')}
      </Leg>
    </div>
  )
}

type LegPartner = RankFigures['legs'][number]['partner']

const NAME = '\uFFFC'

/** The text of a leg; its name has a box of its own, and is cut at its own end where it runs against the page. */
function LegName({ leg }: { readonly leg: LegPartner }) {
  const { t } = useTranslation()
  const [before, after] = t('dashboard.leg', { number: leg.leg, name: NAME }).split(NAME)
  return (
    <span className="leg-name">
      {before}
      <bdi className="ellipsis">{fullNameOf(leg)}</bdi>
      {after}
    </span>
  )
}

type LegProps = {
  readonly amount: string
  readonly tone: 'leg1' | 'leg2' | 'others' | 'hatched'
  readonly children: ReactNode
}

function Leg({ amount, tone, children }: LegProps) {
  return (
    <div className="in-row between">
      <Key tone={tone}>{children}</Key>
      <span className="leg-amount">
        <Amount amount={amount} currency="EUR" isBare />
      </span>
    </div>
  )
}

type NoteProps = {
  readonly status: RankStatus
  readonly figures: RankFigures
  readonly rank: string
}

/** Says why not all turnover counts, or how to begin. */
function RankNote({ status, figures: { capped }, rank }: NoteProps) {
  const { t } = useTranslation()
  const rule = useRankRule(status)
  const { style } = useFormat()
  if (capped !== null) {
    const percent = shareText(capped.percent ?? 0, style)
    return (
      <Note action={<RuleButton rule={rule} />}>
        {t('dashboard.capped', { number: capped.leg, percent })}
      </Note>
    )
  }
  const hasBegun = isNonZero(status.totalTurnover)
  return <Note>{hasBegun ? t('dashboard.allCounts') : t('dashboard.noTeamYet', { rank })}</Note>
}
