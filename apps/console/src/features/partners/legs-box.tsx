import type { ConsolePartner } from '@partner-office/contracts'
import { LegBar, type ProgressTone } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

import { amountText } from '../../lib/figures.ts'
import { Amount } from '../../parts/amount.tsx'
import { ListTable } from '../../parts/list-table.tsx'

type Rank = ConsolePartner['rank']
type Leg = Rank['topPartners'][number]

/** Legs with a cap of their own come first. */
const TONES: readonly ProgressTone[] = ['leg1', 'leg2']

/** The largest legs, what of each counts for the next rank, and its cap. Source: requirements PTR-004. */
export function LegsBox({ rank }: { readonly rank: Rank }) {
  const { t } = useTranslation()
  const { topPartners: legs, nextRang } = rank
  const caps = nextRang?.percents.map(({ max }) => max) ?? []
  const scale = Math.max(...[...legs.map(({ turnover }) => turnover), ...caps].map(Number))
  const percentOf = (amount: string) => (Number(amount) / scale) * 100
  const eur = (amount: string) => amountText(amount, 'EUR')
  return (
    <Box title={t('partners.legs')} isFlush>
      <ListTable
        isWhole
        caption={t('partners.legs')}
        keyOf={(leg: Leg) => String(legs.indexOf(leg))}
        nameOf={({ firstName, lastName }) => `${firstName} ${lastName}`}
        rows={legs}
        empty={t('partners.noLegs')}
        columns={[
          {
            name: 'name',
            head: t('partners.name'),
            cell: ({ firstName, lastName }: Leg) => (
              <bdi>
                {firstName} {lastName}
              </bdi>
            ),
          },
          {
            name: 'bar',
            head: t('partners.capped'),
            isHelper: true,
            cell: (leg: Leg) => {
              const place = legs.indexOf(leg)
              const cap = caps[place]
              const figures = { counts: eur(leg.turnoverQualified), turnover: eur(leg.turnover) }
              return (
                <LegBar
                  tone={TONES[place] ?? 'others'}
                  counted={percentOf(leg.turnoverQualified)}
                  total={percentOf(leg.turnover)}
                  cap={cap === undefined ? undefined : percentOf(cap)}
                  label={
                    cap === undefined
                      ? t('partners.legBar', figures)
                      : t('partners.legBarCapped', { ...figures, cap: eur(cap) })
                  }
                />
              )
            },
          },
          {
            name: 'turnover',
            head: t('partners.legTurnover'),
            isFigure: true,
            cell: ({ turnover }: Leg) => <Amount amount={turnover} currency="EUR" />,
          },
          {
            name: 'counts',
            head: t('partners.counts'),
            isFigure: true,
            cell: ({ turnoverQualified }: Leg) => (
              <Amount amount={turnoverQualified} currency="EUR" />
            ),
          },
        ]}
      />
    </Box>
  )
}
