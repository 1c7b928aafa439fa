import { Avatar, Key, LegBar, type ProgressTone } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { fullNameOf } from '../../lib/profile.ts'
import { useFormat } from '../../lib/use-format.ts'
import { LegRow } from '../../parts/rank/leg-row.tsx'
import { drawnPercent } from '../../parts/rank/rank-figures.ts'
import { type InfinityFigures, LEG_TONES } from './infinity-figures.ts'

/** The colour of a leg by its place, from 1. */
export const toneAt = (place: number): ProgressTone =>
  place > LEG_TONES ? 'others' : place === 1 ? 'leg1' : 'leg2'

/** The strongest legs: what counts, what is above the cap, and where the cap is. */
export function InfinityLegs({ figures }: { figures: InfinityFigures }) {
  const { t } = useTranslation()
  const { legs, others, scale } = figures
  if (legs.length === 0) return <p className="dim">{t('infinity.noLegs')}</p>
  return (
    <>
      <ul className="stack g4">
        {legs.map((leg) => (
          <StrongLeg key={leg.place} {...leg} scale={scale} />
        ))}
        {/[1-9]/.test(others) && (
          <LegRow name={t('dashboard.otherLegs')} amount={others}>
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

type StrongLegProps = InfinityFigures['legs'][number] & Pick<InfinityFigures, 'scale'>

function StrongLeg({ place, leg, cap, scale }: StrongLegProps) {
  const { t } = useTranslation()
  const { amountText } = useFormat()
  const { avatar, turnover, counting_turnover: counting } = leg
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
