import type { ConsolePartner } from '@partner-office/contracts'
import { LegBar, type ProgressTone } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { amountText } from '../../lib/figures.ts'
import { yesterday } from '../../lib/instants.ts'
import { Amount } from '../../parts/amount.tsx'
import { ListTable } from '../../parts/list-table.tsx'
import { PATHS } from '../../paths.ts'

type Rank = ConsolePartner['rank']
type Leg = Rank['topPartners'][number]

/** Legs with a cap of their own come first. */
const TONES: readonly ProgressTone[] = ['leg1', 'leg2']

/** The largest legs, what of each counts for the next rank, and its cap. Source: requirements PTR-004. */
export function LegsBox({
  partner: { id, rank },
}: {
  readonly partner: Pick<ConsolePartner, 'id' | 'rank'>
}) {
  const { t } = useTranslation()
  const { topPartners: legs } = rank
  return (
    <Box
      title={t('partners.legs')}
      isFlush
      actions={
        <Link to={PATHS.tree} search={{ partner: String(id), day: yesterday() }} className="link">
          {t('partners.pastTree')}
        </Link>
      }
    >
      <ListTable
        isWhole
        caption={t('partners.legs')}
        keyOf={(leg) => String(legs.indexOf(leg))}
        nameOf={nameOf}
        rows={legs}
        empty={t('partners.noLegs')}
        columns={useColumns(rank)}
      />
    </Box>
  )
}

const nameOf = ({ firstName, lastName }: Leg) => `${firstName} ${lastName}`

function useColumns({ topPartners: legs, nextRang }: Rank) {
  const { t } = useTranslation()
  const caps = nextRang?.percents.map(({ max }) => max) ?? []
  const scale = Math.max(...[...legs.map(({ turnover }) => turnover), ...caps].map(Number))
  const figure = (name: 'turnover' | 'turnoverQualified', head: string) => ({
    name,
    head,
    isFigure: true,
    cell: (leg: Leg) => <Amount amount={leg[name]} currency="EUR" />,
  })
  return [
    { name: 'name', head: t('partners.name'), cell: (leg: Leg) => <bdi>{nameOf(leg)}</bdi> },
    {
      name: 'bar',
      head: t('partners.capped'),
      isHelper: true,
      cell: (leg: Leg) => {
        const place = legs.indexOf(leg)
        return <Bar leg={leg} tone={TONES[place] ?? 'others'} cap={caps[place]} scale={scale} />
      },
    },
    figure('turnover', t('partners.legTurnover')),
    figure('turnoverQualified', t('partners.counts')),
  ]
}

type BarProps = {
  readonly leg: Leg
  readonly tone: ProgressTone
  readonly cap: string | undefined
  /** The amount that fills the bar. */
  readonly scale: number
}

function Bar({ leg: { turnover, turnoverQualified }, tone, cap, scale }: BarProps) {
  const { t } = useTranslation()
  const percentOf = (amount: string) => (Number(amount) / scale) * 100
  const eur = (amount: string) => amountText(amount, 'EUR')
  const figures = { counts: eur(turnoverQualified), turnover: eur(turnover) }
  return (
    <LegBar
      tone={tone}
      counted={percentOf(turnoverQualified)}
      total={percentOf(turnover)}
      cap={cap === undefined ? undefined : percentOf(cap)}
      label={
        cap === undefined
          ? t('partners.legBar', figures)
          : t('partners.legBarCapped', { ...figures, cap: eur(cap) })
      }
    />
  )
}
