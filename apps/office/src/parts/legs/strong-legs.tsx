import { Avatar, LegBar, type ProgressTone } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { fullNameOf } from '../../lib/session/profile.ts'
import { useFormat } from '../../lib/formats/use-format.ts'
import { ChartOrTable } from '../charts/chart-or-table.tsx'
import { LegRow } from './leg-row.tsx'
import { drawnPercent, isNonZero } from '../figures/eur.ts'
import { type LegFigures, LEG_TONES, type PlacedLeg } from './leg-figures.ts'
import { LegKeys } from './leg-keys.tsx'
import { LegsTable } from './legs-table.tsx'
import { OtherLegs } from './other-legs.tsx'

/** The colour of a leg by its place, from 1. */
export const toneAt = (place: number): ProgressTone =>
  place > LEG_TONES ? 'others' : place === 1 ? 'leg1' : 'leg2'

type LegsProps = {
  readonly figures: LegFigures
  readonly title: string
  /** Shown without any turnover. */
  readonly none: string
}

/** Turnover of a period by leg: the strongest legs as bars, or all legs as a table. */
export function StrongLegs({ figures, title, none }: LegsProps) {
  if (figures.drawn.length === 0) {
    return (
      <>
        <h3 className="heading-3">{title}</h3>
        <p className="subdued">{none}</p>
      </>
    )
  }
  return (
    <ChartOrTable
      title={title}
      id="strong-legs"
      level="h3"
      chart={<Bars figures={figures} title={title} />}
      table={<LegsTable figures={figures} title={title} />}
    />
  )
}

/** The strongest legs as bars: counting turnover, turnover above the cap, and the cap. */
function Bars({ figures, title }: Pick<LegsProps, 'figures' | 'title'>) {
  const { drawn, others, scale } = figures
  return (
    <>
      <ul className="stack gap-4" aria-label={title}>
        {drawn.map((leg) => (
          <StrongLeg key={leg.place} {...leg} scale={scale} />
        ))}
        {isNonZero(others) && <OtherLegs amount={others} scale={scale} drawn={drawn.length} />}
      </ul>
      <LegKeys />
    </>
  )
}

function StrongLeg({ place, scale, ...leg }: PlacedLeg & Pick<LegFigures, 'scale'>) {
  const { t } = useTranslation()
  const { amountText } = useFormat()
  const { avatar, turnover, counting, cap } = leg
  const name = fullNameOf(leg) || t('common.noname')
  const total = amountText(turnover, 'EUR')
  const capText = cap === null ? null : amountText(cap, 'EUR')
  const limit = capText === null ? t('rank.noCap') : t('rank.capAt', { amount: capText })
  return (
    <LegRow
      face={<Avatar name={name} src={avatar} />}
      name={name}
      detail={t('dashboard.legNone', { number: place })}
      amount={counting}
      aside={turnover === counting ? limit : t('rank.ofTotal', { amount: total })}
    >
      <LegBar
        tone={toneAt(place)}
        counted={drawnPercent(counting, scale)}
        total={drawnPercent(turnover, scale)}
        cap={cap === null ? undefined : drawnPercent(cap, scale)}
        label={
          capText === null
            ? t('infinity.legBar', { name, total })
            : t('rank.legBar', { name, total, cap: capText })
        }
      />
    </LegRow>
  )
}
