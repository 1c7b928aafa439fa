import { Icon, Progress } from '@partner-office/ui'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'

import { useFormat } from '../../lib/formats/use-format.ts'
import { Amount } from '../figures/amount.tsx'
import { percentText } from '../figures/percent-text.ts'
import { drawnPercent, isNonZero } from '../figures/eur.ts'
import { type Mark, type Milestone, marksOf } from './checkpoint-marks.ts'
import { type LegFigures, LEG_TONES } from './leg-figures.ts'
import './legs.css'
import { toneAt } from './strong-legs.tsx'

type TargetProps = {
  readonly title: string
  readonly id: string
  readonly figures: LegFigures
  readonly checkpoints: readonly Milestone[]
}

/** Progress to a target, with its checkpoints. */
export function TargetBar({ title, id, figures, checkpoints }: TargetProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { counting, target } = figures
  const percent = percentText(figures.percent, format.style)
  return (
    <div className="stack gap-4">
      <div className="in-row between from-top wrap">
        <div className="stack gap-1">
          <h2 className="heading-2" id={id}>
            {title}
          </h2>
          <p className="meta">
            {t('dashboard.counts', {
              counting: format.amountText(counting, 'EUR'),
              target: format.amountText(target, 'EUR'),
            })}{' '}
            · <b className="digits">{percent}</b>
          </p>
        </div>
        <ToGo figures={figures} size="l" />
      </div>
      <TargetProgress figures={figures} checkpoints={checkpoints} />
    </div>
  )
}

type ToGoProps = Pick<TargetProps, 'figures'> & { readonly size: 'm' | 'l' }

/** What is missing to a target, or by how much it is passed. */
export function ToGo({ figures: { toGo, above }, size }: ToGoProps) {
  const { t } = useTranslation()
  const isPassed = isNonZero(above)
  return (
    <p className="to-go">
      <Amount amount={isPassed ? above : toGo} currency="EUR" size={size} />{' '}
      <span className="meta block">{t(isPassed ? 'dashboard.above' : 'dashboard.toGo')}</span>
    </p>
  )
}

/** The bar: counting turnover by leg. */
export function TargetProgress({
  figures: { drawn, uncapped, width, percent },
  checkpoints,
}: Pick<TargetProps, 'figures' | 'checkpoints'>) {
  const { t } = useTranslation()
  const { style } = useFormat()
  return (
    <div className="target-bar">
      <Progress
        size="lg"
        label={t('infinity.progress', { percent: percentText(percent, style) })}
        segments={[
          ...drawn.slice(0, LEG_TONES).map(({ place, counting: counts }) => ({
            percent: drawnPercent(counts, width),
            tone: toneAt(place),
          })),
          { percent: drawnPercent(uncapped, width), tone: 'others' as const },
        ]}
      />
      <Marks marks={marksOf(checkpoints, width)} />
    </div>
  )
}

/** Checkpoints under the bar. Hidden from screen readers: the table of the page holds the same amounts. */
function Marks({ marks }: { readonly marks: readonly Mark[] }) {
  const { style } = useFormat()
  return (
    <div aria-hidden="true">
      {marks.map(({ at, target, isReached, isNamed, isNameAfter }) => (
        <span key={target} className="mark" style={{ '--at': `${at}%` } as CSSProperties}>
          {isNamed && (
            <span className={isNameAfter ? 'digits after' : 'digits'}>
              {isReached && <Icon name="check" size={14} />}
              {wholeEuros(target, style)}
            </span>
          )}
        </span>
      ))}
    </div>
  )
}

const wholeEuros = (
  amount: string,
  { locale, isPlain }: ReturnType<typeof useFormat>['style'],
): string =>
  new Intl.NumberFormat(isPlain ? 'en' : locale, {
    numberingSystem: 'latn',
    maximumFractionDigits: 2,
  }).format(amount as Intl.StringNumericLiteral)
