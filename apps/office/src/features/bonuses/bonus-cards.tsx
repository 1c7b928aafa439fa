import type { CallReply, getBonusMonths, RankStatus } from '@partner-office/contracts'
import { monthStart } from '@partner-office/domain'
import { buttonClass, Money } from '@partner-office/ui'
import { errorText } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { bonusMonthsQuery, infinityQuery } from '../../lib/queries/bonus-queries.ts'
import { useOffice } from '../../lib/session/office.ts'
import { rankNameKey, rankStatusQuery } from '../../lib/queries/ranks.ts'
import { useFormat } from '../../lib/formats/use-format.ts'
import { coinsOf } from '../../parts/coins/coins-of.ts'
import { Amount } from '../../parts/figures/amount.tsx'
import { Dash } from '../../parts/figures/dash.tsx'
import { percentText } from '../../parts/figures/percent-text.ts'
import { useRankBonuses } from '../../parts/rank/rank-bonuses.ts'
import { RetryNote } from '../../parts/states/retry-note.tsx'
import { PATHS } from '../../paths.ts'
import { AppLink } from '../../lib/navigation/app-link.tsx'
import { InfinityArt, RankArt, UnilevelArt } from './card-art.tsx'
import {
  unilevelAt,
  unilevelQuery,
  unilevelSummary,
  type UnilevelTable,
} from './unilevel/unilevel-levels.ts'
import { unilevelNow } from './unilevel-now.ts'

/** The three bonuses, each with its most important figure of now. Source: requirements BON-005 to BON-008. */
export function BonusCards() {
  const { i18n } = useTranslation()
  const { api } = useOffice()
  const rank = useQuery(rankStatusQuery(api, 'bonus'))
  const months = useQuery(bonusMonthsQuery(api))
  const infinity = useQuery(infinityQuery(api, monthStart(Date.now())))
  const unilevel = useQuery(unilevelQuery(api))
  const failed = [rank, months, infinity, unilevel].filter(({ isError }) => isError)
  return (
    <>
      {failed.length > 0 && (
        <RetryNote onRetry={() => failed.forEach(({ refetch }) => void refetch())}>
          {errorText(i18n, 'internal_server_error')}
        </RetryNote>
      )}
      <div className="grid columns-3">
        <RankCard next={rank.data?.nextRang ?? null} />
        <UnilevelCard tables={unilevel.data ?? []} months={months.data} />
        <InfinityCard amounts={infinity.data?.record.bonusAmounts ?? {}} />
      </div>
    </>
  )
}

function RankCard({ next }: { readonly next: RankStatus['nextRang'] }) {
  const { t } = useTranslation()
  return (
    <BonusCard
      to="bonusRank"
      art={<RankArt />}
      title={t('menu.rankBonus')}
      text={t('bonuses.rankText')}
    >
      {next === null ? <Figure label={t('dashboard.nextRank')} /> : <NextBonus next={next} />}
    </BonusCard>
  )
}

type UnilevelProps = {
  readonly tables: readonly UnilevelTable[]
  readonly months: CallReply<typeof getBonusMonths> | undefined
}

function UnilevelCard({ tables, months }: UnilevelProps) {
  const { t } = useTranslation()
  const { style } = useFormat()
  const table = unilevelAt(tables, Date.now())
  const { direct, last } = unilevelSummary(table)
  const text =
    table.levels.length === 0
      ? t('unilevel.hint')
      : t('bonuses.unilevelText', { percent: percentText(direct, style), lines: last - 1 })
  return (
    <BonusCard
      to="bonusUnilevel"
      art={<UnilevelArt {...table} />}
      title={t('menu.unilevel')}
      text={text}
    >
      <Figure label={t('bonuses.thisMonth')}>
        {months && <Amount amount={unilevelNow(months).total} currency="UPT" />}
      </Figure>
    </BonusCard>
  )
}

type InfinityProps = { readonly amounts: Readonly<Record<string, string>> }

function InfinityCard({ amounts }: InfinityProps) {
  const { t } = useTranslation()
  const coins = coinsOf([amounts])
  return (
    <BonusCard
      to="bonusInfinity"
      art={<InfinityArt />}
      title={t('menu.infinity')}
      text={t('bonuses.infinityText')}
    >
      <Figure label={t('bonuses.thisMonth')}>
        {coins.length > 0 &&
          coins.map((coin) => (
            <span key={coin} className="block">
              <Amount amount={amounts[coin]!} currency={coin} />
            </span>
          ))}
      </Figure>
    </BonusCard>
  )
}

function NextBonus({ next }: { readonly next: NonNullable<RankStatus['nextRang']> }) {
  const { t } = useTranslation()
  const bonus = useRankBonuses([next]).of(next)
  return (
    <Figure label={t('bonuses.next', { rank: t(rankNameKey(next.code)) })}>
      {bonus !== null && <Money {...bonus} />}
    </Figure>
  )
}

function Figure({ label, children }: { readonly label: string; readonly children?: ReactNode }) {
  return (
    <span>
      <span className="caption block">{label}</span>
      {children || <Dash />}
    </span>
  )
}

type CardProps = {
  readonly to: Extract<keyof typeof PATHS, `bonus${string}`>
  readonly art: ReactNode
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

function BonusCard({ to, art, title, text, children }: CardProps) {
  const { t } = useTranslation()
  return (
    <article className="card flush bonus-card" aria-label={title}>
      <div className="bonus-art">{art}</div>
      <div className="bonus-body">
        <h2 className="heading-2">{title}</h2>
        <p className="subdued">{text}</p>
        <div className="in-row between wrap bonus-foot">
          {children}
          <AppLink to={PATHS[to]} className={buttonClass({ size: 'sm' })} title={title}>
            {t('bonuses.open')}
          </AppLink>
        </div>
      </div>
    </article>
  )
}
