import { Avatar, Key, LegBar, type ProgressTone, VisuallyHidden } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { countText } from '../../lib/formats.ts'
import { fullNameOf, useProfile } from '../../lib/profile.ts'
import { useFormat } from '../../lib/use-format.ts'
import { ChartOrTable } from '../charts/chart-or-table.tsx'
import { LegRow } from './leg-row.tsx'
import { drawnPercent, isNonZero } from '../figures/eur.ts'
import { type LegFigures, LEG_TONES, type PlacedLeg } from './leg-figures.ts'
import { LegsTable } from './legs-table.tsx'

/** The colour of a leg by its place, from 1. */
export const toneAt = (place: number): ProgressTone =>
  place > LEG_TONES ? 'others' : place === 1 ? 'leg1' : 'leg2'

type LegsProps = {
  readonly figures: LegFigures
  readonly title: string
  /** In place of legs, where nobody has bought anything. */
  readonly none: string
}

/** A period's turnover by leg: the strongest ones drawn, or all of them as a table. */
export function StrongLegs({ figures, title, none }: LegsProps) {
  if (figures.drawn.length === 0) {
    return (
      <>
        <h3 className="h3">{title}</h3>
        <p className="dim">{none}</p>
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

/** What counts, what is above the cap, and where the cap is. */
function Bars({ figures, title }: Pick<LegsProps, 'figures' | 'title'>) {
  const { t } = useTranslation()
  const { style } = useFormat()
  const { teamFl } = useProfile()
  const { drawn, others, scale } = figures
  const left = teamFl - drawn.length
  return (
    <>
      <ul className="stack g4" aria-label={title}>
        {drawn.map((leg) => (
          <StrongLeg key={leg.place} {...leg} scale={scale} />
        ))}
        {isNonZero(others) && (
          <LegRow
            face={
              <>
                <span className="avatar more num" aria-hidden="true">
                  {countText(left, style)}
                </span>
                <VisuallyHidden>{t('rank.legs', { count: left })}</VisuallyHidden>
              </>
            }
            name={t('dashboard.otherLegs')}
            amount={others}
            aside={t('rank.noCap')}
          >
            <LegBar
              tone="others"
              counted={drawnPercent(others, scale)}
              total={drawnPercent(others, scale)}
              label={t('dashboard.otherLegs')}
            />
          </LegRow>
        )}
      </ul>
      <div className="keys">
        <Key tone="leg1">{t('rule.counts')}</Key>
        <Key tone="hatched">{t('rank.aboveCap')}</Key>
        <Key tone="cap">{t('rank.cap')}</Key>
      </div>
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
