import type { NamedPartner, TreePartner, TreeTrend } from '@partner-office/contracts'
import { rankDisplayName } from '@partner-office/domain'
import { Money } from '@partner-office/ui'
import { FigureStrip } from '@partner-office/ui/console'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { countText } from '../../lib/figures.ts'
import { Amount } from '../../parts/amount.tsx'
import { PartnerName } from '../../parts/partner-name.tsx'
import { countChange, eurChange, NO_TURNOVER } from './changes.ts'
import { RankChange } from './rank-change.tsx'
import { TreeLink } from './tree-link.tsx'

type PathProps = {
  readonly partner: NamedPartner
  readonly path: readonly NamedPartner[]
  readonly day: string
}

/** The way from the root to the partner; each step opens its own subtree on the same day. */
export function Path({ partner, path, day }: PathProps) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('tree.path')} className="in-row wrap gap-1">
      {path.map((step) => (
        <span key={step.id}>
          <TreeLink partner={step} day={day} /> /
        </span>
      ))}
      <span aria-current="true">
        <PartnerName partner={partner} />
      </span>
    </nav>
  )
}

type StripProps = {
  readonly partner: TreePartner
  /** Undefined until it is read. */
  readonly ranksReached: TreeTrend['ranksReached'] | undefined
}

const COUNTS = ['teamSize', 'flSize'] as const
const AMOUNTS = ['teamTurnover', 'ownTurnover'] as const

/** What has changed since the day, each figure with both days. */
export function Strip({ partner: { past, today }, ranksReached }: StripProps) {
  const { t } = useTranslation()
  const bothDays = (then: ReactNode, now: ReactNode) => (
    <>
      {past === null ? (
        t('tree.notRegistered')
      ) : (
        <>
          {t('tree.was')} {then}
        </>
      )}
      , {t('tree.is')} {now}
    </>
  )
  return (
    <FigureStrip
      figures={[
        ...COUNTS.map((name) => ({
          label: t(`tree.figures.${name}`),
          value: countChange(past?.[name] ?? 0, today[name]),
          detail: bothDays(countText(past?.[name] ?? 0), countText(today[name])),
        })),
        ...AMOUNTS.map((name) => ({
          label: t(`tree.figures.${name}`),
          value: <Money {...eurChange(past?.[name] ?? NO_TURNOVER, today[name])} unit="EUR" />,
          detail: bothDays(
            <Amount amount={past?.[name] ?? null} currency="EUR" />,
            <Amount amount={today[name]} currency="EUR" />,
          ),
        })),
        {
          label: t('tree.figures.rank'),
          value: <RankChange then={past?.rang} now={today.rang} />,
          detail: past === null && t('tree.notRegistered'),
        },
        {
          label: t('tree.figures.ranksReached'),
          value: ranksReached === undefined ? '–' : countText(sumOf(ranksReached)),
          detail: ranksReached
            ?.map(({ rang, count }) => `${countText(count)} ${rankDisplayName(rang)}`)
            .join(', '),
        },
      ]}
    />
  )
}

const sumOf = (ranks: TreeTrend['ranksReached']): number =>
  ranks.reduce((sum, { count }) => sum + count, 0)
