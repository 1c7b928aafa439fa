import type { PartnerChanges } from '@partner-office/contracts'
import { rankDisplayName } from '@partner-office/domain'
import { KeyValues } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

import { Amount } from '../../parts/amount.tsx'
import { ListTable } from '../../parts/list-table.tsx'
import { PartnerName } from '../../parts/partner-name.tsx'

type Counting = PartnerChanges['counting']
type Leg = Counting['legs'][number] | (Counting['otherLegs'] & { readonly leg: null })
type CountingBoxProps = { readonly counting: Counting }

const eur = (amount: string) => <Amount amount={amount} currency="EUR" />

/** The counting turnover of both days: caps hide its causes, so each leg is shown with what counted of it. Source: PTR-020. */
export function CountingBox({ counting }: CountingBoxProps) {
  const { t } = useTranslation()
  return (
    <Box title={t('partners.counting')}>
      <div className="stack gap-4">
        <Standings counting={counting} />
        <Legs counting={counting} />
      </div>
    </Box>
  )
}

function Standings({ counting: { before, after } }: CountingBoxProps) {
  const { t } = useTranslation()
  const days = [
    { day: t('changes.before'), standing: before },
    { day: t('changes.after'), standing: after },
  ]
  return (
    <KeyValues
      items={days.flatMap(({ day, standing }) => [
        { label: t('changes.rankOn', { day }), value: rankDisplayName(standing.rang) },
        { label: t('changes.countingOn', { day }), value: eur(standing.counting) },
        {
          label: t('changes.targetOn', { day }),
          value: (
            <>
              {eur(standing.target)} ({rankDisplayName(standing.targetRang)})
            </>
          ),
        },
        { label: t('changes.ownOn', { day }), value: eur(standing.own) },
      ])}
    />
  )
}

function Legs({ counting: { legs, otherLegs } }: CountingBoxProps) {
  const { t } = useTranslation()
  const others = t('changes.otherLegs', { count: otherLegs.count })
  const rows: Leg[] = [...legs, ...(otherLegs.count === 0 ? [] : [{ ...otherLegs, leg: null }])]
  const figure = (name: (typeof FIGURES)[number]) => ({
    name,
    head: t(`changes.legs.${name}`),
    isFigure: true,
    cell: (leg: Leg) => eur(AMOUNTS[name](leg)),
  })
  return (
    <ListTable
      isWhole
      caption={t('changes.legsTitle')}
      rows={rows}
      keyOf={({ leg }) => String(leg?.id ?? 0)}
      nameOf={({ leg }) => (leg === null ? others : `${leg.firstName} ${leg.lastName}`)}
      empty={t('partners.noLegs')}
      columns={[
        {
          name: 'leg',
          head: t('changes.leg'),
          cell: ({ leg }: Leg) => (leg === null ? others : <PartnerName partner={leg} />),
        },
        ...FIGURES.map(figure),
      ]}
    />
  )
}

const AMOUNTS = {
  turnoverBefore: ({ before }: Leg) => before.turnover,
  countsBefore: ({ before }: Leg) => before.counts,
  turnoverAfter: ({ after }: Leg) => after.turnover,
  countsAfter: ({ after }: Leg) => after.counts,
}
const FIGURES = Object.keys(AMOUNTS) as (keyof typeof AMOUNTS)[]
